/// Frames a second, as an exact fraction: frame i starts at i / rate, a quotient taken once.
package struct FrameRate: Equatable, Hashable, Sendable {
  package let framesPerSecond: Rational

  /// Terms above this are refused, so that products with any frame number met in practice stay exact.
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

  /// The time halfway through frame `index`, as exactly.
  package func middle(ofFrame index: Int) -> Double {
    let (product, overflows) = (2 * Int64(index) + 1).multipliedReportingOverflow(by: framesPerSecond.denominator)
    guard !overflows else { return (Double(index) + 0.5) / value }
    return Double(product) / Double(2 * framesPerSecond.numerator)
  }

  /// Where `seconds` lies, counted in frames.
  package func position(at seconds: Double) -> Double {
    seconds * Double(framesPerSecond.numerator) / Double(framesPerSecond.denominator)
  }

  /// How many frames fill `seconds` of output, to the nearest frame and at least one.
  ///
  /// The grace of a millionth of a frame keeps a length that is a whole number of frames, but for
  /// its last digits, from losing or gaining one. Nil when the count is beyond any clip.
  package func frameCount(filling seconds: Double) -> Int? {
    let count = (position(at: seconds) + 0.5 + 1e-6).rounded(.down)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }

  /// How many frames start within a clip of `seconds`, with the same grace. Nil when the count is beyond any clip.
  package func frameCount(startingWithin seconds: Double) -> Int? {
    let count = (position(at: seconds) - 1e-6).rounded(.up)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String { framesPerSecond.description }
}
