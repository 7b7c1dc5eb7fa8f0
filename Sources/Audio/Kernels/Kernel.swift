import Glibc

/// The interpolation kernels a user can choose from: how a value between two samples is computed.
package enum Kernel: String, CaseIterable, Sendable {
  /// Linear interpolation between two samples.
  case linear
  /// Band-limited interpolation, each cleaner and slower than the one before.
  case fast, high, best

  /// The shape of a band-limited kernel; nil for `linear`, which limits no band.
  package var shape: KernelShape? {
    switch self {
    case .linear: nil
    case .fast: KernelShape(halfWidth: 20, phases: 512, degree: 1, attenuation: 104, bandEdge: 0.409)
    case .high: KernelShape(halfWidth: 24, phases: 1024, degree: 1, attenuation: 110, bandEdge: 0.424)
    case .best: KernelShape(halfWidth: 72, phases: 384, degree: 2, attenuation: 168, bandEdge: 0.461)
    }
  }
}

/// A windowed sinc: sinc times Kaiser window, and how finely it is tabulated.
package struct KernelShape: Equatable, Sendable {
  /// How many samples the kernel reaches to either side at speeds up to 1; a multiple of 4.
  let halfWidth: Int
  /// Into how many parts the way from one sample to the next is divided in a table, at speed 1.
  let phases: Int
  /// Of the polynomial that stands for a weight within such a part: 1 for `LinearTable`, 2 for `QuadraticTable`.
  let degree: Int
  /// By how much frequencies beyond the band are weakened, in dB.
  let attenuation: Double
  /// The highest frequency that passes, as a share of the sample rate. Frequencies above 1 − bandEdge are removed.
  let bandEdge: Double

  /// How many samples the kernel reaches to either side when it is so much wider than at speed 1; a multiple of 4.
  func halfWidth(widening: Double) -> Int { Int((Double(halfWidth) * widening / 4).rounded(.up)) * 4 }

  /// The `phases` of such a kernel: a wider one is smoother and needs fewer for the same precision. The number is even,
  /// because the second half of a table mirrors the first.
  func phases(widening: Double) -> Int { Int(Double(phases) / widening / 2) * 2 }

  var window: KaiserWindow { KaiserWindow(beta: KaiserWindow.beta(forAttenuation: attenuation)) }
}

/// sin(πx) / πx, exactly 0 at whole numbers other than 0.
func normalizedSinc(_ x: Double) -> Double {
  if x == 0 { return 1 }
  // The whole number is taken out before the product with π rounds.
  let nearest = x.rounded()
  let sine = sin(.pi * (x - nearest))
  let isOdd = nearest.truncatingRemainder(dividingBy: 2) != 0
  return (isOdd ? -sine : sine) / (.pi * x)
}
