/// Frames per second, as an exact fraction.
///
/// Frame i starts at i / rate. Each start is computed by one division and never by adding frame lengths, so rounding
/// does not grow with i.
package struct FrameRate: Equatable, Hashable, Sendable {
  package let framesPerSecond: Rational

  /// The largest numerator and denominator. The product of either with any realistic frame index fits in Int64.
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

  /// The start of frame `index`: the Double nearest to the exact quotient while index × denominator is below 2^53.
  package func start(ofFrame index: Int) -> Double {
    let (product, overflows) = Int64(index).multipliedReportingOverflow(by: framesPerSecond.denominator)
    guard !overflows else { return Double(index) / value }
    return Double(product) / Double(framesPerSecond.numerator)
  }

  /// The start of the frame that is at most a quarter of a frame away from `seconds`; if none is, `seconds`.
  package func snapped(_ seconds: Double) -> Double {
    let position = position(at: seconds)
    let frame = position.rounded()
    return abs(position - frame) <= 0.25 && abs(frame) < 1e15 ? start(ofFrame: Int(frame)) : seconds
  }

  /// The middle of frame `index`, as exact as `start(ofFrame:)`.
  package func middle(ofFrame index: Int) -> Double {
    let (product, overflows) = (2 * Int64(index) + 1).multipliedReportingOverflow(by: framesPerSecond.denominator)
    guard !overflows else { return (Double(index) + 0.5) / value }
    return Double(product) / Double(2 * framesPerSecond.numerator)
  }

  /// The position of `seconds`, in frames with a fraction.
  package func position(at seconds: Double) -> Double {
    seconds * Double(framesPerSecond.numerator) / Double(framesPerSecond.denominator)
  }

  /// The number of frames that fill `seconds` of output: rounded to nearest, at least one. Nil from 2⁵³ on, where
  /// Doubles cannot distinguish neighbouring counts.
  ///
  /// A millionth of a frame is added before rounding. A length of n + ½ frames whose last digits were rounded down then
  /// still counts as n + 1.
  package func frameCount(filling seconds: Double) -> Int? {
    let count = (position(at: seconds) + 0.5 + 1e-6).rounded(.down)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }

  /// The number of frames that start within a clip of `seconds`: rounded up, at least one. Nil from 2⁵³ on.
  ///
  /// A millionth of a frame is subtracted before rounding. A length of n frames whose last digits were rounded up then
  /// does not count as n + 1.
  package func frameCount(startingWithin seconds: Double) -> Int? {
    let count = (position(at: seconds) - 1e-6).rounded(.up)
    return count < Double(1 << 53) ? max(1, Int(count)) : nil
  }
}

extension FrameRate: CustomStringConvertible {
  package var description: String { framesPerSecond.description }
}
