import Values

/// Parts of the source, such as silences, that play at their own speeds or are left out. The rest has one common speed.
package struct Ranges: Equatable, Sendable {
  /// How a part of the source plays: at a speed, or not at all (a cut). A cut compares as faster than any speed.
  package enum Pace: Equatable, Comparable, Sendable {
    case speed(Double)
    case cut
  }

  package struct Range: Equatable, Sendable {
    package let start: Double
    package let end: Double
    package let pace: Pace

    package init(start: Double, end: Double, pace: Pace) {
      self.start = start
      self.end = end
      self.pace = pace
    }
  }

  /// Sorted, without overlaps and empty ranges.
  package let ranges: [Range]
  /// The pace outside all ranges.
  package let otherwise: Pace
  /// Seconds at both ends of a range in which the speed changes gradually.
  package let ease: Double

  /// Accepts ranges in any order. Overlapping ranges of the same pace become one. Where other ranges overlap, the
  /// fastest pace counts.
  ///
  /// - Parameter margin: seconds to remove at both ends of each range. They are removed after ranges of the same pace
  ///   have been joined, and before the fastest pace is chosen.
  package init(_ ranges: [Range], otherwise: Pace = .speed(1), margin: Double = 0, ease: Double = 0) {
    let areAllLong = ranges.allSatisfy { $0.start < $0.end }
    let long = areAllLong ? ranges : ranges.filter { $0.start < $0.end }
    self.ranges = Self.merged(margin == 0 ? long : Self.narrowed(long, by: margin))
    self.otherwise = otherwise
    self.ease = ease
  }

  private static func narrowed(_ ranges: [Range], by margin: Double) -> [Range] {
    var narrowed: [Range] = []
    var last: Range?
    func close() {
      if let last, last.start + margin < last.end - margin {
        narrowed.append(Range(start: last.start + margin, end: last.end - margin, pace: last.pace))
      }
    }
    for range in ranges.sorted(by: { ($0.pace, $0.start) < ($1.pace, $1.start) }) {
      if let open = last, open.pace == range.pace, range.start <= open.end {
        last = Range(start: open.start, end: max(open.end, range.end), pace: open.pace)
      } else {
        close()
        last = range
      }
    }
    close()
    return narrowed
  }

  private static func merged(_ ranges: [Range]) -> [Range] {
    let areApart = zip(ranges, ranges.dropFirst()).allSatisfy { $0.end <= $1.start }
    let painted = areApart ? ranges : painted(ranges)
    // Long lists seldom have ranges that touch. In that case, the list is not copied.
    let touches = zip(painted, painted.dropFirst()).contains { $0.end == $1.start && $0.pace == $1.pace }
    guard touches else { return painted }
    return painted.reduce(into: []) { merged, range in
      if let last = merged.last, last.end == range.start, last.pace == range.pace {
        merged[merged.count - 1] = Range(start: last.start, end: range.end, pace: range.pace)
      } else {
        merged.append(range)
      }
    }
  }

  /// Splits overlapping ranges at all their starts and ends. Each span between two such instants gets the fastest pace
  /// that covers it: ranges are applied from the fastest to the slowest, and a span is set only once. From a set span,
  /// `next` leads toward the next unset span.
  private static func painted(_ ranges: [Range]) -> [Range] {
    let ends = Set(ranges.flatMap { [$0.start, $0.end] }).sorted()
    var paces = [Pace?](repeating: nil, count: ends.count)
    var next = Array(ends.indices)
    func free(from index: Int) -> Int {
      var found = index
      while next[found] != found { found = next[found] }
      var index = index
      while next[index] != found { (index, next[index]) = (next[index], found) }
      return found
    }
    for range in ranges.sorted(by: { $0.pace > $1.pace }) {
      var index = free(from: ends.borderIndex { $0 >= range.start })
      while ends[index] < range.end {
        paces[index] = range.pace
        next[index] = index + 1
        index = free(from: index)
      }
    }
    return ends.indices.dropLast().compactMap { index in
      paces[index].map { Range(start: ends[index], end: ends[index + 1], pace: $0) }
    }
  }

  /// The map of a clip. If `duration` is nil, the map continues until the input ends, unless its last part is cut.
  package func map(duration: Double?) throws(Refusal) -> TimeMap {
    let end = duration ?? .infinity
    var builder = RangesBuilder(count: ranges.count)
    var reached = 0.0
    for range in ranges where range.start < end && range.end > 0 {
      let (start, stop) = (max(0, range.start), min(range.end, end))
      builder.play(otherwise, from: reached, to: start)
      if ease > 0, case .speed(let outer) = otherwise, case .speed(let inner) = range.pace {
        try builder.play(inner, between: outer, from: start, to: stop, easing: ease)
      } else {
        builder.play(range.pace, from: start, to: stop)
      }
      reached = stop
    }
    builder.play(otherwise, from: reached, to: end)
    return try builder.map()
  }
}

/// Appends parts to a map. Warped lengths are summed with twice the digits of a Double, so that rounding errors do not
/// grow with the number of parts.
private struct RangesBuilder {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  /// The duration of the map so far, and its accumulated rounding error.
  private var warped = 0.0
  private var rest = 0.0

  init(count: Int) { pieces.reserveCapacity(2 * count + 1) }

  mutating func play(_ pace: Ranges.Pace, from start: Double, to end: Double) {
    guard case .speed(let speed) = pace, start < end else { return }
    guard end.isFinite else {
      openEnd = TimeMap.OpenEnd(source: start, warped: warped, scale: 1 / speed)
      return
    }
    // The rounding errors of the subtraction (by Dekker's method) and of the division.
    let (length, scaled) = (end - start, (end - start) / speed)
    let lost = (end - length) - start
    append(
      .cubic(Cubic(line: 1 / speed, from: start, to: end)), from: start, to: end, scaled,
      (length.addingProduct(-scaled, speed) + lost) / speed)
  }

  /// Changes the speed from `outer` to `inner` and back, each over `ease` seconds or, in a short range, over half its
  /// length.
  mutating func play(
    _ inner: Double, between outer: Double, from start: Double, to end: Double, easing ease: Double
  ) throws(Refusal) {
    guard start < end else { return }
    let (from, to) =
      end - start > 2 * ease ? (start + ease, end - ease) : (start + (end - start) / 2, start + (end - start) / 2)
    try play(from: outer, to: inner, start, from)
    play(.speed(inner), from: from, to: to)
    guard end.isFinite else { return }
    try play(from: inner, to: outer, to, end)
  }

  private mutating func play(from: Double, to: Double, _ start: Double, _ end: Double) throws(Refusal) {
    guard start < end else { return }
    let law = Law.ease(try SpeedEase(from: start, to: end, startSpeed: from, endSpeed: to, easing: .smooth))
    append(law, from: start, to: end, law.integral(to: end) - law.integral(to: start), 0)
  }

  private mutating func append(_ law: Law, from start: Double, to end: Double, _ length: Double, _ lost: Double) {
    // Knuth's sum of two numbers: `error` is exactly the rounding error.
    let sum = warped + length
    let part = sum - warped
    let error = (warped - (sum - part)) + (length - part)
    rest += error + lost
    let next = sum + rest
    rest -= next - sum
    pieces.append(Piece(law, from: start, to: end, at: warped, until: next))
    warped = next
  }

  func map() throws(Refusal) -> TimeMap { try TimeMap(pieces, openEnd: openEnd) }
}
