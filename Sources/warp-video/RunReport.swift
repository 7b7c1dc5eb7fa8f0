import Tool
import Video
import Warp

/// What a run has come to.
struct RunReport {
  let tally: FrameTally
  let inputCount: Int
  let unusedCount: Int
  /// How long the result lasts.
  let warpedLength: Double
  let shortfall: Shortfall?
  let largestRounding: Double

  /// Numbers alone are kept of the footage: the compiler (6.3.1) forgets to retain a copy of one that comes out of a
  /// retimer which is consumed before the copy's last use.
  init(_ tally: FrameTally, inputCount: Int, _ footage: borrowing Footage, largestRounding: Double) {
    self.tally = tally
    self.inputCount = inputCount
    unusedCount = footage.unusedCount
    warpedLength = footage.warpedLength
    shortfall = footage.shortfall
    self.largestRounding = largestRounding
  }

  func write(to stats: consuming StatsFile) throws {
    try stats.finish([
      "frames_in": .count(inputCount),
      "frames_out": .count(tally.outputCount),
      "frames_repeated": .count(tally.repeatedCount),
      "frames_dropped": .count(max(0, inputCount - unusedCount - tally.shownCount)),
      "frames_mixed": .count(tally.mixedCount),
      "frames_unused": .count(unusedCount),
      "bytes_out": .count(tally.byteCount),
      "seconds_out": .measure(warpedLength),
      "largest_rounding": .measure(largestRounding),
    ])
  }
}
