import Values

/// Approximates a map by as few monotone cubics as the tolerance allows, because a table can hold only cubics.
extension TimeMap {
  /// The larger of `tolerance` and four ulps of the warped length, because the times in a table are rounded to Doubles.
  package static func effectiveTolerance(_ tolerance: Double, warpedLength length: Double) -> Double {
    max(tolerance, 4 * length.ulp)
  }

  /// A map of cubics and freezes that differs from this map by at most `tolerance` warped seconds.
  ///
  /// Pieces that are complete cubics stay as they are, so a table that is read and written does not change.
  package func tabulated(tolerance: Double) throws(Refusal) -> TimeMap {
    let end = pieces.last?.warpedEnd ?? 0
    let allowed = Self.effectiveTolerance(tolerance, warpedLength: end)
    var cubics: [Piece] = []
    cubics.reserveCapacity(pieces.count)
    for piece in pieces {
      guard let law = piece.law else {
        cubics.append(piece)
        continue
      }
      if let whole = piece.asWholeCubic {
        cubics.append(whole)
        continue
      }
      // Half of the tolerance is reserved for errors between two probes and for rounding. A row's time is rounded by
      // half a unit in the last place, and computing it adds about two units. Together this is slightly more than half
      // of the smallest tolerance. No cubic can fit better than the rounding of the piece itself.
      let allowance = max(allowed / 2, 2 * piece.rounding)
      cubics += try PieceFit(piece, law, allowance: allowance).cubics()
      guard cubics.count <= Self.mostRows else {
        throw .usage("the table would have more than \(Self.mostRows) rows", advice: "write a larger --tolerance")
      }
    }
    return try TimeMap(cubics, openEnd: openEnd)
  }

  /// The most rows of a table, written or read. This limits the memory that a hostile table or tolerance can use, and
  /// is far more than any clip needs.
  package static let mostRows = 10_000_000
}

extension Piece {
  /// The piece as a cubic between two table rows. Nil if the piece plays no complete cubic, apart from rounding.
  ///
  /// The cubic's rise is set to the difference of the two rows' warped times. A reader of the table computes this
  /// difference too, and therefore gets the same cubic to the last bit.
  fileprivate var asWholeCubic: Piece? {
    guard case .cubic(let cubic) = law, gain == 1,
      min(sourceStart, sourceEnd) == cubic.sourceStart, max(sourceStart, sourceEnd) == cubic.sourceEnd,
      abs(warpedLength - cubic.rise) <= 2 * warpedEnd.ulp
    else { return nil }
    if warpedLength == cubic.rise { return self }
    return Cubic(
      from: cubic.sourceStart, to: cubic.sourceEnd, rise: warpedLength, startScale: cubic.startScale,
      endScale: cubic.endScale
    ).map { Piece(.cubic($0), from: sourceStart, to: sourceEnd, at: warpedStart, until: warpedEnd) }
  }
}

/// Covers one piece with cubics from left to right, each as long as the error limit `allowance` permits (greedy).
///
/// Over a length h, a cubic Hermite interpolant has an error of h⁴/384 times the curve's fourth derivative. So the
/// error of one trial predicts the next length. Greedy gives the fewest cubics: by induction, each cubic ends at least
/// as far right as the cubic with the same number in any other cover.
private struct PieceFit {
  let piece: Piece
  let law: Law
  let allowance: Double

  private let start: Double
  private let end: Double

  init(_ piece: Piece, _ law: Law, allowance: Double) {
    self.piece = piece
    self.law = law
    self.allowance = allowance
    self.start = min(piece.sourceStart, piece.sourceEnd)
    self.end = max(piece.sourceStart, piece.sourceEnd)
  }

  /// The cubics in playing order.
  func cubics() throws(Refusal) -> [Piece] {
    var cubics: [Cubic] = []
    var source = start
    var length = end - start
    while source < end {
      if let last = cubics.last, rise(from: source, to: end) <= 0, let ending = extended(last) {
        cubics.removeLast()
        cubics += ending
        break
      }
      let cubic = try longestCubic(from: source, expecting: length)
      cubics.append(cubic)
      length = cubic.sourceEnd - cubic.sourceStart
      source = cubic.sourceEnd
      guard cubics.count <= TimeMap.mostRows else { break }
    }
    let isForward = piece.direction == .forward
    return (isForward ? cubics : cubics.reversed()).map { cubic in
      let (from, to) = isForward ? (cubic.sourceStart, cubic.sourceEnd) : (cubic.sourceEnd, cubic.sourceStart)
      return Piece(.cubic(cubic), from: from, to: to, at: piece.warped(at: from), until: piece.warped(at: to))
    }
  }

  /// One or two cubics that replace `last` and reach the end of the piece; nil if none fit. This is for pieces whose
  /// warped time stays constant after `last`, so that another cubic would have no rise.
  private func extended(_ last: Cubic) -> [Cubic]? {
    func good(from start: Double, to end: Double) -> Cubic? {
      let trial = self.trial(from: start, to: end)
      return trial.excess <= 1 ? trial.cubic : nil
    }
    if let whole = good(from: last.sourceStart, to: end) { return [whole] }
    let middle = last.sourceStart + (last.sourceEnd - last.sourceStart) / 2
    guard let first = good(from: last.sourceStart, to: middle), let second = good(from: middle, to: end) else {
      return nil
    }
    return [first, second]
  }

  /// A cubic from `start` that fits and is at most about a tenth shorter than the longest possible one.
  ///
  /// The search keeps the longest good length and the shortest bad length. It tries the length that the error of the
  /// last trial predicts. If this length does not lie between the two, for example at a jump, it tries their mean.
  private func longestCubic(from start: Double, expecting expected: Double) throws(Refusal) -> Cubic {
    var best: Cubic?
    var (good, bad) = (0.0, Double.infinity)
    // The last cubic may have been as short as the spacing of Doubles. The search starts somewhat longer, so that the
    // length can grow again.
    var length = max(expected, 8 * start.ulp)
    for _ in 0..<Self.mostTrials where start + length > start.nextUp {
      // A remainder shorter than a fiftieth of `length` is included, because otherwise it would need its own row.
      let to = start + 1.02 * length >= end ? end : start + length
      length = to - start
      let trial = self.trial(from: start, to: to)
      if let cubic = trial.cubic, trial.excess <= 1 {
        (best, good) = (cubic, length)
        if to == end { break }
        length = min(length * growth(after: trial.excess), (good + bad) / 2)
      } else if trial.excess == 0 {
        // Warped time does not change over this length, so the length is too short.
        if to == end { break }
        length = min(8 * length, (length + bad) / 2)
      } else {
        bad = length
        length = max(length * growth(after: trial.excess), (good + bad) / 2)
        if good == 0 { length = bad * growth(after: trial.excess) }
      }
      if length < 1.08 * good || bad < 1.1 * good { break }
    }
    if let best { return best }
    return try finestCubic(from: start)
  }

  /// The straight line from `start` to the next Double, for a curve too steep for any longer cubic.
  private func finestCubic(from start: Double) throws(Refusal) -> Cubic {
    let next = min(end, start.nextUp)
    let rise = self.rise(from: start, to: next)
    let scale = rise / (next - start)
    guard let cubic = Cubic(from: start, to: next, rise: rise, startScale: scale, endScale: scale) else {
      throw .map(
        "the scale is too close to 0", at: "at \(BriefNumber.print(start)) s in the source",
        advice: "make the scale larger there")
    }
    return cubic
  }

  private static let mostTrials = 60

  /// The factor for the next length after a trial whose error was `excess` times the permitted error. This is the
  /// inverse fourth root of `excess`, reduced by 3 % so that the next trial fits. The factor is limited to 0.1…8,
  /// because one trial does not predict more.
  private func growth(after excess: Double) -> Double {
    guard excess > 0 else { return 8 }
    return min(8, max(0.1, 0.97 * (1 / excess).squareRoot().squareRoot()))
  }

  /// The cubic from `start` to `end`, and its error as a multiple of the permitted error. Returns no cubic and 0 if
  /// warped time does not change. Returns no cubic and infinity if no monotone cubic has these ends.
  private func trial(from start: Double, to end: Double) -> (cubic: Cubic?, excess: Double) {
    let rise = self.rise(from: start, to: end)
    guard rise > 0 else { return (nil, 0) }
    let (startScale, endScale) = (scale(at: start), scale(at: end))
    // End scales up to three times the secant always make a monotone cubic (Fritsch and Carlson). The second attempt
    // limits the scales to this, for spans where time nearly stands still. There the rounding of the rise changes the
    // secant so much that the true end scales can exceed the limit.
    let steepest = 3 * rise / (end - start)
    let cubic =
      Cubic(from: start, to: end, rise: rise, startScale: startScale, endScale: endScale)
      ?? Cubic(
        from: start, to: end, rise: rise, startScale: min(startScale, steepest), endScale: min(endScale, steepest))
    guard let cubic else { return (nil, .infinity) }
    let probes = Self.probes.map { start + $0 * (end - start) } + law.landmarks(between: start, and: end)
    // In a steep curve, rounding a source time changes the warped time by the scale times a unit in the last place.
    // This much error is allowed. The smaller end scale counts, so that a jump allows nothing extra. The mean scale
    // also counts, because both ends of an inverse may be infinitely steep.
    let allowance = max(allowance, 1.5 * end.ulp * min(startScale, endScale, rise / (end - start)))
    let error = valueError(of: cubic, at: probes)
    return (cubic, (error <= allowance ? error : min(error, slopeError(of: cubic, at: probes))) / allowance)
  }

  /// The warped seconds between two source times, the second of which is later. Negative only by rounding.
  private func rise(from start: Double, to end: Double) -> Double {
    let change = piece.warped(at: end) - piece.warped(at: start)
    return piece.direction == .forward ? change : -change
  }

  private func scale(at source: Double) -> Double { piece.gain * law.scale(at: source) }

  /// The largest difference in warped time between the cubic and the piece, at the source times `probes`.
  private func valueError(of cubic: Cubic, at probes: [Double]) -> Double {
    let base = piece.warped(at: cubic.sourceStart)
    return probes.reduce(0) { max($0, abs(cubic.integral(to: $1) - abs(piece.warped(at: $1) - base))) }
  }

  /// An upper bound for the error in warped time. The error is 0 at both ends. Between them, the error is at most
  /// half the cubic's length times the largest difference between the slopes of the cubic and of the piece.
  ///
  /// Usually this bound is larger than the error that `valueError` measures. For short cubics late in a long clip, it
  /// may be smaller, because warped times are rounded more coarsely there but slopes are not.
  private func slopeError(of cubic: Cubic, at probes: [Double]) -> Double {
    (cubic.sourceEnd - cubic.sourceStart) / 2
      * probes.reduce(0) { max($0, abs(cubic.scale(at: $1) - scale(at: $1))) }
  }

  /// The places at which a cubic is compared with the curve, as shares of its length. For a smooth curve, the error is
  /// largest in the middle. The other places catch a jump of the scale or a sign change of the fourth derivative.
  private static let probes = [0.04, 0.15, 0.27, 0.39, 0.5, 0.61, 0.73, 0.85, 0.96]
}
