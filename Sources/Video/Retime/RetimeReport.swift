import Streams
import Warp

/// What a run has come to, in numbers.
package struct RetimeReport: Sendable {
  package let tally: FrameTally
  /// Frames that came whole.
  package let inputCount: Int
  /// Frames of the input that are on screen only at source times the map does not show.
  package let unusedCount: Int
  /// Frames that are on screen only in part at the source times that the map shows.
  package var partlyUsed: [Int] = []
  /// How long the result lasts, in seconds.
  package let warpedLength: Double
  package let shortfall: Shortfall?
  package let largestRounding: Double

  /// Frames the map shows that no output frame shows. Held at 0, since a way to pick frames that looks ahead may also
  /// show some that count as unused.
  package var droppedCount: Int { max(0, inputCount - unusedCount - tally.shownCount) }

  /// The same without those that the map shows in part.
  package var lostCount: Int { max(0, droppedCount - partlyUsed.count { !tally.hasShown($0) }) }
}

extension Retimer where Source: ~Copyable, Sink: ~Copyable, Moving: ~Copyable {
  /// Call it once `run` has returned.
  ///
  /// Only numbers are copied out of the schedule's footage, not the footage: the compiler (6.3.1) leaves out the retain
  /// of such a copy if the retimer is consumed before the copy is last used.
  package var report: RetimeReport {
    RetimeReport(
      tally: tally, inputCount: inputCount, unusedCount: schedule.footage.unusedCount,
      partlyUsed: schedule.footage.partlyUsed,
      warpedLength: made.length(of: schedule.footage.warpedLength), shortfall: schedule.footage.shortfall,
      largestRounding: schedule.largestRounding)
  }
}
