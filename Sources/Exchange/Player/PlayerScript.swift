import Values
import Warp

/// A script in Lua for mpv, which plays a video along a map: rows of constant speed, and what follows them
/// (`follow.lua`). Where the map cuts, mpv seeks. Where it freezes, mpv pauses.
enum PlayerScript {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let length = try request.map.requiredLength(for: "--to")
    var rows: [Row] = []
    var largest = 0.0
    for course in Course.all(of: request.map) {
      for stretch in course.stretches {
        let times = times(of: stretch, in: course, within: request.limit)
        for (from, to) in zip(times, times.dropFirst()) where from < to {
          let row = Row(from, course.source(at: from), to, course.source(at: to))
          if row.moved > 0, !speeds.contains(row.speed) {
            guard row.moved <= request.limit else { throw unplayable(row) }
            largest = max(largest, row.moved)
          }
          largest = max(largest, row.deviation(from: course.source, until: to))
          rows.append(row)
        }
      }
    }
    guard largest <= request.limit else { throw Outline.tooFar(largest) }
    let head = """
      -- Plays a video along a curve, without a new file: mpv --script=THIS.lua VIDEO
      -- Made by warp-map --to mpv. mpv's own keys for speed, pause and seeking still work.

      -- From `warped` seconds of the result on, the video plays from `source` seconds at `speed`. Speed 0 holds.
      local rows = {

      """
    let lines =
      rows.map { $0.text(startingAt: request.clipStart) }.joined()
      + "}\nlocal finish = \(DecimalText.print(length, decimals: 6))\n\n"
    return ExchangeText(
      bytes: Array((head + lines).utf8) + PackageResources.follow_lua, pointCount: rows.count, deviation: largest)
  }

  /// The speeds that mpv can play.
  private static let speeds = 0.01...100.0
  /// Of two neighbouring rows, one plays at most this much faster than the other, or one of them is short.
  private static let mostChange = 1.05
  private static let short = 0.1

  private struct Row {
    let warped: Double
    let source: Double
    let speed: Double
    /// By how much the source moves, although mpv may have to hold or to seek.
    let moved: Double

    init(_ warped: Double, _ source: Double, _ warpedEnd: Double, _ sourceEnd: Double) {
      (self.warped, self.source, moved) = (warped, source, abs(sourceEnd - source))
      speed = (sourceEnd - source) / (warpedEnd - warped)
    }

    /// - Parameter start: the time of the file that is source time 0.
    func text(startingAt start: Double) -> String {
      let played = PlayerScript.speeds.contains(speed) ? speed : 0
      let numbers = [(warped, 6), (start + source, 6), (played, 9)].map { DecimalText.print($0, decimals: $1) }
      return "  { warped = \(numbers[0]), source = \(numbers[1]), speed = \(numbers[2]) },\n"
    }

    func deviation(from function: (Double) -> Double, until end: Double) -> Double {
      (1..<16).reduce(0) { largest, sixteenth in
        let time = warped + Double(sixteenth) / 16 * (end - warped)
        return max(largest, abs(source + speed * (time - warped) - function(time)))
      }
    }
  }

  /// The result times at which rows of a stretch begin, and its end.
  private static func times(of stretch: Stretch, in course: Course, within limit: Double) -> [Double] {
    let (start, end) = (stretch.warpedStart, stretch.warpedEnd)
    guard stretch.direction != .still else { return [start, end] }
    let times = CurveSamples.arguments(
      from: start, to: end, landmarks: course.landmarks.filter { $0 > start && $0 < end }, error: 0.9 * limit,
      finest: 1e-4, of: course.source)
    return zip(times, times.dropFirst()).reduce(into: [start]) { divided, span in
      divide(from: span.0, to: span.1, course.source, &divided)
    }
  }

  /// Adds the times after `start`, up to and including `end`, so that speeds change in small steps.
  private static func divide(
    from start: Double, to end: Double, _ function: (Double) -> Double, _ times: inout [Double]
  ) {
    let quarters = (0...4).map { start + (end - start) * Double($0) / 4 }
    let ways = zip(quarters, quarters.dropFirst()).map { function($1) - function($0) }
    if end - start > short, (ways.max() ?? 0) > squareRootOfChange * (ways.min() ?? 0) {
      divide(from: start, to: quarters[2], function, &times)
      divide(from: quarters[2], to: end, function, &times)
    } else {
      times.append(end)
    }
  }

  /// Within a row, the speeds of its quarters differ by less than this. They are nearer to each other than those of
  /// neighbouring rows.
  private static let squareRootOfChange = mostChange.squareRoot()

  private static func unplayable(_ row: Row) -> Refusal {
    .map(
      "mpv plays from 0.01x to 100x, but the speed is \(BriefNumber.print(row.speed))x",
      at: "at \(BriefNumber.print(row.source)) s in the source, \(BriefNumber.print(row.warped)) s in the result",
      advice: "change the curve there, or cut the part out")
  }
}
