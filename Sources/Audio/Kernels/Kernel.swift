import Glibc
import Values

extension Kernel {
  /// The shape of a band-limited kernel; nil for `linear`, which is not band-limited.
  package var shape: KernelShape? {
    switch self {
    case .linear: nil
    case .fast: KernelShape(halfWidth: 20, phases: 512, degree: 1, attenuation: 104, bandEdge: 0.409)
    case .high: KernelShape(halfWidth: 24, phases: 1024, degree: 1, attenuation: 110, bandEdge: 0.424)
    case .best: KernelShape(halfWidth: 72, phases: 384, degree: 2, attenuation: 168, bandEdge: 0.461)
    }
  }
}

/// A windowed sinc: sinc times Kaiser window, and the resolution of its tables.
package struct KernelShape: Equatable, Sendable {
  /// How many samples the kernel reaches to either side at speeds up to 1; a multiple of 4.
  let halfWidth: Int
  /// The number of parts into which a table divides the distance between two samples, at speed 1.
  let phases: Int
  /// The degree of the polynomial for weights between tabulated positions: 1 for `LinearTable`, 2 for `QuadraticTable`.
  let degree: Int
  /// The attenuation of the frequencies that the kernel removes, in dB.
  let attenuation: Double
  /// The highest frequency that passes, as a fraction of the sample rate. Frequencies above 1 − `bandEdge` are removed.
  let bandEdge: Double

  /// How many samples a kernel reaches to either side if it is `widening` times wider than at speed 1; a multiple of 4.
  func halfWidth(widening: Double) -> Int { Int((Double(halfWidth) * widening / 4).rounded(.up)) * 4 }

  /// Returns how many positions between two samples are tabulated if the kernel is `widening` times wider. A wider
  /// kernel is smoother and needs fewer. The number is even, because the second half of a table mirrors the first.
  func phases(widening: Double) -> Int { Int(Double(phases) / widening / 2) * 2 }

  var window: KaiserWindow { KaiserWindow(beta: KaiserWindow.beta(forAttenuation: attenuation)) }
}

/// sin(πx) / πx, exactly 0 at whole numbers other than 0.
func normalizedSinc(_ x: Double) -> Double {
  if x == 0 { return 1 }
  // The nearest whole number is subtracted first, because the product of a large number with π would be inexact.
  let nearest = x.rounded()
  let sine = sin(.pi * (x - nearest))
  let isOdd = nearest.truncatingRemainder(dividingBy: 2) != 0
  return (isOdd ? -sine : sine) / (.pi * x)
}
