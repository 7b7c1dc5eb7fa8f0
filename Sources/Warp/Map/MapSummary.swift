/// What `--info` shows of a map.
package struct MapSummary: Equatable, Sendable {
  /// Seconds from the earliest to the latest source time that is shown; nil if the map has an open end.
  package let sourceDuration: Double?
  /// Nil if the map has an open end.
  package let warpedDuration: Double?
  /// Nil if nothing plays: the map consists of freezes.
  package let scaleRange: ClosedRange<Double>?
  /// How many source frames are played, a frame counting as often as it is played. Nil without a frame rate or with an
  /// open end.
  package let frameCount: Double?
  /// The frame count by the warped duration: the average rate of an output in which each played frame is shown once.
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

  /// Names, units and values in the order they are shown; the last two only with a frame rate.
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
