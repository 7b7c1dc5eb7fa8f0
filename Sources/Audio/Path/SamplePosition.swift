import Glibc

/// A time in samples, as the sum of a whole number and a rest, which together are more precise than a Double.
package struct SamplePosition: Equatable, Sendable {
  package let whole: Int
  /// From −½ to ½.
  package let rest: Double

  package init(whole: Int, rest: Double) {
    self.whole = whole
    self.rest = rest
  }

  package init(seconds: Double, rate: Int) {
    let rate = Double(rate)
    let product = seconds * rate
    // The exact rounding error of the product: a fused multiply-add rounds only once.
    let lost = fma(seconds, rate, -product)
    let whole = product.rounded()
    self.init(whole: Int(whole), rest: (product - whole) + lost)
  }

  /// The position as one Double, rounded.
  package var value: Double { Double(whole) + rest }

  /// How far `sample` lies beyond this position.
  package func distance(to sample: Int) -> Double { Double(sample - whole) - rest }

  /// The first sample at or after this position. A position up to a millionth beyond a sample counts as that sample.
  /// Rounding therefore does not move a cut at a whole number of samples.
  package var firstSample: Int { whole + Int((rest - 1e-6).rounded(.up)) }
}
