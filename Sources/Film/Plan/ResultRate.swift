import Warp

/// The frame rate that a result has if no rate is asked for.
package struct ResultRate: Equatable, Sendable {
  package let rate: FrameRate
  /// Whether it is not the rate of the source.
  package let isReduced: Bool

  /// A source of more than 60 frames a second that the map slows down gets the largest whole fraction of its rate
  /// from 24 to 60 at which at most a tenth of the frames repeat the one before. If none does, it gets the largest up
  /// to 60. Others keep their rate, so that all frames are on screen equally long.
  package init(of source: FrameRate, along map: TimeMap) {
    let isSlowed = map.scaleRange?.upperBound ?? 1 > 1 + FramePosition.grace
    guard source.value > Self.highest, isSlowed else {
      (rate, isReduced) = (source, false)
      return
    }
    let first = Int64((source.value / Self.highest - FramePosition.grace).rounded(.up))
    let last = max(first, Int64((source.value / Self.lowest + FramePosition.grace).rounded(.down)))
    let fractions = (first...last).compactMap { Self.fraction(of: source, $0) }
    let fitting = fractions.first { Self.repeatedShare(of: map, at: $0, showing: source) <= Self.mostRepeated }
    rate = fitting ?? fractions.first ?? source
    isReduced = rate != source
  }

  /// In frames a second: what screens show, and what still looks like motion.
  private static let highest = 60.0
  private static let lowest = 24.0
  package static let mostRepeated = 0.1

  private static func fraction(of rate: FrameRate, _ part: Int64) -> FrameRate? {
    let exact = rate.framesPerSecond
    let (denominator, overflows) = exact.denominator.multipliedReportingOverflow(by: part)
    return overflows ? nil : Rational(exact.numerator, denominator).flatMap(FrameRate.init)
  }

  /// The largest whole fraction of a rate that is at most `limit` frames a second.
  static func fraction(of rate: FrameRate, upTo limit: Double) -> FrameRate {
    let part = (rate.value / limit - FramePosition.grace).rounded(.up)
    return part > 1 ? Int64(exactly: part).flatMap { fraction(of: rate, $0) } ?? rate : rate
  }

  /// The share of a result's frames, from 0 to 1, that repeat the frame before, to about a tenth of a percent. While
  /// the map shows fewer new frames a second than the result has, the rest are repeated. Frozen frames do not count:
  /// whoever asks for a freeze wants them.
  package static func repeatedShare(of map: TimeMap, at rate: FrameRate, showing source: FrameRate) -> Double {
    guard let length = map.warpedLength, length > 0 else { return 0 }
    let step = length / Double(sampleCount)
    let places = (0...sampleCount).map { map.instant(at: min(Double($0) * step, length.nextDown))?.source ?? 0 }
    let repeated = zip(places, places.dropFirst()).reduce(0) { sum, ends in
      ends.0 == ends.1 ? sum : sum + max(0, rate.value - abs(ends.1 - ends.0) / step * source.value)
    }
    return repeated / (rate.value * Double(sampleCount))
  }

  private static let sampleCount = 4000
}
