import Warp

/// The times of a text along a stretch that is not a freeze, as a function of the times to write.
struct EditCourse {
  private let map: TimeMap
  private let stretch: Stretch
  private let direction: TextDirection
  /// Rising written times, with only a few bends of the function between two of them.
  private let landmarks: [Double]

  init(_ map: TimeMap, _ stretch: Stretch, _ direction: TextDirection) {
    (self.map, self.stretch, self.direction) = (map, stretch, direction)
    let pieces = map.pieces[stretch.pieces]
    switch direction {
    case .toResult: landmarks = pieces.flatMap { [$0.warpedStart] + $0.warpedLandmarks }
    case .toSource: landmarks = pieces.flatMap { [$0.sourceStart] + $0.sourceLandmarks }.sorted()
    }
  }

  /// Converts a time of the written list to the time of the original text that is shown then.
  func time(at written: Double) -> Double {
    switch direction {
    case .toSource: return map.warped(at: written, in: stretch)
    case .toResult:
      if written <= stretch.warpedStart { return stretch.sourceStart }
      if written >= stretch.warpedEnd { return stretch.sourceEnd }
      return map.instant(at: written)?.source ?? stretch.sourceEnd
    }
  }

  /// The written times of a span of the text, with times between them. Between two of them, the function is within
  /// `limit` of a straight line, or they are hardly farther apart than `shortest`. Empty if the stretch does not show
  /// the span.
  func times(
    from start: Double, to end: Double, within limit: Double, shortest: Double
  ) throws(CueError) -> [Double] {
    let ends = written(from: start, to: end).sorted()
    guard ends[0] < ends[1], ends[1].isFinite else { return [] }
    var (times, waiting) = ([ends[0]], [ends[1]])
    while let next = waiting.last {
      let last = times[times.count - 1]
      if next - last > shortest, let border = border(between: last, and: next, limit) {
        waiting.append(border)
      } else {
        times.append(next)
        waiting.removeLast()
      }
      guard times.count + waiting.count <= Self.mostParts else { throw Self.tooManyParts }
    }
    return times
  }

  private func written(from start: Double, to end: Double) -> [Double] {
    switch direction {
    case .toResult: return [map.warped(at: start, in: stretch), map.warped(at: end, in: stretch)]
    case .toSource:
      let span = (max(start, stretch.warpedStart), min(end, stretch.warpedEnd))
      guard span.0 < span.1 else { return [0, 0] }
      let other = EditCourse(map, stretch, .toResult)
      return [other.time(at: span.0), other.time(at: span.1)]
    }
  }

  /// Where to split a span; nil if it is nearly straight.
  private func border(between start: Double, and end: Double, _ limit: Double) -> Double? {
    let (from, to) = (time(at: start), time(at: end))
    let first = landmarks.borderIndex { $0 > start }
    let inside = landmarks[first...].prefix { $0 < end }
    let corners = [start] + inside + [end]
    let isBent = zip(corners, corners.dropFirst()).contains { left, right in
      Self.shares.contains { share in
        let place = left + share * (right - left)
        return abs(time(at: place) - from - (place - start) / (end - start) * (to - from)) > limit
      }
    }
    let middle = inside.isEmpty ? start + (end - start) / 2 : inside[inside.startIndex + inside.count / 2]
    return isBent && start < middle && middle < end ? middle : nil
  }

  /// The shares of a span where it is compared with its chord. A curve may cross its chord at some of them.
  private static let shares = [0.13, 0.31, 0.5, 0.69, 0.87, 1]

  static let mostParts = 100_000

  static var tooManyParts: CueError { CueError("the list would have more than \(mostParts) events", line: nil) }
}
