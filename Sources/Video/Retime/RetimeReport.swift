import Streams
import Warp

/// What a run has come to, in numbers.
package struct RetimeReport: Sendable {
  package let tally: FrameTally
  /// Frames that came whole.
  package let inputCount: Int
  /// Frames of the input that are on screen only at source times the map does not show.
  package let unusedCount: Int
  /// Frames that no output frame shows, and of which the map shows only a part.
  package var cutCount = 0
  /// Whether the map speeds nothing up.
  package var slowsOnly = false
  /// Frames of the input for each of its seconds, on average.
  package var inputRate = 0.0
  /// How long the result lasts, in seconds.
  package let warpedLength: Double
  package let shortfall: Shortfall?
  package let largestRounding: Double

  /// Frames the map shows that no output frame shows. Held at 0, since a way to pick frames that looks ahead may also
  /// show some that count as unused.
  package var droppedCount: Int { max(0, inputCount - unusedCount - tally.shownCount) }

  /// The same without those that are cut.
  package var lostCount: Int { max(0, droppedCount - cutCount) }
}

extension Retimer where Source: ~Copyable, Sink: ~Copyable, Moving: ~Copyable {
  /// Call it once `run` has returned.
  ///
  /// Only numbers are copied out of the schedule's footage, not the footage: the compiler (6.3.1) leaves out the retain
  /// of such a copy if the retimer is consumed before the copy is last used.
  package var report: RetimeReport {
    RetimeReport(
      tally: tally, inputCount: inputCount, unusedCount: schedule.footage.unusedCount,
      cutCount: schedule.footage.partlyUsed.count { !tally.hasShown($0) },
      slowsOnly: schedule.footage.slowsOnly, inputRate: schedule.footage.meanRate,
      warpedLength: made.length(of: schedule.footage.warpedLength), shortfall: schedule.footage.shortfall,
      largestRounding: schedule.largestRounding)
  }
}
