import Values

/// A retimed film in OpenTimelineIO's JSON: consecutive clips, each at a constant speed.
///
/// OpenTimelineIO has only constant speeds (`LinearTimeWarp`) and freezes (`FreezeFrame`). Neither changes a clip's
/// length. Therefore `source_range` begins at the clip's first source frame, but has the clip's length in the result.
enum OpenTimeline {
  static func text(_ request: ExchangeRequest) throws(Refusal) -> ExchangeText {
    let rate = try request.requiredFrameRate()
    let keys = try FrameKeys(request, at: rate, within: request.limit)
    let start = Double(request.timecode?.frame ?? 0)
    let media = media(request, startingAt: start, rate)
    let clips = keys.runs.flatMap { run in
      zip(run.knots, run.knots.dropFirst()).map {
        clip(from: $0, to: $1, rate, startingAt: start, named: request.title, media)
      }
    }
    let text = """
      {
        "OTIO_SCHEMA": "Timeline.1",
        "metadata": {},
        "name": \(JSONText.quoted(request.title)),
        "global_start_time": null,
        "tracks": {
          "OTIO_SCHEMA": "Stack.1",
          "metadata": {},
          "name": "tracks",
          "source_range": null,
          "effects": [],
          "markers": [],
          "enabled": true,
          "children": [
            {
              "OTIO_SCHEMA": "Track.1",
              "metadata": {},
              "name": "picture",
              "source_range": null,
              "effects": [],
              "markers": [],
              "enabled": true,
              "kind": "Video",
              "children": [
      \(clips.joined(separator: ",\n"))
              ]
            }
          ]
        }
      }

      """
    return ExchangeText(bytes: Array(text.utf8), pointCount: clips.count, deviation: keys.deviation)
  }

  /// - Parameter start: the number of the film's first frame, by its timecode.
  private static func clip(
    from: Knot, to: Knot, _ rate: FrameRate, startingAt start: Double, named name: String, _ media: String
  ) -> String {
    let count = to.x - from.x
    let speed = rate.position(at: to.y - from.y) / count
    return """
                {
                  "OTIO_SCHEMA": "Clip.2",
                  "metadata": {},
                  "name": \(JSONText.quoted(name)),
                  "source_range": \(range(start + rate.position(at: from.y), count, rate)),
                  "effects": [\(effect(speed))],
                  "markers": [],
                  "enabled": true,
                  "media_references": {"DEFAULT_MEDIA": \(media)},
                  "active_media_reference_key": "DEFAULT_MEDIA"
                }
      """
  }

  /// Returns an empty string at normal speed.
  private static func effect(_ speed: Double) -> String {
    guard speed != 1 else { return "" }
    let name = speed == 0 ? "FreezeFrame" : "LinearTimeWarp"
    return """
      {"OTIO_SCHEMA": "\(name).1", "metadata": {}, "name": "", "effect_name": "\(name)", "enabled": true, \
      "time_scalar": \(NumberSyntax.print(speed))}
      """
  }

  private static func media(_ request: ExchangeRequest, startingAt start: Double, _ rate: FrameRate) -> String {
    let available = request.duration.map { range(start, rate.position(at: $0), rate) } ?? "null"
    return """
      {"OTIO_SCHEMA": "ExternalReference.1", "metadata": {}, "name": "", "available_range": \(available), \
      "available_image_bounds": null, "target_url": \(JSONText.quoted(FileURL.text(request.clip)))}
      """
  }

  private static func range(_ start: Double, _ duration: Double, _ rate: FrameRate) -> String {
    """
    {"OTIO_SCHEMA": "TimeRange.1", "start_time": \(time(start, rate)), "duration": \(time(duration, rate))}
    """
  }

  private static func time(_ frames: Double, _ rate: FrameRate) -> String {
    """
    {"OTIO_SCHEMA": "RationalTime.1", "rate": \(NumberSyntax.print(rate.value)), "value": \(NumberSyntax.print(frames))}
    """
  }
}
