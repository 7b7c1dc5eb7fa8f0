import Warp

/// The source times of all frames of the result, as lines between keys on frames.
struct FrameKeys: Sendable {
  /// Frames that play without a cut.
  struct Run: Sendable {
    /// `x` is a frame number, and `y` is in source seconds. The last knot is the first frame after the run.
    let knots: [Knot]
  }

  let runs: [Run]
  let frameCount: Int
  /// The largest distance from the map at any frame, in source seconds.
  let deviation: Double

  init(_ map: TimeMap, at rate: FrameRate, within limit: Double) throws(Refusal) {
    let (courses, count) = try CourseFrames.all(of: map, at: rate)
    var runs: [Run] = []
    var largest = 0.0
    for course in courses {
      let (knots, deviation) = try course.outline.lines(within: limit)
      runs.append(Run(knots: knots))
      largest = max(largest, deviation)
    }
    self.runs = runs
    frameCount = count
    deviation = largest
  }
}
