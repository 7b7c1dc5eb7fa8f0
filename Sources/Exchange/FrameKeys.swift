import Values
import Warp

/// The source time of each frame of the result, described by straight lines between keys. Each key is on a frame.
struct FrameKeys: Sendable {
  /// Frames that play without a cut.
  struct Run: Sendable {
    /// Each knot is a frame number `x` and a source time `y` in seconds. The last is at the first frame after the run.
    let knots: [Knot]
  }

  let runs: [Run]
  let frameCount: Int
  /// The largest distance from the map at any frame, in source seconds.
  let deviation: Double

  init(_ request: ExchangeRequest, at rate: FrameRate, within limit: Double) throws(Refusal) {
    let (courses, count) = try CourseFrames.all(of: request.map, at: rate, inFilmOf: request.duration)
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
