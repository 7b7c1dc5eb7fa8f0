import Values
import Warp

/// Frames of the result that become one clip: they play without a cut, in one direction, at a constant speed or along
/// a curve.
struct PlayedPart: Equatable, Sendable {
  /// Each knot is a frame number `x` and a source time `y` in seconds. The last is at the first frame after the part.
  ///
  /// The last line is that of the last frame, extended by a frame. If this would leave the source, a line to the end of
  /// the source follows instead, also in a steady part.
  let knots: [Knot]
  let isSteady: Bool
  /// The largest distance from the map at any frame, in source seconds.
  let deviation: Double

  var first: Knot { knots[0] }
  var end: Knot { knots[knots.count - 1] }

  /// Source seconds per frame of the result: the speed of a steady part, and the mean speed of a curve.
  var pace: Double {
    let next = isSteady ? knots[1] : end
    return (next.y - first.y) / (next.x - first.x)
  }
}

extension PlayedPart {
  /// A constant speed for a shorter time, in seconds, belongs to the curve around it.
  private static let shortestSteady = 0.5

  /// - Parameter limit: the largest allowed distance from the map, in source seconds.
  static func all(
    of map: TimeMap, at rate: FrameRate, within limit: Double
  ) throws(Refusal) -> (parts: [PlayedPart], frameCount: Int) {
    let (courses, count) = try CourseFrames.all(of: map, at: rate)
    var parts: [PlayedPart] = []
    for frames in courses {
      let (outline, borders) = (frames.outline, frames.course.borders(steadyFor: shortestSteady))
      var first = frames.first
      for frame in borders.map(rate.firstFrame) + [frames.end] where frame > first && frame <= frames.end {
        let part = try PlayedPart(first..<frame, of: outline, within: limit, leaving: 1e-6 / rate.value)
        parts.append(part, joining: first > frames.first)
        first = frame
      }
    }
    return (parts, count)
  }

  /// - Parameters:
  ///   - outline: that of the whole course.
  ///   - slack: how far the part may reach beyond the bounds.
  private init(
    _ range: Range<Int>, of outline: Outline, within limit: Double, leaving slack: Double
  ) throws(Refusal) {
    let (first, last, end) = (Double(range.lowerBound), Double(range.upperBound - 1), Double(range.upperBound))
    guard last > first else {
      let knots = [first, end].map { Knot(x: $0, y: outline.function($0)) }
      self.init(knots: knots, isSteady: true, deviation: 0)
      return
    }
    let part = Outline(
      fixed: [first, last], landmarks: outline.landmarks, bounds: outline.bounds, isForWholeNumbers: true,
      function: outline.function)
    let (knots, deviation) = try part.lines(within: limit)
    self.init(
      knots: Self.extended(knots, within: outline.bounds, slack), isSteady: knots.count == 2, deviation: deviation)
  }

  /// Extends the last line from the last frame to its end. Beyond the bounds, a line to the bound follows instead.
  private static func extended(_ knots: [Knot], within bounds: ClosedRange<Double>, _ slack: Double) -> [Knot] {
    let (from, last) = (knots[knots.count - 2], knots[knots.count - 1])
    let next = last.y + (last.y - from.y) / (last.x - from.x)
    let nearest = min(max(next, bounds.lowerBound), bounds.upperBound)
    let isInside = abs(nearest - next) <= slack
    return knots.dropLast(isInside ? 1 : 0) + [Knot(x: last.x + 1, y: isInside ? next : nearest)]
  }
}

extension [PlayedPart] {
  /// Adds a part. If it goes on at the speed of the last part, both become one.
  fileprivate mutating func append(_ part: PlayedPart, joining mayJoin: Bool) {
    guard mayJoin, let last, last.isSteady, part.isSteady, last.knots.count == 2,
      abs(last.pace - part.pace) <= 1e-9 * abs(part.pace),
      abs(last.end.y - part.first.y) <= 1e-9 * Swift.max(1, part.first.y)
    else { return append(part) }
    let knots = [last.first] + part.knots.dropFirst()
    self[count - 1] = PlayedPart(
      knots: knots, isSteady: true, deviation: Swift.max(last.deviation, part.deviation))
  }
}
