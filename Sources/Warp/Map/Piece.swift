/// A span of warped time in which the source plays in one direction by one smooth law, or stands still.
package struct Piece: Equatable, Sendable {
  /// Source time at the piece's start and end, in the order they are shown: in a backward piece the end is lower.
  package let sourceStart: Double
  package let sourceEnd: Double
  package let warpedStart: Double
  package let warpedEnd: Double
  /// Nil while the source stands still.
  package let law: Law?
  /// The factor by which the law's scale and integral are multiplied.
  package let gain: Double
  /// The law's integral at `sourceStart`.
  private let origin: Double

  /// Plays `law` from one source time to another; the end in warped time follows from the law.
  package init(_ law: Law, gain: Double = 1, from sourceStart: Double, to sourceEnd: Double, at warpedStart: Double) {
    let origin = law.integral(to: sourceStart)
    let length = gain * abs(law.integral(to: sourceEnd) - origin)
    self.init(
      law, gain: gain, from: sourceStart, to: sourceEnd, at: warpedStart, until: warpedStart + length)
  }

  /// Plays `law` and ends at a given warped time, which has to be the one that follows from the law but for rounding.
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

  /// A freeze: shows one source instant.
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

  /// By how much rounding may move the warped times of this piece, in seconds.
  ///
  /// They are differences of the law's integral times the gain: a short part of a long law with a large gain keeps few
  /// correct digits.
  var rounding: Double {
    guard let law else { return 0 }
    let (start, end) = (origin, law.integral(to: sourceEnd))
    // `warpedEnd` is stored and not computed from the law, and a change of the map may have moved it by rounding.
    return max(gain * max(abs(start), abs(end)).ulp, abs(warpedLength - gain * abs(end - start)))
  }

  package var warpedLength: Double { warpedEnd - warpedStart }

  /// The warped time at which `source` is shown; `source` has to lie in the piece.
  package func warped(at source: Double) -> Double {
    guard let law, source != sourceStart else { return warpedStart }
    // The stored end is also the start of the next piece: rounding must not give a later time.
    if source == sourceEnd { return warpedEnd }
    return min(warpedEnd, warpedStart + gain * abs(law.integral(to: source) - origin))
  }

  /// The scale with its sign: negative while playing backward, nil while standing still.
  package func signedScale(at source: Double) -> Double? {
    guard let law else { return nil }
    let scale = gain * law.scale(at: source)
    return sourceStart < sourceEnd ? scale : -scale
  }

  /// What is shown at `warped`, which has to lie in the piece.
  ///
  /// The result depends on nothing but the piece and `warped`, to the last bit. So a caller that works in blocks gets
  /// the same results with blocks of any size.
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
  /// Source times within the piece between which it bends only a few times, rising.
  package var sourceLandmarks: [Double] {
    law?.landmarks(between: min(sourceStart, sourceEnd), and: max(sourceStart, sourceEnd)) ?? []
  }

  /// The same as warped times, rising.
  package var warpedLandmarks: [Double] {
    let warped = sourceLandmarks.map(warped(at:))
    return direction == .backward ? warped.reversed() : warped
  }
}
