/// A part of the map in which the source plays one way, without a cut, or stands still.
struct Stretch: Equatable, Sendable {
  let direction: Direction
  /// Source time at its start and end, in the order they are shown; the end of an open map is infinite.
  let sourceStart: Double
  let sourceEnd: Double
  let warpedStart: Double
  let warpedEnd: Double
  /// The map's pieces it consists of, an open end not counted.
  let pieces: Range<Int>

  var earliestSource: Double { min(sourceStart, sourceEnd) }
  var latestSource: Double { max(sourceStart, sourceEnd) }
  var isOpen: Bool { warpedEnd == .infinity }

  /// The same without an end.
  fileprivate var goingOn: Stretch {
    Stretch(
      direction: direction, sourceStart: sourceStart, sourceEnd: .infinity, warpedStart: warpedStart,
      warpedEnd: .infinity, pieces: pieces)
  }

  func isFollowed(by next: Stretch) -> Bool { sourceEnd == next.sourceStart }
}

extension TimeMap {
  /// In order of warped time.
  var stretches: [Stretch] {
    var stretches = runs.map { run in
      let (first, last) = (pieces[run.lowerBound], pieces[run.upperBound - 1])
      return Stretch(
        direction: first.direction, sourceStart: first.sourceStart, sourceEnd: last.sourceEnd,
        warpedStart: first.warpedStart, warpedEnd: last.warpedEnd, pieces: run)
    }
    guard let tail else { return stretches }
    let open = Stretch(
      direction: .forward, sourceStart: tail.source, sourceEnd: .infinity, warpedStart: tail.warped,
      warpedEnd: .infinity, pieces: pieces.count..<pieces.count)
    // An open end that goes on where the last stretch plays forward to is part of it.
    if let last = stretches.last, last.direction == .forward, last.isFollowed(by: open) {
      stretches[stretches.count - 1] = last.goingOn
    } else {
      stretches.append(open)
    }
    return stretches
  }

  /// When a stretch that plays shows `source`; its start or end where `source` lies outside. O(log n).
  func warped(at source: Double, in stretch: Stretch) -> Double {
    let isForward = stretch.direction == .forward
    if isForward ? source <= stretch.sourceStart : source >= stretch.sourceStart { return stretch.warpedStart }
    let index = pieces[stretch.pieces].borderIndex {
      isForward ? $0.sourceEnd > source : $0.sourceEnd < source
    }
    if index < stretch.pieces.upperBound { return pieces[index].warped(at: source) }
    return stretch.isOpen ? tail?.warped(at: source) ?? stretch.warpedEnd : stretch.warpedEnd
  }

  /// The source there has to be for all rows of the map to be shown; an open end takes what there is beyond.
  var requiredSource: Double { pieces.reduce(tail?.source ?? 0) { max($0, $1.sourceStart, $1.sourceEnd) } }
}
