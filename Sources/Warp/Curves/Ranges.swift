/// Parts of the source that are played at speeds of their own or left out, as silences are; the rest has one speed too.
package struct Ranges: Equatable, Sendable {
  /// How fast something is played, if at all. A cut is faster than any speed.
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

  /// In order, without overlaps, none empty.
  package let ranges: [Range]
  /// Of all that is in no range.
  package let otherwise: Pace
  /// Over how many seconds, within a range, its speed is reached at both ends.
  package let ease: Double

  /// Ranges in any order. Where some of the same pace overlap they become one; where others overlap the fastest counts.
  ///
  /// - Parameter margin: what is taken off both ends of each, in seconds, after those of the same pace have become one and before
  ///   others are compared.
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
    // Long lists seldom have ranges that touch, and are then not copied.
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

  /// The spans between all ends, each with the fastest pace that covers it. They are painted from the fastest pace to the
  /// slowest, each once: of those that are painted `next` leads to one that is not.
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

  /// The map of a clip. Without `duration` it has an open end, unless what comes last is left out.
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

/// Appends parts to a map. Their lengths are added up with twice the digits of a Double, so that rounding does not grow with
/// their number.
private struct RangesBuilder {
  private var pieces: [Piece] = []
  private var openEnd: TimeMap.OpenEnd?
  /// The warped length so far, and what is lost in rounding it.
  private var warped = 0.0
  private var rest = 0.0

  init(count: Int) { pieces.reserveCapacity(2 * count + 1) }

  mutating func play(_ pace: Ranges.Pace, from start: Double, to end: Double) {
    guard case .speed(let speed) = pace, start < end else { return }
    guard end.isFinite else {
      openEnd = TimeMap.OpenEnd(source: start, warped: warped, scale: 1 / speed)
      return
    }
    // What the subtraction and the division round away, the first by Dekker's sum of two numbers.
    let (length, scaled) = (end - start, (end - start) / speed)
    let lost = (end - length) - start
    append(
      .cubic(Cubic(line: 1 / speed, from: start, to: end)), from: start, to: end, scaled,
      (length.addingProduct(-scaled, speed) + lost) / speed)
  }

  /// From `outer` to `inner` and back, over `ease` seconds each, or over half the length where that is shorter.
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
    // Knuth's sum of two numbers: `error` is exactly what rounding takes off.
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
