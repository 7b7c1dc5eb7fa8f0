import Glibc

/// The Kaiser window with parameter β: I₀(β√(1 − u²)) / I₀(β) for u from −1 to 1, and 0 outside. The Bessel function
/// I₀(x) is the power series Σ (x²/4)ᵏ / k!². All its terms are positive, so no digits cancel.
struct KaiserWindow: Sendable {
  /// The ratio of each term to the previous one in the power series of I₀(β).
  private let ratios: [Double]
  /// I₀(β).
  private let peak: Double

  init(beta: Double) {
    let quarter = beta * beta / 4
    var ratios: [Double] = []
    var (term, sum) = (1.0, 1.0)
    while term > sum * 0x1p-54 {
      let ratio = quarter / Double((ratios.count + 1) * (ratios.count + 1))
      ratios.append(ratio)
      term *= ratio
      sum += term
    }
    self.ratios = ratios
    peak = Self.series(SIMD8(repeating: 1), ratios)[0]
  }

  func value(at u: Double) -> Double { value(at: SIMD8(repeating: u))[0] }

  /// Returns the values for eight arguments. SIMD lanes compute eight series at once, about as fast as one.
  func value(at u: SIMD8<Double>) -> SIMD8<Double> {
    let share = 1 - u * u
    let value = Self.series(share, ratios) / peak
    return value.replacing(with: 0, where: share .< 0)
  }

  private static func series(_ share: SIMD8<Double>, _ ratios: [Double]) -> SIMD8<Double> {
    var sum = SIMD8<Double>(repeating: 1)
    for ratio in ratios.reversed() { sum = 1 + share * ratio * sum }
    return sum
  }

  /// Kaiser's formula for the β with which the side lobes are `decibels` below the peak. Valid above 50 dB.
  static func beta(forAttenuation decibels: Double) -> Double { 0.1102 * (decibels - 8.7) }
}
