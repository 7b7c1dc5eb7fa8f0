import Glibc

/// sin(x) / x, whole at 0.
func sinc(_ x: Double) -> Double { abs(x) < 1e-8 ? 1 : sin(x) / x }

/// Integrals over [0, u] of cos ωx and sin ωx, plain and tapered by S(x), without loss of digits at any ω ≥ 0.
struct Wave {
  let frequency: Double

  /// ∫ cos ωx
  func cosine(to u: Double) -> Double { u * sinc(frequency * u) }

  /// ∫ sin ωx = (1 − cos ωu)/ω, in the form that does not cancel.
  func sine(to u: Double) -> Double { u * sin(frequency * u / 2) * sinc(frequency * u / 2) }

  /// ∫ S(x) cos ωx
  func taperedCosine(to u: Double) -> Double {
    let phase = frequency * u
    guard phase > Self.shortPhase else { return taperedSeries(to: u, firstPower: 0) }
    // By parts: S sin/ω + S′ cos/ω² − S″ sin/ω³ − S‴ cos/ω⁴, taken from 0 to u.
    let w = frequency
    let sines = sin(phase) * (Smoothstep.value(u) - (6 - 12 * u) / (w * w)) / w
    let cosines = cos(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w)
    return sines + cosines - 12 / (w * w * w * w)
  }

  /// ∫ S(x) sin ωx
  func taperedSine(to u: Double) -> Double {
    let phase = frequency * u
    guard phase > Self.shortPhase else { return taperedSeries(to: u, firstPower: 1) }
    // By parts: −S cos/ω + S′ sin/ω² + S″ cos/ω³ − S‴ sin/ω⁴, taken from 0 to u.
    let w = frequency
    let cosines = cos(phase) * (Smoothstep.value(u) - (6 - 12 * u) / (w * w)) / w
    let sines = sin(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w)
    return sines - cosines - 6 / (w * w * w)
  }

  /// Below this phase the closed forms are small differences of large terms; above it they lose less than two bits.
  private static let shortPhase = 2.0

  /// The power series of the wave times S, term by term: Σ ±(ωu)ᵏ/k! · u³ (3/(k+3) − 2u/(k+4)), k every second from
  /// `firstPower`.
  private func taperedSeries(to u: Double, firstPower: Int) -> Double {
    let phase = frequency * u
    var power = firstPower == 0 ? 1 : phase
    var sum = 0.0
    // Phase is at most 2: by k = 24 the terms are below 10⁻¹⁶ of the first.
    for k in stride(from: firstPower, to: 26, by: 2) {
      sum += power * (3 / Double(k + 3) - 2 * u / Double(k + 4))
      power *= -phase * phase / Double((k + 1) * (k + 2))
    }
    return u * u * u * sum
  }
}
