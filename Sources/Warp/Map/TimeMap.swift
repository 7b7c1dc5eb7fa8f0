/// The relation between source time and warped time: pieces in order of warped time, and perhaps an open end.
///
/// Pieces meet in warped time and need not meet in source time: where they do not there is a cut.
package struct TimeMap: Equatable, Sendable {
  /// Every one lasts a while; two that hold the same instant never touch.
  package let pieces: [Piece]
  /// How the map goes on after the last piece, until the input ends.
  package let openEnd: OpenEnd?
  /// For each piece the earliest source time shown by it or later.
  private let earliestSources: [Double]
  /// The map in stretches, in order of warped time; an open end is an endless one.
  package let stretches: [Stretch]

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

  /// Refused where nothing is left to show, or more than there is time for.
  package init(_ pieces: [Piece], openEnd: OpenEnd? = nil) throws(Refusal) {
    let pieces = Self.tidied(pieces)
    guard !pieces.isEmpty || openEnd != nil else {
      throw .map("the map shows nothing", advice: "its warped length has to be more than 0")
    }
    if let index = pieces.indices.first(where: { !(pieces[$0].warpedEnd <= TimeSyntax.longest) }) {
      throw .map(
        "the map lasts too long", at: "source \(NumberSyntax.print(pieces[index].sourceStart)) s",
        advice: "warped time goes up to \(NumberSyntax.print(TimeSyntax.longest)) s")
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
    stretches = Stretch.all(of: pieces, openEnd)
  }

  /// Leaves out what lasts no time and makes one hold of two that touch.
  private static func tidied(_ pieces: [Piece]) -> [Piece] {
    func belongTogether(_ last: Piece, _ piece: Piece) -> Bool {
      last.law == nil && piece.law == nil && last.sourceEnd == piece.sourceStart
    }
    // By index: a piece is large enough for its copies to be felt in a table of a million.
    let isTidy = pieces.indices.allSatisfy { index in
      pieces[index].warpedLength > 0 && (index == 0 || !belongTogether(pieces[index - 1], pieces[index]))
    }
    // Long tables nearly always are; they are not copied.
    if isTidy { return pieces }
    var tidied: [Piece] = []
    for piece in pieces where piece.warpedLength > 0 {
      if let last = tidied.last, belongTogether(last, piece) {
        tidied[tidied.count - 1] = Piece(holding: last.sourceStart, from: last.warpedStart, until: piece.warpedEnd)
      } else {
        tidied.append(piece)
      }
    }
    return tidied
  }

  /// One scale from 0 on, to the end of a clip or until the input ends.
  package init(scale: Double, duration: Double?) throws(Refusal) {
    if let duration {
      try self.init([Piece(.cubic(Cubic(line: scale, from: 0, to: duration)), from: 0, to: duration, at: 0)])
    } else {
      try self.init([], openEnd: OpenEnd(source: 0, warped: 0, scale: scale))
    }
  }

  /// The warped length W; nil when the input decides it.
  package var warpedLength: Double? { openEnd == nil ? pieces.last?.warpedEnd : nil }

  /// The warped length, for what cannot be done without.
  package func requiredLength(for purpose: String) throws(Refusal) -> Double {
    guard let warpedLength else {
      throw .usage("\(purpose) needs a map with an end", advice: "give --duration, or close the map with --trim ..TO")
    }
    return warpedLength
  }

  /// The warped length if the input ends at the source instant `end`: an open end goes on up to there.
  package func warpedLength(ofInputEnding end: Double) -> Double {
    if let openEnd { return openEnd.warped(at: max(end, openEnd.source)) }
    return pieces.last?.warpedEnd ?? 0
  }

  /// The earliest and latest source time that is shown; the latest is nil where the map has an open end.
  package var sourceRange: (start: Double, end: Double?) {
    (earliestSources.first ?? openEnd?.source ?? 0, openEnd == nil ? requiredSource : nil)
  }

  /// How long the input has to be for all rows of the map to be shown; an open end shows what lies beyond as well.
  var requiredSource: Double { pieces.reduce(openEnd?.source ?? 0) { max($0, $1.sourceStart, $1.sourceEnd) } }

  /// Whether the source only goes on, perhaps with freezes and gaps: nothing is shown again once it has been passed.
  package var neverReturns: Bool {
    stretches.allSatisfy { $0.direction != .backward }
      && zip(stretches, stretches.dropFirst()).allSatisfy { $0.sourceEnd <= $1.sourceStart }
  }

  /// Whether the source only goes on and never stands still: then source time orders what is shown as warped time does.
  package var onlyPlaysForward: Bool { neverReturns && stretches.allSatisfy { $0.direction == .forward } }
}

/// From warped time to source time: one answer for each instant.
extension TimeMap {
  /// Where an instant of warped time lies on the source.
  package struct Instant: Equatable, Sendable {
    package let source: Double
    /// Warped seconds per source second there: negative while playing backward, nil while standing still.
    package let scale: Double?
    package let direction: Direction
  }

  /// The instant shown at `warped`, the later row at a cut; nil outside the map. O(log n).
  package func instant(at warped: Double) -> Instant? {
    guard warped >= 0 else { return nil }
    let index = pieceIndex(at: warped)
    if let openEnd, index == pieces.count { return openEnd.instant(at: warped) }
    // The end of the last piece belongs to it: there is nothing later to hold there.
    let last = min(index, pieces.count - 1)
    guard warped <= pieces[last].warpedEnd else { return nil }
    return pieces[last].instant(at: warped)
  }

  /// The piece in which `warped` lies, `pieces.count` beyond all of them.
  func pieceIndex(at warped: Double) -> Int {
    pieces.borderIndex { $0.warpedEnd > warped }
  }

  /// The earliest source time that is shown at `warped` or later: nothing before it is ever needed again.
  package func horizon(at warped: Double) -> Double {
    let index = pieceIndex(at: warped)
    guard index < pieces.count else {
      if let openEnd { return openEnd.source(at: warped) }
      // The end of the map still shows its last instant.
      return pieces.last.flatMap { warped <= $0.warpedEnd ? $0.sourceEnd : nil } ?? .infinity
    }
    let piece = pieces[index]
    return min(earliestSource(fromPiece: index + 1), piece.instant(at: warped).source, piece.sourceEnd)
  }

  /// The earliest source time that the piece `index` or a later one shows, the open end included; infinite after the
  /// end of the map.
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
