import Values

/// Applies two maps, one after the other.
extension TimeMap {
  /// The map that applies this map, and then `next` to its result. The source times of `next` are warped times of this
  /// map.
  ///
  /// Throws if `next` shows times after the end of this map's result.
  package func followed(by next: TimeMap) throws(Refusal) -> TimeMap {
    var next = next
    if let length = warpedLength {
      next = try next.closed(at: length)
      guard next.requiredSource <= length + Self.overhang else {
        let (late, early) = BriefNumber.print(next.requiredSource, besides: length)
        throw .map(
          "the map of --then goes on to \(late) s, but the result before it ends at \(early) s", at: "--then",
          advice: "add --trim ..\(NumberSyntax.print(length))s to the options in --then")
      }
    }
    var succession = Succession(of: self)
    for piece in next.pieces { try succession.append(piece) }
    guard let openEnd = next.openEnd else { return try TimeMap(succession.pieces) }
    return try succession.map(endingIn: openEnd)
  }

  /// The seconds by which `next` may exceed the end of the result because of rounding. The last instant is held there.
  private static let overhang = 1e-6
}

/// Collects the pieces of the combined map while a second map plays the result of `map`.
private struct Succession {
  private let map: TimeMap
  private(set) var pieces: [Piece] = []
  private let end: Double

  init(of map: TimeMap) {
    self.map = map
    end = map.warpedLength ?? .infinity
  }

  mutating func append(_ outer: Piece) throws(Refusal) {
    switch outer.direction {
    case .still: hold(outer.sourceStart, from: outer.warpedStart, until: outer.warpedEnd)
    case .forward:
      forEachPart(from: outer.sourceStart, to: min(end, outer.sourceEnd)) { inner, start, stop in
        add(inner.part(from: start, to: stop, playedBy: outer))
      }
      if outer.sourceEnd > end {
        hold(end, from: outer.warped(at: max(end, outer.sourceStart)), until: outer.warpedEnd)
      }
    case .backward:
      if outer.sourceStart > end {
        hold(end, from: outer.warpedStart, until: outer.warped(at: max(end, outer.sourceEnd)))
      }
      var parts: [Piece?] = []
      forEachPart(from: outer.sourceEnd, to: min(end, outer.sourceStart)) { inner, start, stop in
        parts.append(inner.part(from: start, to: stop, playedBy: outer))
      }
      for part in parts.reversed() { add(part) }
    }
    guard pieces.count <= TimeMap.mostRows else {
      throw .usage("the maps together would have more than \(TimeMap.mostRows) rows", at: "--then")
    }
  }

  /// Adds `outer`, the endless last part of the map that is applied second, and returns the finished map.
  func map(endingIn outer: TimeMap.OpenEnd) throws(Refusal) -> TimeMap {
    // If the first map has an end, `followed` has already given the second map an end.
    guard let inner = map.openEnd else { return try TimeMap(pieces) }
    var whole = self
    if outer.source < inner.warped {
      let line = Cubic(line: outer.scale, from: outer.source, to: inner.warped)
      try whole.append(Piece(.cubic(line), from: outer.source, to: inner.warped, at: outer.warped))
    }
    let start = max(outer.source, inner.warped)
    let openEnd = TimeMap.OpenEnd(
      source: inner.source(at: start), warped: outer.warped(at: start), scale: outer.scale * inner.scale)
    return try TimeMap(whole.pieces, openEnd: openEnd)
  }

  private mutating func hold(_ instant: Double, from start: Double, until stop: Double) {
    guard start < stop, let source = map.instant(at: min(instant, end))?.source else { return }
    pieces.append(Piece(holding: source, from: start, until: stop))
  }

  private mutating func add(_ piece: Piece?) { if let piece { pieces.append(piece) } }

  /// Calls `body` with each piece that plays between the warped times `start` and `stop`, and with the warped times
  /// between which it plays there.
  private func forEachPart(from start: Double, to stop: Double, _ body: (Piece, Double, Double) -> Void) {
    var index = map.pieceIndex(at: start)
    while index < map.pieces.count, map.pieces[index].warpedStart < stop {
      let piece = map.pieces[index]
      body(piece, max(start, piece.warpedStart), min(stop, piece.warpedEnd))
      index += 1
    }
    guard let openEnd = map.openEnd, stop > openEnd.warped else { return }
    let from = max(start, openEnd.warped)
    let line = Cubic(line: openEnd.scale, from: openEnd.source(at: from), to: openEnd.source(at: stop))
    body(Piece(.cubic(line), from: line.sourceStart, to: line.sourceEnd, at: from, until: stop), from, stop)
  }
}

extension Piece {
  /// The part of this piece between two of its warped times, played by `outer`. Nil if the part has no length.
  fileprivate func part(from start: Double, to stop: Double, playedBy outer: Piece) -> Piece? {
    guard start < stop, let outerLaw = outer.law else { return nil }
    let isForward = outer.direction == .forward
    let (first, last) = isForward ? (start, stop) : (stop, start)
    let (warpedStart, warpedEnd) = (outer.warped(at: first), outer.warped(at: last))
    let (sourceStart, sourceEnd) = (instant(at: first).source, instant(at: last).source)
    guard warpedStart < warpedEnd else { return nil }
    guard let law, sourceStart != sourceEnd else {
      return Piece(holding: sourceStart, from: warpedStart, until: warpedEnd)
    }
    if let scale = outer.straightScale {
      return Piece(law, gain: gain * scale, from: sourceStart, to: sourceEnd, at: warpedStart, until: warpedEnd)
    }
    let isSame = straightScale == 1 && direction == .forward && self.sourceStart == self.warpedStart
    return Piece(
      isSame ? outerLaw : .succession(Law.Succession(inner: self, outer: outerLaw, part: start...stop)),
      gain: outer.gain,
      from: sourceStart, to: sourceEnd, at: warpedStart, until: warpedEnd)
  }
}
