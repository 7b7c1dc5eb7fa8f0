import Values

/// A soft join at a cut, a jump of a map. What plays before the cut goes on for a while and fades out, and what plays
/// after it has already begun and fades in. The duration of the result and the map stay the same.
///
///     warped time       start      cut       end
///     before the cut  ────┼─────────┤ ─ ─ ─ ─ ┤          beyond the cut: source that the map leaves out here
///     after the cut       ├ ─ ─ ─ ─ ├─────────┼────
///     share of it         0        ╱ ╲        1
package struct Crossfade: Equatable, Sendable {
  /// The index of the stretch before the cut. The stretch after the cut has the next index.
  package let index: Int
  /// The warped time of the cut.
  package let cut: Double
  /// How the source plays on beyond the cut, and how it has played up to the cut.
  package let before: Course
  package let after: Course
  /// The seconds of warped time from the start of the crossfade to the cut, and from the cut to its end.
  package private(set) var early: Double
  package private(set) var late: Double

  /// The source at constant speed.
  package struct Course: Equatable, Sendable {
    /// The source time at the cut.
    package let source: Double
    /// Source seconds per warped second: negative in backward play, 0 in a freeze.
    package let speed: Double

    /// Limits the seconds from the cut on to those in which the source is in `range`. No limit if the source has been
    /// outside since the crossfade began, `passed` seconds before the cut. 0 if the source would not move.
    fileprivate func limited(_ seconds: Double, to range: ClosedRange<Double>, after passed: Double) -> Double {
      if speed == 0 { return seconds }
      let (end, sign) = speed > 0 ? (range.upperBound, 1.0) : (range.lowerBound, -1.0)
      let isOutside = sign * (source - speed * passed - end) > 0
      let limited = isOutside ? seconds : min(seconds, max(0, (end - source) / speed))
      return source + speed * limited == source ? 0 : limited
    }

    fileprivate var reversed: Course { Course(source: source, speed: -speed) }

    /// - Parameter scale: warped seconds per source second; nil in a freeze.
    fileprivate init(at source: Double, scale: Double?, _ direction: Direction) {
      let speed = scale.map { min(Crossfade.fastest, max(Crossfade.slowest, 1 / abs($0))) } ?? 0
      self.init(source: source, speed: direction == .backward ? -speed : speed)
    }

    private init(source: Double, speed: Double) { (self.source, self.speed) = (source, speed) }
  }

  /// The limits of the speed beyond a cut, where the map may be infinitely fast or slow.
  package static let fastest = 100.0
  private static let slowest = 1e-6

  fileprivate init?(at index: Int, of map: TimeMap, early: Double, late: Double) {
    let (last, next) = (map.stretches[index], map.stretches[index + 1])
    (self.index, cut, self.early, self.late) = (index, next.warpedStart, early, late)
    before = Course(at: last.sourceEnd, scale: map.endScale(of: last), last.direction)
    after = Course(at: next.sourceStart, scale: map.startScale(of: next), next.direction)
    // The source begins at 0. Its end is known only when it has been read.
    limit(to: 0...Double.infinity)
    if self.early + self.late <= 0 { return nil }
  }

  package var start: Double { cut - early }
  package var end: Double { cut + late }

  /// Whether neither side is a freeze, which is silent.
  package var isHeard: Bool { before.speed != 0 && after.speed != 0 }

  /// The latest source time that the earlier side shows, or the later side if it plays backward.
  package var latestSource: Double {
    let last = before.source + max(0, before.speed) * late
    return after.speed < 0 ? max(last, after.source - after.speed * early) : last
  }

  package func contains(_ warped: Double) -> Bool { start <= warped && warped < end }

  /// The share of what plays after the cut, from 0 at the start of the crossfade to 1 at its end.
  package func share(at warped: Double) -> Double { (warped - start) / (early + late) }

  /// Makes the crossfade shorter where the source does not reach beyond the cut. A side that the source does not have
  /// at all changes nothing.
  package mutating func limit(to source: ClosedRange<Double>) {
    (early, late) = (
      after.reversed.limited(early, to: source, after: late), before.limited(late, to: source, after: early)
    )
  }
}

/// The crossfades at all cuts of a map.
package struct Crossfades: Sendable {
  package let map: TimeMap
  /// The map with what the crossfades show beyond the cuts: each stretch begins earlier and ends later, and the
  /// stretches follow one another. They have the same indices as in `map`.
  package let extended: TimeMap
  /// The seconds of warped time that a crossfade takes if nothing makes it shorter.
  package let length: Double
  /// By the index of the stretch before the cut.
  private var fades: [Int: Crossfade] = [:]
  /// How much later each stretch plays in `extended`; empty without crossfades.
  private var shifts: [Double] = []

  /// None.
  package init(_ map: TimeMap) { (self.map, extended, length) = (map, map, 0) }

  /// - Parameter length: the seconds of warped time that a crossfade takes, if the next cut or turn is far enough away;
  ///   0 for none.
  package init(_ map: TimeMap, lasting length: Double) throws(Refusal) {
    (self.map, self.length) = (map, length)
    guard length > 0, map.cutCount > 0 else {
      extended = map
      return
    }
    var fades: [Int: Crossfade] = [:]
    for index in map.stretches.indices.dropLast() where map.isCut(after: index) {
      fades[index] = Crossfade(
        at: index, of: map, early: min(length / 2, map.room(in: index)), late: min(length / 2, map.room(in: index + 1)))
    }
    var (pieces, shifts): ([Piece], [Double]) = ([], [])
    for index in map.stretches.indices {
      shifts.append(map.append(index, from: fades[index - 1], to: fades[index], to: &pieces))
    }
    let openEnd = map.openEnd.map {
      TimeMap.OpenEnd(source: $0.source, warped: $0.warped + (shifts.last ?? 0), scale: $0.scale)
    }
    let extended = try TimeMap(pieces, openEnd: openEnd)
    guard extended.stretches.count == map.stretches.count else {
      throw .map("the times of the map are too close for --crossfade", advice: "leave --crossfade out")
    }
    (self.extended, self.fades, self.shifts) = (extended, fades, shifts)
  }

  package var isEmpty: Bool { fades.isEmpty }

  /// The crossfade at the end of a stretch; nil if there is none.
  package subscript(_ index: Int) -> Crossfade? { fades[index] }

  /// The crossfade during which `warped` plays, a time in the stretch `index`.
  package func fade(at warped: Double, in index: Int) -> Crossfade? {
    if let fade = fades[index], fade.contains(warped) { return fade }
    return fades[index - 1].flatMap { $0.contains(warped) ? $0 : nil }
  }

  /// The stretch before `index` if it still fades out at `warped`, a time in the stretch `index`; else `index`.
  func firstPlaying(at warped: Double, in index: Int) -> Int {
    fades[index - 1].map { warped < $0.end } ?? false ? index - 1 : index
  }

  /// Makes the crossfade at the end of a stretch shorter where the source does not reach beyond the cut.
  package mutating func limit(_ index: Int, to source: ClosedRange<Double>) { fades[index]?.limit(to: source) }

  /// The time at which `extended` plays what the stretch `index` plays at `warped`, within a crossfade or outside.
  func extendedTime(of warped: Double, in index: Int) -> Double { warped + (shifts.isEmpty ? 0 : shifts[index]) }

  /// The warped time at which a stretch begins to be shown.
  func start(of index: Int) -> Double { fades[index - 1]?.start ?? map.stretches[index].warpedStart }

  /// The span of `extended` that shows everything that the result shows within a window of warped time.
  package func extendedWindow(_ window: ClosedRange<Double>) -> ClosedRange<Double> {
    if isEmpty { return window }
    let all = map.stretches.indices
    let first = all.borderIndex { (fades[$0]?.end ?? map.stretches[$0].warpedEnd) > window.lowerBound }
    let next = all.borderIndex { start(of: $0) > window.upperBound }
    let lower = extendedTime(of: window.lowerBound, in: min(first, all.count - 1))
    return lower...max(lower, extendedTime(of: window.upperBound, in: max(0, next - 1)))
  }
}

extension TimeMap {
  /// The source time that a stretch plays at `warped`, which must lie in it except for rounding.
  func source(at warped: Double, in stretch: Stretch) -> Double {
    let index = pieceIndex(at: warped)
    let own = stretch.pieces
    if stretch.isOpen, let openEnd, index >= pieces.count || own.isEmpty { return openEnd.source(at: warped) }
    return pieces[min(max(index, own.lowerBound), own.upperBound - 1)].instant(at: warped).source
  }

  /// The number of cuts: jumps in source time.
  package var cutCount: Int { stretches.indices.dropLast().count(where: isCut(after:)) }

  fileprivate func isCut(after index: Int) -> Bool { !stretches[index].isFollowed(by: stretches[index + 1]) }

  /// The seconds of warped time in a stretch for each crossfade at its ends.
  fileprivate func room(in index: Int) -> Double {
    let stretch = stretches[index]
    let cuts = [index - 1, index].filter { stretches.indices.dropLast().contains($0) && isCut(after: $0) }
    return (stretch.warpedEnd - stretch.warpedStart) / Double(max(1, cuts.count))
  }

  /// Appends a stretch with what crossfades show beyond its ends. Returns how much later it plays.
  fileprivate func append(
    _ index: Int, from start: Crossfade?, to end: Crossfade?, to extended: inout [Piece]
  ) -> Double {
    var warped = extended.last?.warpedEnd ?? 0
    let shift = warped + (start?.early ?? 0) - stretches[index].warpedStart
    if let start {
      var source = start.after.source - start.after.speed * start.early
      // Where the source times at both sides are equal, the two stretches would become one.
      if start.isHeard, start.early > 0, source == extended.last?.sourceEnd { source = source.nextUp }
      extended.append(Piece(from: source, to: start.after.source, at: warped, until: start.cut + shift))
    }
    extended += pieces[stretches[index].pieces].map { $0.moved(by: shift) }
    if let end {
      warped = extended.last?.warpedEnd ?? 0
      var source = end.before.source + end.before.speed * end.late
      if end.isHeard, source == end.after.source - end.after.speed * end.early { source = source.nextUp }
      extended.append(Piece(from: end.before.source, to: source, at: warped, until: warped + end.late))
    }
    return shift
  }
}

extension Piece {
  /// A piece at constant speed, or a freeze.
  fileprivate init(from source: Double, to end: Double, at warped: Double, until warpedEnd: Double) {
    guard source != end, warped < warpedEnd else {
      self.init(holding: source, from: warped, until: warpedEnd)
      return
    }
    let line = Cubic(line: (warpedEnd - warped) / abs(end - source), from: min(source, end), to: max(source, end))
    self.init(.cubic(line), from: source, to: end, at: warped, until: warpedEnd)
  }

  fileprivate func moved(by shift: Double) -> Piece {
    guard let law else {
      return Piece(holding: sourceStart, from: warpedStart + shift, until: warpedEnd + shift)
    }
    return Piece(
      law, gain: gain, from: sourceStart, to: sourceEnd, at: warpedStart + shift, until: warpedEnd + shift)
  }
}
