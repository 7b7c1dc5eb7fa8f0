import Values

/// The relation between source time (in the input) and warped time (in the result): pieces in warped order. It may also
/// have an open end, which plays until the input ends.
///
/// Each piece begins at the warped time where the previous one ends. If their source times differ there, this is a cut.
package struct TimeMap: Equatable, Sendable {
  /// In warped order. Each piece lasts more than 0, and no two neighbours are freezes of the same instant.
  package let pieces: [Piece]
  /// How the map plays on after the last piece until the input ends; nil if the map ends with its last piece.
  package let openEnd: OpenEnd?
  /// For each piece, the earliest source time shown by this piece, a later piece or the open end.
  private let earliestSources: [Double]
  /// The stretches (series of pieces in one direction without a cut, and freezes), in warped order.
  package let stretches: [Stretch]
  let stretchIndex: StretchIndex
  /// Whether the shown source time never goes back. Freezes and jumps ahead are allowed.
  package let neverReturns: Bool

  /// Playback forward at a constant scale, from `source` and `warped` until the input ends.
  package struct OpenEnd: Equatable, Sendable {
    package let source: Double
    package let warped: Double
    package let scale: Double

    package init(source: Double, warped: Double, scale: Double) {
      self.source = source
      self.warped = warped
      self.scale = scale
    }
  }

  /// Creates a map from pieces in warped order, the first of which starts at 0. Drops pieces without a length, and
  /// joins neighbouring freezes of the same instant. Throws if the map is empty or longer than `TimeSyntax.longest`.
  package init(_ pieces: [Piece], openEnd: OpenEnd? = nil) throws(Refusal) {
    let pieces = Self.tidied(pieces)
    guard !pieces.isEmpty || openEnd != nil else {
      throw .map("the result would be empty", advice: "keep at least a part of the source")
    }
    if let index = pieces.indices.first(where: { !(pieces[$0].warpedEnd <= TimeSyntax.longest) }) {
      throw .map(
        "the result would be too long", at: "at \(BriefNumber.print(pieces[index].sourceStart)) s in the source",
        advice: "the longest result lasts \(NumberSyntax.print(TimeSyntax.longest)) s")
    }
    self.pieces = pieces
    self.openEnd = openEnd
    var earliest = openEnd?.source ?? .infinity
    var earliestSources = [Double](repeating: earliest, count: pieces.count)
    for index in pieces.indices.reversed() {
      earliest = min(earliest, pieces[index].sourceStart, pieces[index].sourceEnd)
      earliestSources[index] = earliest
    }
    self.earliestSources = earliestSources
    let stretches = Stretch.all(of: pieces, openEnd)
    self.stretches = stretches
    stretchIndex = StretchIndex(stretches)
    neverReturns =
      stretches.allSatisfy { $0.direction != .backward }
      && zip(stretches, stretches.dropFirst()).allSatisfy { $0.sourceEnd <= $1.sourceStart }
  }

  private static func tidied(_ pieces: [Piece]) -> [Piece] {
    func areOneFreeze(_ last: Piece, _ piece: Piece) -> Bool {
      last.law == nil && piece.law == nil && last.sourceEnd == piece.sourceStart
    }
    // By index, because `zip` would copy the pieces, which takes noticeable time for a table of a million rows.
    let isTidy = pieces.indices.allSatisfy { index in
      pieces[index].warpedLength > 0 && (index == 0 || !areOneFreeze(pieces[index - 1], pieces[index]))
    }
    // Nearly all tables are tidy, and a long table is then not copied.
    if isTidy { return pieces }
    var tidied: [Piece] = []
    for piece in pieces where piece.warpedLength > 0 {
      if let last = tidied.last, areOneFreeze(last, piece) {
        tidied[tidied.count - 1] = Piece(holding: last.sourceStart, from: last.warpedStart, until: piece.warpedEnd)
      } else {
        tidied.append(piece)
      }
    }
    return tidied
  }

  /// A map of one scale from source time 0 to `duration`; if `duration` is nil, until the input ends.
  package init(scale: Double, duration: Double?) throws(Refusal) {
    if let duration {
      try self.init([Piece(.cubic(Cubic(line: scale, from: 0, to: duration)), from: 0, to: duration, at: 0)])
    } else {
      try self.init([], openEnd: OpenEnd(source: 0, warped: 0, scale: scale))
    }
  }

  /// The warped length; nil for a map with an open end, whose length depends on the input.
  package var warpedLength: Double? { openEnd == nil ? pieces.last?.warpedEnd : nil }

  /// The warped length. For a map with an open end, throws an error that says that `purpose` needs the length.
  package func requiredLength(for purpose: String, on clip: Clip = Clip()) throws(Refusal) -> Double {
    if let warpedLength { return warpedLength }
    if clip.isUndone { throw Clip.undoing(purpose) }
    throw .usage("\(purpose) needs a map that ends", advice: "add --duration TIME, or end the map with --trim ..TIME")
  }

  /// The warped length if the input ends at the source time `end`.
  package func warpedLength(ofInputEnding end: Double) -> Double {
    if let openEnd { return openEnd.warped(at: max(end, openEnd.source)) }
    return pieces.last?.warpedEnd ?? 0
  }

  /// The earliest and latest shown source time. The latest is nil for a map with an open end.
  package var sourceRange: (start: Double, end: Double?) {
    (earliestSources.first ?? openEnd?.source ?? 0, openEnd == nil ? requiredSource : nil)
  }

  /// The latest source time of any piece: the least input length that shows all pieces. An open end also shows the
  /// input after it.
  var requiredSource: Double { pieces.reduce(openEnd?.source ?? 0) { max($0, $1.sourceStart, $1.sourceEnd) } }

  /// The latest source time that is shown before the warped time `end`.
  func requiredSource(upTo end: Double) -> Double {
    guard end < warpedLength ?? .infinity else { return requiredSource }
    let latest = stretches.prefix { $0.warpedStart <= end }.reduce(0) { latest, stretch in
      let last = stretch.warpedEnd <= end ? stretch.sourceEnd : instant(at: end)?.source ?? stretch.sourceStart
      return max(latest, stretch.sourceStart, last)
    }
    return min(latest, requiredSource)
  }

  /// Whether the shown source time always rises. Then no source instant has two visits, and a plot can use source time
  /// as its axis.
  package var onlyPlaysForward: Bool { neverReturns && stretches.allSatisfy { $0.direction == .forward } }
}

/// Converts warped time to source time. Each warped time shows one source instant.
extension TimeMap {
  /// The source time shown at a warped time, with its scale and direction.
  package struct Instant: Equatable, Sendable {
    package let source: Double
    /// Warped seconds per source second: negative during backward play, nil in a freeze.
    package let scale: Double?
    package let direction: Direction
  }

  /// The instant shown at `warped`. At a cut, the later piece counts. Nil outside the map. O(log n).
  package func instant(at warped: Double) -> Instant? {
    guard warped >= 0 else { return nil }
    let index = pieceIndex(at: warped)
    if let openEnd, index == pieces.count { return openEnd.instant(at: warped) }
    // The end of a piece belongs to the next piece. Only the last piece contains its own end.
    let last = min(index, pieces.count - 1)
    guard warped <= pieces[last].warpedEnd else { return nil }
    return pieces[last].instant(at: warped)
  }

  /// The index of the piece that contains `warped`; `pieces.count` after the last piece. A piece contains its start,
  /// but not its end.
  func pieceIndex(at warped: Double) -> Int {
    pieces.borderIndex { $0.warpedEnd > warped }
  }

  /// The earliest source time that is shown at the warped time `warped` or later. Infinite after the end of the map.
  package func horizon(at warped: Double) -> Double {
    let index = pieceIndex(at: warped)
    guard index < pieces.count else {
      if let openEnd { return openEnd.source(at: warped) }
      // At the end of the map, its last instant is still shown.
      return pieces.last.flatMap { warped <= $0.warpedEnd ? $0.sourceEnd : nil } ?? .infinity
    }
    let piece = pieces[index]
    return min(earliestSource(fromPiece: index + 1), piece.instant(at: warped).source, piece.sourceEnd)
  }

  /// The earliest source time shown by the piece `index`, a later piece or the open end; infinite if none of them
  /// exists.
  func earliestSource(fromPiece index: Int) -> Double {
    index < pieces.count ? earliestSources[index] : openEnd?.source ?? .infinity
  }
}

extension TimeMap.OpenEnd {
  package func source(at warped: Double) -> Double { source + max(0, warped - self.warped) / scale }

  package func warped(at source: Double) -> Double { warped + scale * (source - self.source) }

  func instant(at warped: Double) -> TimeMap.Instant {
    TimeMap.Instant(source: source(at: warped), scale: scale, direction: .forward)
  }
}
