import Glibc

/// sin(x) / x, and its limit 1 at 0.
func sinc(_ x: Double) -> Double { abs(x) < 1e-8 ? 1 : sin(x) / x }

/// Integrals over [0, u] of cos ωx and sin ωx, and of both times the smoothstep S(x), which tapers them. None of them
/// loses digits at any ω ≥ 0.
struct Wave {
  let frequency: Double

  /// ∫ cos ωx = sin ωu / ω, in a form that is also exact as ω → 0.
  func cosine(to u: Double) -> Double { u * sinc(frequency * u) }

  /// ∫ sin ωx = (1 − cos ωu)/ω, as 2 sin²(ωu/2)/ω: 1 − cos would lose digits by cancellation.
  func sine(to u: Double) -> Double { u * sin(frequency * u / 2) * sinc(frequency * u / 2) }

  /// ∫ S(x) cos ωx
  func taperedCosine(to u: Double) -> Double {
    let phase = frequency * u
    guard phase > Self.shortPhase else { return taperedSeries(to: u, firstPower: 0) }
    // Integration by parts: S sin/ω + S′ cos/ω² − S″ sin/ω³ − S‴ cos/ω⁴, from 0 to u.
    let w = frequency
    let sines = sin(phase) * (Smoothstep.value(u) - (6 - 12 * u) / (w * w)) / w
    let cosines = cos(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w)
    return sines + cosines - 12 / (w * w * w * w)
  }

  /// ∫ S(x) sin ωx
  func taperedSine(to u: Double) -> Double {
    let phase = frequency * u
    guard phase > Self.shortPhase else { return taperedSeries(to: u, firstPower: 1) }
    // Integration by parts: −S cos/ω + S′ sin/ω² + S″ cos/ω³ − S‴ sin/ω⁴, from 0 to u.
    let w = frequency
    let cosines = cos(phase) * (Smoothstep.value(u) - (6 - 12 * u) / (w * w)) / w
    let sines = sin(phase) * (6 * u * (1 - u) + 12 / (w * w)) / (w * w)
    return sines - cosines - 6 / (w * w * w)
  }

  /// Up to this phase ωu, the power series is used, because the closed forms are small differences of large terms
  /// there. Above this phase, the closed forms lose less than two bits.
  private static let shortPhase = 2.0

  /// The integral of the wave's power series times the smoothstep, term by term: Σ ±(ωu)ᵏ/k! · u³ (3/(k+3) − 2u/(k+4)).
  /// k rises by 2 from `firstPower`, which is 0 for the cosine and 1 for the sine.
  private func taperedSeries(to u: Double, firstPower: Int) -> Double {
    let phase = frequency * u
    var power = firstPower == 0 ? 1 : phase
    var sum = 0.0
    // The phase is at most 2, so terms from k = 24 on are below 10⁻¹⁶ of the first.
    for k in stride(from: firstPower, to: 26, by: 2) {
      sum += power * (3 / Double(k + 3) - 2 * u / Double(k + 4))
      power *= -phase * phase / Double((k + 1) * (k + 2))
    }
    return u * u * u * sum
  }
}
