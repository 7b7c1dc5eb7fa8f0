/// How samples between samples are found.
package enum Kernel: String, CaseIterable, Sendable {
  /// A straight line from sample to sample.
  case linear
  /// Band limited, the better the longer it takes.
  case fast, high, best

  /// Nil for the line, which limits nothing.
  package var shape: KernelShape? {
    switch self {
    case .linear: nil
    case .fast: KernelShape(halfWidth: 20, phases: 512, attenuation: 104, bandEdge: 0.409)
    case .high: KernelShape(halfWidth: 24, phases: 1024, attenuation: 110, bandEdge: 0.424)
    case .best: KernelShape(halfWidth: 64, phases: 4096, attenuation: 149, bandEdge: 0.46)
    }
  }
}

/// A sinc under a Kaiser window, and how finely it is tabulated.
package struct KernelShape: Equatable, Sendable {
  /// How many samples it reaches to either side at speeds up to 1; a multiple of 4.
  let halfWidth: Int
  /// Between one sample and the next.
  let phases: Int
  /// Of what lies beyond the band, in dB.
  let attenuation: Double
  /// Where the band that is kept ends, as a part of the rate; what is beyond 1 − bandEdge is gone.
  let bandEdge: Double

  var window: KaiserWindow { KaiserWindow(beta: KaiserWindow.beta(forAttenuation: attenuation)) }
}
