import Notation
import Values

/// What a clip in the XML of Final Cut Pro 7 shows: a time filter, if there is one, applied to the film from `in` on.
///
/// The filter's graph counts in frames of the retimed clip, as `in` does. Its values are frames of the film. Without a
/// graph, the filter only has a speed.
struct FinalCut7Source {
  private let item: XMLElement
  private let file: XMLElement?
  /// The frame rates of the clip and of the film.
  private let rate: FrameRate
  private let mediaRate: FrameRate
  private let first: Double
  /// The result times at which the clip starts and stops.
  private let start: Double
  private let stop: Double

  /// - Parameters:
  ///   - span: the result times at which the clip starts and stops.
  ///   - sequenceRate: the frame rate of a clip that states none.
  init(
    _ item: XMLElement, of file: XMLElement?, shown span: (start: Double, stop: Double), at sequenceRate: FrameRate
  ) throws(Refusal) {
    self.item = item
    self.file = file
    rate = try item.frameRate ?? sequenceRate
    mediaRate = try file?.frameRate ?? rate
    first = try item.frames("in") ?? 0
    (start, stop) = span
  }

  var lines: [FinalCut7Line] {
    get throws(Refusal) {
      let filters = item.children.filter { $0.localName == "filter" && !$0.isFalse("enabled") }
      let effect = filters.compactMap { $0.first("effect") }.first { $0.value("effectid")?.lowercased() == "timeremap" }
      if let effect { return try retimed(effect) }
      guard item.isTrue("stillframe") else { return [line(from: rate.instant(at: first), pace: 1)] }
      return [line(from: rate.instant(at: try item.frames("stillframeoffset") ?? first), pace: 0)]
    }
  }

  /// - Parameter pace: source time per result time, below 0 if the clip plays backward.
  private func line(from source: Double, pace: Double) -> FinalCut7Line {
    FinalCut7Line(from: source, to: source + pace * (stop - start), start: start, stop: stop)
  }

  private func retimed(_ effect: XMLElement) throws(Refusal) -> [FinalCut7Line] {
    func parameter(_ name: String) -> XMLElement? {
      effect.children.first { $0.localName == "parameter" && $0.value("parameterid") == name }
    }
    let points = try parameter("graphdict").map(points) ?? []
    if points.count > 1 { return lines(along: points) }
    guard parameter("variablespeed")?.value("value") != "1" else {
      throw .map("a clip has a variable speed, but no graph of it")
    }
    let percent = try parameter("speed")?.frames("value") ?? 100
    let isBackward = percent < 0 || parameter("reverse")?.isTrue("value") ?? false
    return [try steady(abs(percent) / 100, isBackward: isBackward)]
  }

  /// - Parameter speed: source frames per frame of the clip.
  private func steady(_ speed: Double, isBackward: Bool) throws(Refusal) -> FinalCut7Line {
    let count = rate.position(at: stop - start)
    let out = try item.frames("out") ?? first + count
    // Usually `in` and `out` count frames of the retimed clip. Some programs count frames of the film instead.
    let countsFilm = abs(out - first - count) >= 1.5
    guard isBackward else { return line(from: rate.instant(at: countsFilm ? first : first * speed), pace: speed) }
    if countsFilm { return line(from: rate.instant(at: out), pace: -speed) }
    guard let duration = try file?.frames("duration") else {
      throw .map("a clip plays backward, but the length of its file is not stated")
    }
    return line(from: mediaRate.instant(at: duration) - rate.instant(at: first * speed), pace: -speed)
  }

  private struct Point {
    let when: Double
    let value: Double
  }

  /// Reads the keys of the graph. Premiere computes the virtual keys, and at some of them writes values that cannot be.
  private func points(_ graph: XMLElement) throws(Refusal) -> [Point] {
    let most = max(try graph.frames("valuemax") ?? 0, try file?.frames("duration") ?? 0) + 2
    var points: [Point] = []
    for key in graph.children where key.localName == "keyframe" {
      guard let when = try key.frames("when"), let value = try key.frames("value") else {
        throw .map("a keyframe has no when or no value")
      }
      if key.isTrue("speedvirtualkf"), !(-2...max(0, most)).contains(value) { continue }
      if let last = points.last, when <= last.when {
        if when == last.when { continue }
        throw .map("the keyframes of a clip are not in order")
      }
      points.append(Point(when: when, value: value))
    }
    return points
  }

  private func lines(along points: [Point]) -> [FinalCut7Line] {
    let end = first + rate.position(at: stop - start)
    // By rounding, the clip may seem to end just after a key.
    let inner = points.filter { $0.when > first + 1e-6 && $0.when < end - 1e-6 }
    var (from, begin) = (value(at: first, points), start)
    return (inner + [Point(when: end, value: value(at: end, points))]).map { point in
      let elapsed = point.when == end ? stop : start + rate.instant(at: point.when - first)
      defer { (from, begin) = (point.value, elapsed) }
      return FinalCut7Line(
        from: mediaRate.instant(at: from), to: mediaRate.instant(at: point.value), start: begin, stop: elapsed)
    }
  }

  /// Interpolates between points, but does not extrapolate beyond the first and last point.
  private func value(at when: Double, _ points: [Point]) -> Double {
    let next = points.borderIndex { $0.when >= when }
    guard next > 0 else { return points[0].value }
    guard next < points.count else { return points[points.count - 1].value }
    let (from, to) = (points[next - 1], points[next])
    return from.value + (when - from.when) / (to.when - from.when) * (to.value - from.value)
  }
}
