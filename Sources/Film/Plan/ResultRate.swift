import Values
import Warp

/// The default frame rate of a result.
package struct ResultRate: Equatable, Sendable {
  package let rate: FrameRate
  /// Whether the rate differs from the source's.
  package let isReduced: Bool

  /// If the map slows down a source with more than 60 fps, the result gets a usual rate, of which the source's rate is
  /// a multiple: the one nearest to the largest fraction from 24 to 60 fps with which at most a tenth of the frames
  /// repeat. In all other cases the rate stays, so that all frames are on screen equally long.
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
    rate = Self.usual(nearest: fitting ?? fractions.first ?? source, dividing: source)
    isReduced = true
  }

  /// The usual rate nearest to `rate` that divides the source's rate; if none does, 60 or 30 fps.
  private static func usual(nearest rate: FrameRate, dividing source: FrameRate) -> FrameRate {
    func distance(_ other: FrameRate) -> Double { abs(other.value / rate.value - 1) }
    /// By how much the source's rate misses the nearest multiple of a rate, as a share.
    func remainder(_ other: FrameRate) -> Double {
      let quotient = source.value / other.value
      return abs(quotient / quotient.rounded() - 1)
    }
    let dividing = usual.filter { remainder($0) <= 1e-3 }
    guard let nearest = dividing.min(by: { distance($0) < distance($1) }) else {
      return others.min { distance($0) < distance($1) } ?? source
    }
    // 30 and 30000/1001 differ by a thousandth. Of such a pair, the one counts that divides the rate exactly.
    let pair = dividing.filter { abs($0.value / nearest.value - 1) < 2e-3 }
    return pair.min { remainder($0) < remainder($1) } ?? nearest
  }

  private static let others = [60, 30].compactMap { Rational($0).flatMap(FrameRate.init) }
  private static let usual =
    [24, 25, 30, 48, 50, 60].compactMap { Rational($0).flatMap(FrameRate.init) }
    + [24000, 30000, 60000].compactMap { Rational($0, 1001).flatMap(FrameRate.init) }

  /// In frames per second: the usual maximum of screens, and the least that looks like motion.
  private static let highest = 60.0
  private static let lowest = 24.0
  package static let mostRepeated = 0.1

  private static func fraction(of rate: FrameRate, _ part: Int64) -> FrameRate? {
    let exact = rate.framesPerSecond
    let (denominator, overflows) = exact.denominator.multipliedReportingOverflow(by: part)
    return overflows ? nil : Rational(exact.numerator, denominator).flatMap(FrameRate.init)
  }

  /// The largest whole fraction of a rate up to `limit` frames per second.
  static func fraction(of rate: FrameRate, upTo limit: Double) -> FrameRate {
    let part = (rate.value / limit - FramePosition.grace).rounded(.up)
    return part > 1 ? Int64(exactly: part).flatMap { fraction(of: rate, $0) } ?? rate : rate
  }

  /// The share of the result's frames, 0 to 1, that repeat the previous frame, to about a tenth of a percent. A frame
  /// repeats if the map shows fewer new frames per second than the result has. Freezes do not count, because the user
  /// requested them.
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
