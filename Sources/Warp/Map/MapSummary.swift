/// What `--info` shows of a map.
package struct MapSummary: Equatable, Sendable {
  /// Seconds of the clip; of what is shown of it, if its length is not known or the map shows more. Nil if the map
  /// has an open end.
  package let sourceDuration: Double?
  /// Seconds from the earliest to the latest source time that is shown; nil if the map has an open end.
  package let shownDuration: Double?
  /// Nil if the map has an open end.
  package let warpedDuration: Double?
  /// Nil if nothing plays: the map consists of freezes.
  package let scaleRange: ClosedRange<Double>?
  /// How many source frames are played, a frame counting as often as it is played. Nil without a frame rate or with an
  /// open end.
  package let frameCount: Double?
  /// The frame count by the warped duration: the average rate of an output in which each played frame is shown once.
  package let averageFrameRate: Double?
  /// Nil if it is not known.
  package let sourceRate: FrameRate?
  package let result: ResultFormat
  /// What the ranges of the map come to; nil where it has none.
  package let ranges: RangesSummary?

  /// - Parameters:
  ///   - clip: what is known of the source.
  ///   - result: what a result is like.
  package init(_ map: TimeMap, of clip: Clip, result: ResultFormat, ranges: RangesSummary? = nil) {
    (self.result, self.ranges, sourceRate) = (result, ranges, clip.frameRate)
    let (frameRate, range) = (clip.frameRate, map.sourceRange)
    shownDuration = range.end.map { $0 - range.start }
    sourceDuration = range.end.map { end in
      // Durations and ends of maps are rounded in their last digits.
      clip.duration.flatMap { end <= $0 + 1e-6 ? $0 : nil } ?? end - range.start
    }
    warpedDuration = map.warpedLength
    scaleRange = map.scaleRange
    let played = map.pieces.reduce(0) { $0 + abs($1.sourceEnd - $1.sourceStart) }
    let length = map.warpedLength
    frameCount = length == nil ? nil : frameRate.map { $0.position(at: played).rounded() }
    averageFrameRate = frameCount.flatMap { count in length.map { count / $0 } }
  }

  /// How many frames the source has; nil if that is not known.
  package var sourceFrameCount: Int? {
    sourceRate.flatMap { rate in sourceDuration.flatMap(rate.frameCount(filling:)) }
  }

  /// How many frames the result has; nil if that is not known.
  package var resultFrameCount: Int? {
    result.rate.flatMap { rate in warpedDuration.flatMap(rate.frameCount(filling:)) }
  }

  /// Names, units and values for programs. Those about frames are there only with a frame rate.
  package var entries: [(name: String, unit: String, value: Double?)] {
    let entries: [(String, String, Double?)] = [
      ("source_duration", "s", sourceDuration),
      ("warped_duration", "s", warpedDuration),
      ("smallest_scale", "", scaleRange?.lowerBound),
      ("largest_scale", "", scaleRange?.upperBound),
      ("smallest_speed", "x", scaleRange.map { 1 / $0.upperBound }),
      ("largest_speed", "x", scaleRange.map { 1 / $0.lowerBound }),
    ]
    let more = ranges.map { $0.entries } ?? []
    let shown: [(String, String, Double?)] = [("shown_duration", "s", shownDuration)]
    let size: [(String, String, Double?)] =
      result.size.map { size in
        [("width", "", Double(size.width)), ("height", "", Double(size.height))]
      } ?? []
    guard let frameCount else { return entries + more + shown + size }
    return entries + more + [("frames", "", frameCount), ("average_frame_rate", "fps", averageFrameRate)] + shown + [
      ("source_frames", "", sourceFrameCount.map(Double.init)), ("source_frame_rate", "fps", sourceRate?.value),
      ("result_frames", "", resultFrameCount.map(Double.init)), ("result_frame_rate", "fps", result.rate?.value),
    ] + size
  }
}

/// What ranges come to on a clip.
package struct RangesSummary: Equatable, Sendable {
  package let count: Int
  /// Seconds of source in ranges; nil where the clip's length is not known.
  package let source: Double?
  /// By how many seconds the result is shorter than the clip; below 0 where it is longer.
  package let saved: Double?

  package init(_ ranges: Ranges, in map: TimeMap, of duration: Double?) {
    let end = duration ?? .infinity
    let inside = ranges.ranges.filter { $0.start < end && $0.end > 0 }
    count = inside.count
    let length = inside.reduce(0) { $0 + min($1.end, end) - max(0, $1.start) }
    source = length.isFinite ? length : nil
    saved = duration.flatMap { duration in map.warpedLength.map { duration - $0 } }
  }

  var entries: [(name: String, unit: String, value: Double?)] {
    [("ranges", "", Double(count)), ("range_duration", "s", source), ("saved_duration", "s", saved)]
  }

  /// `37 ranges, 5 min saved`.
  var clause: String {
    let ranges = "\(count) \(count == 1 ? "range" : "ranges")"
    guard let saved, saved > 0 else { return ranges }
    return "\(ranges), \(BriefText.duration(saved)) saved"
  }
}
