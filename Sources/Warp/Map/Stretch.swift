/// A freeze, or the longest possible series of pieces that play in one direction without a cut.
///
/// A map may play on until the input ends: its open end. If the last stretch plays forward and ends where the open end
/// begins, the open end belongs to this stretch. Otherwise the open end is its own stretch, without pieces. In both
/// cases this stretch ends at infinity.
package struct Stretch: Equatable, Sendable {
  package let direction: Direction
  /// The source times at the start and end, in playing order. The end of a stretch with an open end is infinite.
  package let sourceStart: Double
  package let sourceEnd: Double
  /// The warped times at the start and end. The end of a stretch with an open end is infinite.
  package let warpedStart: Double
  package let warpedEnd: Double
  /// The indices of the stretch's pieces in `TimeMap.pieces`.
  package let pieces: Range<Int>

  package var isOpen: Bool { warpedEnd == .infinity }
  package var earliestSource: Double { min(sourceStart, sourceEnd) }
  package var latestSource: Double { max(sourceStart, sourceEnd) }

  /// Whether `next`, the next stretch, continues at the source instant where this stretch ends, without a cut.
  package func isFollowed(by next: Stretch) -> Bool { sourceEnd == next.sourceStart }
}

extension Stretch {
  /// The stretches of a map, in warped order.
  static func all(of pieces: [Piece], _ openEnd: TimeMap.OpenEnd?) -> [Stretch] {
    var stretches: [Stretch] = []
    var start = 0
    // By index, because a method of the piece would copy both, which takes noticeable time for a million rows.
    for next in pieces.indices.dropFirst()
    where pieces[next - 1].sourceEnd != pieces[next].sourceStart
      || pieces[next - 1].direction != pieces[next].direction
    {
      stretches.append(Stretch(playing: start..<next, of: pieces))
      start = next
    }
    if !pieces.isEmpty { stretches.append(Stretch(playing: start..<pieces.count, of: pieces)) }
    guard let openEnd else { return stretches }
    if let last = stretches.last, last.direction == .forward, last.sourceEnd == openEnd.source {
      stretches[stretches.count - 1] = last.withoutEnd
    } else {
      stretches.append(Stretch(openEnd, after: pieces.count))
    }
    return stretches
  }

  private init(playing range: Range<Int>, of pieces: [Piece]) {
    let (first, last) = (range.lowerBound, range.upperBound - 1)
    self.init(
      direction: pieces[first].direction, sourceStart: pieces[first].sourceStart, sourceEnd: pieces[last].sourceEnd,
      warpedStart: pieces[first].warpedStart, warpedEnd: pieces[last].warpedEnd, pieces: range)
  }

  private init(_ openEnd: TimeMap.OpenEnd, after pieceCount: Int) {
    self.init(
      direction: .forward, sourceStart: openEnd.source, sourceEnd: .infinity, warpedStart: openEnd.warped,
      warpedEnd: .infinity, pieces: pieceCount..<pieceCount)
  }

  /// This stretch, continued until the input ends.
  private var withoutEnd: Stretch {
    Stretch(
      direction: direction, sourceStart: sourceStart, sourceEnd: .infinity, warpedStart: warpedStart,
      warpedEnd: .infinity, pieces: pieces)
  }
}

extension TimeMap {
  /// The warped time at which a stretch shows `source`. Returns the start of the stretch for an earlier `source`, and
  /// its end for a later one. The stretch must not be a freeze. O(log n).
  package func warped(at source: Double, in stretch: Stretch) -> Double {
    let isForward = stretch.direction == .forward
    if isForward ? source <= stretch.sourceStart : source >= stretch.sourceStart { return stretch.warpedStart }
    let index = pieces[stretch.pieces].borderIndex {
      isForward ? $0.sourceEnd > source : $0.sourceEnd < source
    }
    if index < stretch.pieces.upperBound { return pieces[index].warped(at: source) }
    return stretch.isOpen ? openEnd?.warped(at: source) ?? stretch.warpedEnd : stretch.warpedEnd
  }

  /// The scale at the start of a stretch, negative if it plays backward; nil for a freeze.
  package func startScale(of stretch: Stretch) -> Double? {
    guard let first = stretch.pieces.first else { return openEnd?.scale }
    return pieces[first].signedScale(at: stretch.sourceStart)
  }

  /// The scale at the end of a stretch, negative if it plays backward; nil for a freeze.
  package func endScale(of stretch: Stretch) -> Double? {
    guard !stretch.isOpen, let last = stretch.pieces.last else { return openEnd?.scale }
    return pieces[last].signedScale(at: stretch.sourceEnd)
  }
}
