/// What one wants to know about a map before using it.
package struct MapSummary: Equatable, Sendable {
  /// Seconds of source from the earliest to the latest that is shown; nil where the map has an open end.
  package let sourceDuration: Double?
  package let warpedDuration: Double?
  /// Nil where nothing plays.
  package let scaleRange: ClosedRange<Double>?
  /// Source frames that are played, and frames a second of a result that shows each as long as the map says.
  package let frameCount: Double?
  package let averageFrameRate: Double?

  package init(_ map: TimeMap, frameRate: FrameRate?) {
    let range = map.sourceRange
    sourceDuration = range.end.map { $0 - range.start }
    warpedDuration = map.warpedLength
    scaleRange = map.scaleRange
    let played = map.pieces.reduce(0) { $0 + abs($1.sourceEnd - $1.sourceStart) }
    let length = map.warpedLength
    frameCount = length == nil ? nil : frameRate.map { $0.position(at: played).rounded() }
    averageFrameRate = frameCount.flatMap { count in length.map { count / $0 } }
  }

  /// Names and values in the order they are shown.
  package var entries: [(name: String, unit: String, value: Double?)] {
    let entries: [(String, String, Double?)] = [
      ("source_duration", "s", sourceDuration),
      ("warped_duration", "s", warpedDuration),
      ("smallest_scale", "", scaleRange?.lowerBound),
      ("largest_scale", "", scaleRange?.upperBound),
      ("smallest_speed", "x", scaleRange.map { 1 / $0.upperBound }),
      ("largest_speed", "x", scaleRange.map { 1 / $0.lowerBound }),
    ]
    guard let frameCount else { return entries }
    return entries + [("frames", "", frameCount), ("average_frame_rate", "fps", averageFrameRate)]
  }
}
