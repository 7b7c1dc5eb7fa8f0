/// A span of warped time in which the source plays in one direction by one smooth law, or stands still.
package struct Piece: Equatable, Sendable {
  /// The source times at the piece's start and end, in playing order: in a backward piece the end is lower.
  package let sourceStart: Double
  package let sourceEnd: Double
  package let warpedStart: Double
  package let warpedEnd: Double
  /// Nil if the source stands still.
  package let law: Law?
  /// The factor by which the scale and the warped times that `law` gives are multiplied.
  package let gain: Double
  /// The integral of `law` at `sourceStart`, in warped seconds before `gain` is applied; 0 in a freeze.
  private let origin: Double

  /// A piece that plays `law` between two source times. The warped end follows from the law.
  package init(_ law: Law, gain: Double = 1, from sourceStart: Double, to sourceEnd: Double, at warpedStart: Double) {
    let origin = law.integral(to: sourceStart)
    let length = gain * abs(law.integral(to: sourceEnd) - origin)
    self.init(
      law, gain: gain, from: sourceStart, to: sourceEnd, at: warpedStart, until: warpedStart + length)
  }

  /// A piece that plays `law` and ends at a given warped time, which must match the law except for rounding.
  package init(
    _ law: Law, gain: Double = 1, from sourceStart: Double, to sourceEnd: Double, at warpedStart: Double,
    until warpedEnd: Double
  ) {
    self.sourceStart = sourceStart
    self.sourceEnd = sourceEnd
    self.warpedStart = warpedStart
    self.warpedEnd = warpedEnd
    self.law = law
    self.gain = gain
    self.origin = law.integral(to: sourceStart)
  }

  /// A freeze.
  package init(holding source: Double, from warpedStart: Double, until warpedEnd: Double) {
    self.sourceStart = source
    self.sourceEnd = source
    self.warpedStart = warpedStart
    self.warpedEnd = warpedEnd
    self.law = nil
    self.gain = 1
    self.origin = 0
  }

  package var direction: Direction {
    law == nil ? .still : sourceStart < sourceEnd ? .forward : .backward
  }

  /// The largest error of this piece's warped times by rounding, in seconds.
  ///
  /// Each time is a difference of two values of the law's integral, multiplied by the gain. If the two values are large
  /// and nearly equal, the difference has few correct digits.
  var rounding: Double {
    guard let law else { return 0 }
    let (start, end) = (origin, law.integral(to: sourceEnd))
    // `warpedEnd` is stored, not computed from the law. A change of the map may have moved it by rounding.
    return max(gain * max(abs(start), abs(end)).ulp, abs(warpedLength - gain * abs(end - start)))
  }

  package var warpedLength: Double { warpedEnd - warpedStart }

  /// The warped time at which `source` is shown; `source` must lie in the piece.
  package func warped(at source: Double) -> Double {
    guard let law, source != sourceStart else { return warpedStart }
    // The stored end is also the start of the next piece, so rounding must not give a later time.
    if source == sourceEnd { return warpedEnd }
    return min(warpedEnd, warpedStart + gain * abs(law.integral(to: source) - origin))
  }

  /// The signed scale: negative if the piece plays backward, nil in a freeze.
  package func signedScale(at source: Double) -> Double? {
    guard let law else { return nil }
    let scale = gain * law.scale(at: source)
    return sourceStart < sourceEnd ? scale : -scale
  }

  /// The instant at `warped`, which must lie in the piece.
  ///
  /// To the last bit, the result depends only on the piece and `warped`. Therefore the result
  /// does not depend on the size of the blocks in which times are requested.
  package func instant(at warped: Double) -> TimeMap.Instant {
    guard warped > warpedStart else { return instant(showing: sourceStart) }
    guard warped < warpedEnd else { return instant(showing: sourceEnd) }
    switch law {
    case nil: return instant(showing: sourceStart)
    case .cubic(let cubic): return CubicWalk(cubic, in: self).instant(at: warped)
    case let law?: return instant(showing: source(at: warped, on: law))
    }
  }

  private func instant(showing source: Double) -> TimeMap.Instant {
    TimeMap.Instant(source: source, scale: signedScale(at: source), direction: direction)
  }

  private func source(at warped: Double, on law: Law) -> Double {
    switch law {
    case .inverse, .succession:
      let played = (warped - warpedStart) / gain
      let (low, high) = (min(sourceStart, sourceEnd), max(sourceStart, sourceEnd))
      let goal = sourceStart < sourceEnd ? origin + played : origin - played
      return min(high, max(low, law.source(reaching: goal, between: low, and: high)))
    case .cubic, .curve, .ease, .panels: break
    }
    let share = (warped - warpedStart) / (warpedEnd - warpedStart)
    return MonotoneRoot.solve(
      goal: warped - warpedStart,
      from: sourceStart, to: sourceEnd, first: sourceStart + share * (sourceEnd - sourceStart),
      value: { gain * abs(law.integral(to: $0) - origin) },
      slope: { gain * law.scale(at: $0) })
  }
}

package enum Direction: Sendable {
  case forward, backward, still
}

extension Piece {
  /// Rising source times within the piece, close enough together that the law has only a few bends between two of them.
  package var sourceLandmarks: [Double] {
    law?.landmarks(between: min(sourceStart, sourceEnd), and: max(sourceStart, sourceEnd)) ?? []
  }

  /// `sourceLandmarks` as rising warped times.
  package var warpedLandmarks: [Double] {
    let warped = sourceLandmarks.map(warped(at:))
    return direction == .backward ? warped.reversed() : warped
  }
}
