import Notation
import Values
import Warp

/// Reads the clips of the video track in OpenTimelineIO's JSON. Each clip has a constant speed.
enum OpenTimelineReader {
  static func map(_ root: JSONValue) throws(Refusal) -> TimeMap {
    let track = try track(root)
    var lines = LineList()
    var film = OneFilm()
    for item in track["children"]?.array ?? [] {
      let kind = schema(item)
      if item["enabled"]?.content == .bool(false) || kind == "Gap" {
        try lines.hold(until: lines.warped + (try range(item["source_range"])?.length ?? 0))
        continue
      }
      guard kind == "Clip" else {
        throw .map("the track has a \(kind)", advice: "--map reads tracks of clips and gaps")
      }
      try append(item, &film, to: &lines)
    }
    return try lines.map()
  }

  /// Returns the schema's name without its version, for example `Clip` for `Clip.2`.
  private static func schema(_ value: JSONValue) -> String {
    String((value["OTIO_SCHEMA"]?.string ?? "").prefix { $0 != "." })
  }

  private static func track(_ root: JSONValue) throws(Refusal) -> JSONValue {
    let tracks = schema(root) == "Track" ? [root] : (root["tracks"] ?? root)["children"]?.array ?? []
    let filled = tracks.filter { schema($0) == "Track" && $0["children"]?.array?.isEmpty == false }
    let pictures = filled.filter { ($0["kind"]?.string ?? "Video") == "Video" }
    guard let track = pictures.first ?? filled.first else { throw .map("the timeline has no track with clips") }
    guard pictures.count < 2 else {
      throw .map("the timeline has \(pictures.count) tracks of pictures", advice: "--map needs a timeline with one")
    }
    return track
  }

  private static func append(_ clip: JSONValue, _ film: inout OneFilm, to lines: inout LineList) throws(Refusal) {
    let key = clip["active_media_reference_key"]?.string ?? "DEFAULT_MEDIA"
    let media = clip["media_references"]?[key] ?? clip["media_reference"]
    try film.take(media?["target_url"]?.string)
    let available = try range(media?["available_range"])
    guard let range = try range(clip["source_range"]) ?? available else { throw .map("a clip has no range") }
    var speed = 1.0
    for effect in clip["effects"]?.array ?? [] where effect["enabled"]?.content != .bool(false) {
      switch schema(effect) {
      case "LinearTimeWarp": speed *= effect["time_scalar"]?.number ?? 1
      case "FreezeFrame": speed = 0
      case "TimeEffect": throw .map("a clip has a TimeEffect", advice: "--map reads LinearTimeWarp and FreezeFrame")
      default: break
      }
    }
    try lines.play(from: range.start - (available?.start ?? 0), speed: speed, for: range.length)
  }

  private static func range(_ value: JSONValue?) throws(Refusal) -> (start: Double, length: Double)? {
    guard let value, !value.isNull else { return nil }
    guard let start = seconds(value["start_time"]), let length = seconds(value["duration"]), length >= 0 else {
      throw .map("a range has no start or no duration")
    }
    return (start, length)
  }

  private static func seconds(_ time: JSONValue?) -> Double? {
    guard let value = time?["value"]?.number, let rate = time?["rate"]?.number, rate > 0 else { return nil }
    return value / rate
  }
}
