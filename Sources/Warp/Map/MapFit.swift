/// The map as a table can hold it: monotone cubics only, as few as the tolerance allows.
extension TimeMap {
  /// The tolerance that a map of warped length `length` can be given: row times are Doubles themselves.
  package static func effectiveTolerance(_ tolerance: Double, warpedLength length: Double) -> Double {
    max(tolerance, 4 * length.ulp)
  }

  /// A map of cubics nowhere further than `tolerance` from this one.
  ///
  /// Pieces that are whole cubics already stay as they are, so a table read and written again is the same table.
  package func tabulated(tolerance: Double) throws(Refusal) -> TimeMap {
    let end = pieces.last?.warpedEnd ?? 0
    let allowed = Self.effectiveTolerance(tolerance, warpedLength: end)
    var cubics: [Piece] = []
    for piece in pieces {
      guard let law = piece.law else {
        cubics.append(piece)
        continue
      }
      if let whole = piece.asWholeCubic {
        cubics.append(whole)
        continue
      }
      // A tenth is for what lies between two probes; half a unit in the last place is lost when a row's time is
      // rounded, some two more in computing it. At the finest tolerance half has to be enough for all of that. And no
      // cubic comes closer to a piece than the piece is rounded.
      let allowance = max(0.9 * allowed - 2.5 * end.ulp, allowed / 2, 2 * piece.rounding)
      cubics += try PieceFit(piece, law, allowance: allowance).cubics()
      guard cubics.count <= Self.mostRows else {
        throw .usage("the table would have more than \(Self.mostRows) rows", advice: "give a larger --tolerance")
      }
    }
    return try TimeMap(cubics, openEnd: openEnd)
  }

  /// Tables are held to this many rows, written or read: a bound on memory, far beyond any clip.
  package static let mostRows = 10_000_000
}

extension Piece {
  /// The piece as a row-to-row cubic, if it is one but for the rounding of its times.
  ///
  /// Its rise becomes what two rows say it is, so that whoever reads them has the same cubic to the last bit.
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

/// Covers one piece with cubics from left to right, each as long as the allowance lets it be.
///
/// The error of a Hermite cubic on a smooth function is h⁴/384 · s⁗: so a length that was tried says which length to
/// try next. That taking the longest first gives the fewest is the usual argument for intervals: every end is as far
/// right as any other cover could have it.
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

  /// The cover in the order it is shown.
  func cubics() throws(Refusal) -> [Piece] {
    var cubics: [Cubic] = []
    var place = start
    var length = end - start
    while place < end {
      if let last = cubics.last, rise(from: place, to: end) <= 0, let ending = stretched(last) {
        cubics.removeLast()
        cubics += ending
        break
      }
      let cubic = try longestCubic(from: place, expecting: length)
      cubics.append(cubic)
      length = cubic.sourceEnd - cubic.sourceStart
      place = cubic.sourceEnd
      guard cubics.count <= TimeMap.mostRows else { break }
    }
    let isForward = piece.direction == .forward
    return (isForward ? cubics : cubics.reversed()).map { cubic in
      let (from, to) = isForward ? (cubic.sourceStart, cubic.sourceEnd) : (cubic.sourceEnd, cubic.sourceStart)
      return Piece(.cubic(cubic), from: from, to: to, at: piece.warped(at: from), until: piece.warped(at: to))
    }
  }

  /// Cubics that reach to the end in place of the last one, after which warped time does not move any more.
  private func stretched(_ last: Cubic) -> [Cubic]? {
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

  /// The longest cubic from `place` that is good, within a tenth.
  ///
  /// The search keeps the longest length known to be good and the shortest known to be bad. It tries what the error
  /// of the last trial predicts, or halves the gap where the prediction leaves it, as it does at a jump.
  private func longestCubic(from place: Double, expecting expected: Double) throws(Refusal) -> Cubic {
    var best: Cubic?
    var (good, bad) = (0.0, Double.infinity)
    // After a cubic of one step of source time the next one may be long again.
    var length = max(expected, 8 * place.ulp)
    for _ in 0..<Self.mostTrials where place + length > place.nextUp {
      // A crumb left over at the end would be a row for nothing.
      let to = place + 1.02 * length >= end ? end : place + length
      length = to - place
      let trial = self.trial(from: place, to: to)
      if let cubic = trial.cubic, trial.excess <= 1 {
        (best, good) = (cubic, length)
        if to == end { break }
        length = min(length * growth(after: trial.excess), (good + bad) / 2)
      } else if trial.excess == 0 {
        // Too short for warped time to have moved.
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
    return try finestCubic(from: place)
  }

  /// Where source times are too coarse for the curve, the next number there is has to do.
  private func finestCubic(from place: Double) throws(Refusal) -> Cubic {
    let next = min(end, place.nextUp)
    let rise = self.rise(from: place, to: next)
    let scale = rise / (next - place)
    guard let cubic = Cubic(from: place, to: next, rise: rise, startScale: scale, endScale: scale) else {
      throw .map(
        "time would stand", at: "source \(NumberSyntax.print(place)) s", advice: "the scale is too small to be written")
    }
    return cubic
  }

  private static let mostTrials = 60

  /// By what to multiply a length whose cubic misses by `excess`; the fourth root, held to what one trial can tell.
  private func growth(after excess: Double) -> Double {
    guard excess > 0 else { return 8 }
    return min(8, max(0.1, 0.97 * (1 / excess).squareRoot().squareRoot()))
  }

  /// The cubic between two places and how far it misses, 1 being what is allowed; none, and 0, where warped time does
  /// not move.
  private func trial(from start: Double, to end: Double) -> (cubic: Cubic?, excess: Double) {
    let rise = self.rise(from: start, to: end)
    guard rise > 0 else { return (nil, 0) }
    let (startScale, endScale) = (scale(at: start), scale(at: end))
    // Three secants are good at both ends at once. They have to do where time nearly stands: there what the row times
    // are rounded by is a slope of its own.
    let steepest = 3 * rise / (end - start)
    let cubic =
      Cubic(from: start, to: end, rise: rise, startScale: startScale, endScale: endScale)
      ?? Cubic(
        from: start, to: end, rise: rise, startScale: min(startScale, steepest), endScale: min(endScale, steepest))
    guard let cubic else { return (nil, .infinity) }
    let probes = Self.probes.map { start + $0 * (end - start) } + law.landmarks(between: start, and: end)
    // Where the curve is steep, a source time says no more of a warped one than its last digit does. Steep at both ends,
    // that is: over a jump nothing is forgiven.
    let allowance = max(allowance, 1.5 * end.ulp * min(startScale, endScale))
    let error = valueError(of: cubic, at: probes)
    return (cubic, (error <= allowance ? error : min(error, slopeError(of: cubic, at: probes))) / allowance)
  }

  /// Warped seconds from one source time to a later one; below zero only where rounding makes it so.
  private func rise(from start: Double, to end: Double) -> Double {
    let change = piece.warped(at: end) - piece.warped(at: start)
    return piece.direction == .forward ? change : -change
  }

  private func scale(at source: Double) -> Double { piece.gain * law.scale(at: source) }

  private func valueError(of cubic: Cubic, at probes: [Double]) -> Double {
    let base = piece.warped(at: cubic.sourceStart)
    return probes.reduce(0) { max($0, abs(cubic.integral(to: $1) - abs(piece.warped(at: $1) - base))) }
  }

  /// What the scales say of the error: it is 0 at both ends, so it cannot exceed half the length times how far the
  /// scales are apart. That is more than the values say, but for short cubics at large times, where the
  /// values are only good to their last digits and the scales know better.
  private func slopeError(of cubic: Cubic, at probes: [Double]) -> Double {
    (cubic.sourceEnd - cubic.sourceStart) / 2
      * probes.reduce(0) { max($0, abs(cubic.scale(at: $1) - scale(at: $1))) }
  }

  /// Where a cubic is compared with the curve. On a smooth one the error is largest in the middle; the others are for
  /// pieces over a place where the fourth derivative changes sign, or where a jump hides.
  private static let probes = [0.04, 0.15, 0.27, 0.39, 0.5, 0.61, 0.73, 0.85, 0.96]
}
