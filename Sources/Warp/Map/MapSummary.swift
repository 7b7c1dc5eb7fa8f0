import Values

/// The facts about a map that `--info` prints.
package struct MapSummary: Equatable, Sendable {
  /// The length of the clip in seconds. If it is unknown or the map shows more, the length of the shown source. Nil if
  /// the map plays until the input ends.
  package let sourceDuration: Double?
  /// How many seconds of the source are shown at all; nil if the map plays until the input ends.
  package let shownDuration: Double?
  /// Nil if the map plays until the input ends.
  package let warpedDuration: Double?
  /// Nil if the map consists only of freezes.
  package let scaleRange: ClosedRange<Double>?
  /// The number of played source frames, each counted as often as it plays. Nil if the frame rate is unknown or the map
  /// plays until the input ends.
  package let frameCount: Double?
  /// The frame count divided by the warped duration: the average rate of an output that shows each played frame once.
  package let averageFrameRate: Double?
  /// Nil if unknown.
  package let sourceRate: FrameRate?
  package let result: ResultFormat
  /// The number of cuts: jumps in source time.
  package let cutCount: Int
  /// The facts about the map's ranges; nil if it has none.
  package let ranges: RangesSummary?

  package init(_ map: TimeMap, of clip: Clip, result: ResultFormat, ranges: RangesSummary? = nil) {
    (self.result, self.ranges, sourceRate) = (result, ranges, clip.frameRate)
    let (frameRate, range) = (clip.frameRate, map.sourceRange)
    shownDuration = range.end.map { _ in Self.union(of: map.pieces.map { ($0.sourceStart, $0.sourceEnd) }) }
    sourceDuration = range.end.map { end in
      // By rounding, a map that shows the whole clip may end slightly after the clip.
      clip.duration.flatMap { end <= $0 + 1e-6 ? $0 : nil } ?? end - range.start
    }
    warpedDuration = map.warpedLength
    scaleRange = map.scaleRange
    cutCount = map.cutCount
    let played = map.pieces.reduce(0) { $0 + abs($1.sourceEnd - $1.sourceStart) }
    let length = map.warpedLength
    frameCount = length == nil ? nil : frameRate.map { $0.position(at: played).rounded() }
    averageFrameRate = frameCount.flatMap { count in length.map { count / $0 } }
  }

  /// The length of what at least one of the spans covers. A span may run backward.
  private static func union(of spans: [(Double, Double)]) -> Double {
    let sorted = spans.map { (start: min($0, $1), end: max($0, $1)) }.sorted { $0.start < $1.start }
    var (length, reached) = (0.0, -Double.infinity)
    for span in sorted where span.end > reached {
      length += span.end - max(span.start, reached)
      reached = span.end
    }
    return length
  }

  package var sourceFrameCount: Int? {
    sourceRate.flatMap { rate in sourceDuration.flatMap(rate.frameCount(filling:)) }
  }

  package var resultFrameCount: Int? {
    result.rate.flatMap { rate in warpedDuration.flatMap(rate.frameCount(filling:)) }
  }

  /// Names, units and values for programs. Entries about frames need a frame rate.
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
    let cuts: [(String, String, Double?)] = [("cuts", "", Double(cutCount))]
    guard let frameCount else { return entries + more + shown + size + cuts }
    let frames: [(String, String, Double?)] = [
      ("frames", "", frameCount), ("average_frame_rate", "fps", averageFrameRate),
    ]
    let counts: [(String, String, Double?)] = [
      ("source_frames", "", sourceFrameCount.map(Double.init)), ("source_frame_rate", "fps", sourceRate?.value),
      ("result_frames", "", resultFrameCount.map(Double.init)), ("result_frame_rate", "fps", result.rate?.value),
    ]
    return [entries, more, frames, shown, counts, size, cuts].flatMap(\.self)
  }
}

/// The facts about the ranges on a clip: parts that play at their own speeds or are left out.
package struct RangesSummary: Equatable, Sendable {
  package let count: Int
  /// How many seconds of the clip are in ranges; nil if the length of the clip is unknown.
  package let source: Double?
  /// The seconds by which the result is shorter than the clip; negative if it is longer.
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

  /// A text such as `37 ranges, 5:00 saved`.
  package var clause: String {
    let ranges = "\(count) \(count == 1 ? "range" : "ranges")"
    guard let saved, saved > 0 else { return ranges }
    return "\(ranges), \(BriefText.duration(saved)) saved"
  }
}
