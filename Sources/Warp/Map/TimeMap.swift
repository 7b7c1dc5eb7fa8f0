/// The relation between source time and warped time: pieces in order of warped time, and perhaps an open end.
///
/// Each piece begins at the warped time at which the one before ends. Where it does not also begin at the source time
/// at which that one ends, there is a cut.
package struct TimeMap: Equatable, Sendable {
  /// In order of warped time. Each lasts more than 0, and no two neighbours are freezes of the same instant.
  package let pieces: [Piece]
  /// How the map goes on after the last piece until the input ends; nil if the map ends with its last piece.
  package let openEnd: OpenEnd?
  /// For each piece the earliest source time shown by it, by a later piece or by the open end.
  private let earliestSources: [Double]
  /// The stretches the map consists of, in order of warped time.
  package let stretches: [Stretch]
  let stretchIndex: StretchIndex
  /// Whether the source only goes on, perhaps with freezes and gaps: nothing is shown again once it has been passed.
  package let neverReturns: Bool

  /// Plays forward at a constant scale from `source` and `warped` on.
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

  /// The map of `pieces` given in order of warped time, the first of which starts at 0. Pieces that last no time are
  /// left out, and neighbouring freezes of one instant become one. Refused if nothing is left to show, or if the map
  /// lasts longer than `TimeSyntax.longest`.
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
    // By index and not by `zip`, which would copy the pieces: that takes noticeable time in a table of a million rows.
    let isTidy = pieces.indices.allSatisfy { index in
      pieces[index].warpedLength > 0 && (index == 0 || !areOneFreeze(pieces[index - 1], pieces[index]))
    }
    // Tables nearly always are, and a long one is then not copied.
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

  /// One scale from source time 0 to `duration`, or until the input ends if that is nil.
  package init(scale: Double, duration: Double?) throws(Refusal) {
    if let duration {
      try self.init([Piece(.cubic(Cubic(line: scale, from: 0, to: duration)), from: 0, to: duration, at: 0)])
    } else {
      try self.init([], openEnd: OpenEnd(source: 0, warped: 0, scale: scale))
    }
  }

  /// The warped length; nil for a map with an open end, whose length depends on the input.
  package var warpedLength: Double? { openEnd == nil ? pieces.last?.warpedEnd : nil }

  /// The warped length; refused for a map with an open end, naming `purpose` as what needs it.
  package func requiredLength(for purpose: String, on clip: Clip = Clip()) throws(Refusal) -> Double {
    if let warpedLength { return warpedLength }
    if clip.isUndone { throw Clip.undoing(purpose) }
    throw .usage("\(purpose) needs a map that ends", advice: "add --duration TIME, or end the map with --trim ..TIME")
  }

  /// The warped length if the input ends at the source time `end`, up to which an open end plays.
  package func warpedLength(ofInputEnding end: Double) -> Double {
    if let openEnd { return openEnd.warped(at: max(end, openEnd.source)) }
    return pieces.last?.warpedEnd ?? 0
  }

  /// The earliest and latest source time that is shown; the latest is nil for a map with an open end.
  package var sourceRange: (start: Double, end: Double?) {
    (earliestSources.first ?? openEnd?.source ?? 0, openEnd == nil ? requiredSource : nil)
  }

  /// The latest source time of any row of the map: how long the input has to be for all rows to be shown. An open end
  /// also shows what the input has after that.
  var requiredSource: Double { pieces.reduce(openEnd?.source ?? 0) { max($0, $1.sourceStart, $1.sourceEnd) } }

  /// The same for what is shown up to the warped time `end`.
  func requiredSource(upTo end: Double) -> Double {
    guard end < warpedLength ?? .infinity else { return requiredSource }
    let latest = stretches.prefix { $0.warpedStart <= end }.reduce(0) { latest, stretch in
      let last = stretch.warpedEnd <= end ? stretch.sourceEnd : instant(at: end)?.source ?? stretch.sourceStart
      return max(latest, stretch.sourceStart, last)
    }
    return min(latest, requiredSource)
  }

  /// Whether the source time shown always rises. Then no source instant has two visits, and source time can be the axis
  /// of a plot.
  package var onlyPlaysForward: Bool { neverReturns && stretches.allSatisfy { $0.direction == .forward } }
}

/// From warped time to source time: each warped time shows one source instant.
extension TimeMap {
  /// The source time that is shown at a warped time, and how it plays there.
  package struct Instant: Equatable, Sendable {
    package let source: Double
    /// Warped seconds per source second: negative while playing backward, nil in a freeze.
    package let scale: Double?
    package let direction: Direction
  }

  /// The instant shown at `warped`; at a cut that is where the later piece begins. Nil outside the map. O(log n).
  package func instant(at warped: Double) -> Instant? {
    guard warped >= 0 else { return nil }
    let index = pieceIndex(at: warped)
    if let openEnd, index == pieces.count { return openEnd.instant(at: warped) }
    // The end of any other piece belongs to the piece after it; the end of the last piece belongs to that piece.
    let last = min(index, pieces.count - 1)
    guard warped <= pieces[last].warpedEnd else { return nil }
    return pieces[last].instant(at: warped)
  }

  /// The index of the piece in which `warped` lies, `pieces.count` after the last. A piece contains its start and not
  /// its end.
  func pieceIndex(at warped: Double) -> Int {
    pieces.borderIndex { $0.warpedEnd > warped }
  }

  /// The earliest source time that is shown at `warped` or later: no source before it is needed again. Infinite after
  /// the end of the map.
  package func horizon(at warped: Double) -> Double {
    let index = pieceIndex(at: warped)
    guard index < pieces.count else {
      if let openEnd { return openEnd.source(at: warped) }
      // At the end of the map its last instant is still shown.
      return pieces.last.flatMap { warped <= $0.warpedEnd ? $0.sourceEnd : nil } ?? .infinity
    }
    let piece = pieces[index]
    return min(earliestSource(fromPiece: index + 1), piece.instant(at: warped).source, piece.sourceEnd)
  }

  /// The earliest source time shown by the piece `index`, by a later piece or by the open end; infinite if there is
  /// none of them.
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
