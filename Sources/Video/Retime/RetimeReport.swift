import Streams
import Warp

/// The results of a run, in numbers.
package struct RetimeReport: Sendable {
  package let tally: FrameTally
  /// The number of complete frames read.
  package let inputCount: Int
  /// Input frames that are on screen only at source times that the map does not show.
  package let unusedCount: Int
  /// Input frames that no output frame shows, and of which the map shows only a part.
  package var cutCount = 0
  /// Whether the map speeds nothing up.
  package var slowsOnly = false
  /// Input frames per second of the input, on average.
  package var inputRate = 0.0
  /// The duration of the result, in seconds.
  package let warpedLength: Double
  package let shortfall: Shortfall?
  package let largestRounding: Double

  /// Input frames that the map shows and no output frame shows. The difference could be below 0, because `middle` looks
  /// half an output frame ahead, and may show frames that the map does not.
  package var droppedCount: Int { max(0, inputCount - unusedCount - tally.shownCount) }

  /// The dropped frames without those that the map shows only in part.
  package var lostCount: Int { max(0, droppedCount - cutCount) }
}

extension Retimer where Sink: ~Copyable {
  /// The results, valid once `run` has returned. Only numbers are copied from the schedule's footage. The compiler
  /// (6.3.1) omits the retain of a copy of the footage if the retimer is consumed before the last use of the copy.
  package var report: RetimeReport {
    RetimeReport(
      tally: tally, inputCount: inputCount, unusedCount: schedule.footage.unusedCount,
      cutCount: schedule.footage.partlyUsed.count { !tally.hasShown($0) },
      slowsOnly: schedule.footage.slowsOnly, inputRate: schedule.footage.meanRate,
      warpedLength: made.length(of: schedule.footage.warpedLength), shortfall: schedule.footage.shortfall,
      largestRounding: schedule.largestRounding)
  }
}
