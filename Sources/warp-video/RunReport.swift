import Tool
import Video
import Warp

/// What a run has come to.
struct RunReport {
  let tally: FrameTally
  let inputCount: Int
  let footage: Footage
  let largestRounding: Double

  /// How long the result lasts.
  var warpedLength: Double { footage.warpedLength }

  func write(to stats: consuming StatsFile) throws {
    try stats.finish([
      "frames_in": .count(inputCount),
      "frames_out": .count(tally.outputCount),
      "frames_repeated": .count(tally.repeatedCount),
      "frames_dropped": .count(max(0, inputCount - footage.unusedCount - tally.shownCount)),
      "frames_mixed": .count(tally.mixedCount),
      "frames_unused": .count(footage.unusedCount),
      "bytes_out": .count(tally.byteCount),
      "seconds_out": .measure(warpedLength),
      "largest_rounding": .measure(largestRounding),
    ])
  }
}

extension Shortfall {
  /// The clause that follows `error: `.
  var description: String {
    let (end, due) = (NumberSyntax.print(inputEnd), NumberSyntax.print(mapEnd))
    return
      "the input ends at \(end) s, but the map shows source up to \(due) s; give warp-map the clip's true --duration"
  }
}
