import Notation
import Values
import Warp

/// Reads the clips of the first spine in Final Cut Pro's XML, with their time maps.
///
/// A clip plays its own time axis from `start` for `duration`. The clip's time map converts this time to the film's
/// time. warp joins the points that Final Cut smooths by straight lines.
enum FinalCutReader {
  private static let clips: Set<String> = ["asset-clip", "clip", "video", "sync-clip", "mc-clip", "ref-clip"]

  static func map(_ root: XMLElement) throws(Refusal) -> TimeMap {
    guard let spine = root.all("spine").first else { throw .map("the project has no spine") }
    let starts = Dictionary(
      root.all("asset").map { ($0["id"] ?? "", $0["start"]) }, uniquingKeysWith: { first, _ in first })
    // A timeline may begin at any time, often at one hour.
    let begin = try spine.children.first.flatMap { child throws(Refusal) in try time(child, "offset") } ?? 0
    var lines = LineList()
    var film = OneFilm()
    for child in spine.children {
      if child.localName == "gap" {
        try lines.hold(until: lines.warped + (try time(child, "duration") ?? 0))
        continue
      }
      guard clips.contains(String(child.localName)) else {
        throw .map(
          "the project has a <\(child.name)> between its clips", advice: "--map reads clips, gaps and time maps alone")
      }
      let reference = child["ref"] ?? child.all("video").first?["ref"]
      try film.take(reference)
      let origin = try starts[reference ?? ""].flatMap { $0 }.map { text throws(Refusal) in try seconds(text) } ?? 0
      try append(child, at: try time(child, "offset").map { $0 - begin }, startingAt: origin, to: &lines)
    }
    return try lines.map()
  }

  /// - Parameters:
  ///   - place: the start of the clip in the result; nil to follow the previous clip.
  ///   - origin: the time of the film's first frame in seconds, above 0 if the film has a start timecode.
  private static func append(
    _ clip: XMLElement, at place: Double?, startingAt origin: Double, to lines: inout LineList
  ) throws(Refusal) {
    let points = try points(clip)
    guard let length = try time(clip, "duration") else { throw .map("a clip has no duration") }
    let start = try time(clip, "start") ?? (points.first?.time ?? origin)
    // By rounding, the offset may lie slightly before the end of the previous clip.
    let base = max(place ?? 0, lines.warped)
    let end = start + length
    guard points.count > 1 else {
      let source = (points.first?.value ?? start) - origin
      try lines.hold(until: base)
      return try lines.play(from: source, speed: points.isEmpty ? 1 : 0, for: length)
    }
    try lines.hold(until: base)
    let inner = points.filter { $0.time > start && $0.time < end }
    var from = value(at: start, points)
    for point in inner + [(end, value(at: end, points))] {
      try lines.play(from: from - origin, to: point.1 - origin, until: base + (point.0 - start))
      from = point.1
    }
  }

  private static func points(_ clip: XMLElement) throws(Refusal) -> [(time: Double, value: Double)] {
    var points: [(time: Double, value: Double)] = []
    for point in clip.first("timeMap")?.children ?? [] where point.localName == "timept" {
      guard let time = try Self.time(point, "time"), let value = try Self.time(point, "value") else {
        throw .map("a time point has no time or no value")
      }
      if let last = points.last, time <= last.time {
        if time == last.time { continue }
        throw .map("the time points are not in order")
      }
      points.append((time, value))
    }
    return points
  }

  /// Interpolates between points, but does not extrapolate beyond the first and last point. The times of points may be
  /// rounded, so extrapolation could be far off where the map is steep.
  private static func value(at time: Double, _ points: [(time: Double, value: Double)]) -> Double {
    if time <= points[0].time { return points[0].value }
    if time >= points[points.count - 1].time { return points[points.count - 1].value }
    let next = min(max(1, points.borderIndex { $0.time >= time }), points.count - 1)
    let (from, to) = (points[next - 1], points[next])
    if time == to.time { return to.value }
    return from.value + (time - from.time) / (to.time - from.time) * (to.value - from.value)
  }

  private static func time(_ element: XMLElement, _ attribute: String) throws(Refusal) -> Double? {
    try element[attribute].map { text throws(Refusal) in try seconds(text) }
  }

  /// Reads `5s`, `1.5s` or `1001/30000s`.
  private static func seconds(_ text: String) throws(Refusal) -> Double {
    let terms = text.hasSuffix("s") ? text.dropLast().split(separator: "/", omittingEmptySubsequences: false) : []
    let numbers = terms.compactMap { NumberSyntax.parse($0) }
    guard numbers.count == terms.count, (1...2).contains(numbers.count) else {
      throw .map("'\(text)' is not a time of FCPXML")
    }
    let seconds = numbers.count == 1 ? numbers[0] : numbers[0] / numbers[1]
    guard seconds.magnitude <= TimeSyntax.longest else { throw .map("the time '\(text)' is out of range") }
    return seconds
  }
}
