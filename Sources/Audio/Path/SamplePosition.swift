import Glibc

/// A time counted in samples, as a whole number and the rest, which together hold more digits than a Double.
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
    // What the product lost to rounding, exactly.
    let lost = fma(seconds, rate, -product)
    let whole = product.rounded()
    self.init(whole: Int(whole), rest: (product - whole) + lost)
  }

  /// As one number, with the digits that one number has.
  package var value: Double { Double(whole) + rest }

  /// How far `sample` lies beyond this place.
  package func distance(to sample: Int) -> Double { Double(sample - whole) - rest }

  /// The first sample at this place or after it. A place a millionth beyond a sample is that sample: what is cut at a
  /// round time is cut there, however the time was reckoned.
  package var firstSample: Int { whole + Int((rest - 1e-6).rounded(.up)) }
}
