/// Frames a second, as an exact fraction.
///
/// Frame i starts at i / rate. Each start is computed by one division and never by adding up frame lengths, so rounding
/// does not grow with i.
package struct FrameRate: Equatable, Hashable, Sendable {
  package let framesPerSecond: Rational

  /// A numerator or denominator above this is refused, so that its product with any frame index met in practice is
  /// exact in Int64.
  package static let largestTerm: Int64 = 1 << 31

  package init?(_ framesPerSecond: Rational) {
    guard
      framesPerSecond.numerator > 0,
      framesPerSecond.numerator <= Self.largestTerm,
      framesPerSecond.denominator <= Self.largestTerm
    else { return nil }
    self.framesPerSecond = framesPerSecond
  }

  package var value: Double { framesPerSecond.value }

  /// The time frame `index` starts at: the Double nearest the exact quotient while index × denominator is below 2^53.
  package func start(ofFrame index: Int) -> Double {
    let (product, overflows) = Int64(index).multipliedReportingOverflow(by: framesPerSecond.denominator)
    guard !overflows else { return Double(index) / value }
    return Double(product) / Double(framesPerSecond.numerator)
  }

  /// The time halfway through frame `index`, with the same exactness as its start.
  package func middle(ofFrame index: Int) -> Double {
    let (product, overflows) = (2 * Int64(index) + 1).multipliedReportingOverflow(by: framesPerSecond.denominator)
    guard !overflows else { return (Double(index) + 0.5) / value }
    return Double(product) / Double(2 * framesPerSecond.numerator)
  }

  /// The position of `seconds`: a number of frames, with a fraction.
  package func position(at seconds: Double) -> Double {
    seconds * Double(framesPerSecond.numerator) / Double(framesPerSecond.denominator)
  }

  /// How many frames fill `seconds` of output: rounded to the nearest whole number, at least one, and nil from 2⁵³ on,
  /// where Doubles cannot tell neighbouring counts apart.
  ///
  /// A millionth of a frame is added before rounding, so that a length of n + ½ frames whose last digits were rounded
  /// down still counts as n + 1.
  package func frameCount(filling seconds: Double) -> Int? {
    let count = (position(at: seconds) + 0.5 + 1e-6).rounded(.down)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }

  /// How many frames start within a clip of `seconds`: rounded up, at least one, nil from 2⁵³ on.
  ///
  /// A millionth of a frame is taken off before rounding, so that a length of n frames whose last digits were rounded
  /// up does not count as n + 1.
  package func frameCount(startingWithin seconds: Double) -> Int? {
    let count = (position(at: seconds) - 1e-6).rounded(.up)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String { framesPerSecond.description }
}
