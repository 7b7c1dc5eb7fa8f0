import Glibc

/// A time counted in samples, as the sum of a whole number and a rest, which together hold more digits than a Double.
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
    // The rounding error of the product, exactly: a fused multiply-add rounds only once.
    let lost = fma(seconds, rate, -product)
    let whole = product.rounded()
    self.init(whole: Int(whole), rest: (product - whole) + lost)
  }

  /// The position as one Double, rounded.
  package var value: Double { Double(whole) + rest }

  /// How far `sample` lies beyond this position.
  package func distance(to sample: Int) -> Double { Double(sample - whole) - rest }

  /// The first sample at this position or after it. A position up to a millionth beyond a sample counts as that sample,
  /// so that rounding does not move a cut at a whole number of samples.
  package var firstSample: Int { whole + Int((rest - 1e-6).rounded(.up)) }
}
