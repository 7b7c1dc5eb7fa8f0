import Values

/// The inverse of a map, with source and result exchanged.
extension TimeMap {
  /// The map that restores the source from the result of this map. Cuts become freezes, and freezes become cuts. If
  /// this map begins after source time 0, its inverse begins with a freeze on the first frame of the result.
  ///
  /// The function sorts this map's pieces by source time, so the map may show parts of the source in any order, but
  /// each part only once. A freeze at the end is lost, because it becomes a cut at the end.
  package func inverted() throws(Refusal) -> TimeMap {
    guard neverReturns || Self.playsOnce(pieces[...], before: openEnd?.source ?? .infinity) else {
      throw firstRepetition()
    }
    var inverse: [Piece] = []
    inverse.reserveCapacity(pieces.count)
    // The source time reached so far, and the warped time at which this map showed it last.
    var (source, warped) = (0.0, 0.0)
    func hold(until next: Double) {
      if next > source { inverse.append(Piece(holding: warped, from: source, until: next)) }
    }
    let end = openEnd?.source ?? .infinity
    // A freeze on a part that has played already is left out.
    for piece in neverReturns ? pieces : Self.bySource(pieces) where source...end ~= piece.sourceStart {
      hold(until: piece.sourceStart)
      if piece.direction == .forward { inverse.append(piece.inverse) }
      (source, warped) = (piece.sourceEnd, piece.warpedEnd)
    }
    guard let openEnd else { return try TimeMap(inverse) }
    hold(until: openEnd.source)
    let inverseEnd = OpenEnd(source: openEnd.warped, warped: openEnd.source, scale: 1 / openEnd.scale)
    return try TimeMap(inverse, openEnd: inverseEnd)
  }

  /// The pieces sorted by source time. A freeze comes before the piece that continues from it.
  private static func bySource(_ pieces: [Piece]) -> [Piece] {
    pieces.sorted { ($0.sourceStart, $0.warpedStart) < ($1.sourceStart, $1.warpedStart) }
  }

  /// Whether all pieces except freezes play forward, and none plays a part of the source again.
  private static func playsOnce(_ pieces: ArraySlice<Piece>, before end: Double) -> Bool {
    var reached = 0.0
    for piece in bySource(pieces.filter { $0.direction != .still }) {
      guard piece.direction == .forward, piece.sourceStart >= reached, piece.sourceEnd <= end else { return false }
      reached = piece.sourceEnd
    }
    return true
  }

  /// The error for a map without an inverse, with the first place in warped time that prevents it.
  private func firstRepetition() -> Refusal {
    let count = pieces.indices.borderIndex { !Self.playsOnce(pieces[...$0], before: .infinity) }
    guard count < pieces.count else {
      let first = openEnd.map { Self.firstSource(in: pieces[...], from: $0.source, to: .infinity) } ?? 0
      return Self.repeats(first, warped: openEnd?.warped(at: first) ?? 0)
    }
    let piece = pieces[count]
    guard piece.direction == .forward else {
      return Self.noInverse("it plays backward", source: piece.sourceStart, warped: piece.warpedStart)
    }
    let first = Self.firstSource(in: pieces[..<count], from: piece.sourceStart, to: piece.sourceEnd)
    return Self.repeats(first, warped: piece.warped(at: first))
  }

  /// The earliest source time from `start` to `end` that the pieces play.
  private static func firstSource(in pieces: ArraySlice<Piece>, from start: Double, to end: Double) -> Double {
    let playing = pieces.filter { $0.direction != .still && $0.sourceStart < end && $0.sourceEnd > start }
    return playing.map { max($0.sourceStart, start) }.min() ?? start
  }

  private static func repeats(_ source: Double, warped: Double) -> Refusal {
    noInverse("it shows a part of the source twice", source: source, warped: warped)
  }

  private static func noInverse(_ reason: String, source: Double, warped: Double) -> Refusal {
    .map(
      "the map has no inverse: \(reason)",
      at: "at \(BriefNumber.print(source)) s in the source, \(BriefNumber.print(warped)) s in the result",
      advice: "--invert needs a map that shows each moment once, forward")
  }
}

extension Piece {
  /// The inverse of a piece that plays forward. The inverse of an inverse is the piece itself.
  fileprivate var inverse: Piece {
    if case .inverse(let piece) = law, gain == 1, piece.sourceStart == warpedStart, piece.sourceEnd == warpedEnd,
      piece.warpedStart == sourceStart, piece.warpedEnd == sourceEnd
    {
      return piece
    }
    let law = straightScale.map { Law.cubic(Cubic(line: 1 / $0, from: warpedStart, to: warpedEnd)) } ?? .inverse(self)
    return Piece(law, from: warpedStart, to: warpedEnd, at: sourceStart, until: sourceEnd)
  }

  /// The absolute scale if it is constant over the piece; otherwise nil.
  var straightScale: Double? {
    guard case .cubic(let cubic) = law, cubic.isStraight else { return nil }
    return gain * cubic.startScale
  }
}
