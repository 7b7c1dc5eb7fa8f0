/// Decides what becomes of the frames: pulled for instructions, told of every frame that comes and of the end.
///
/// At `.needInput` one frame's head is read and appended, or the end is told. What becomes of that frame's bytes shows
/// after the next instruction: needed, they are kept; only named, they can go straight through; else they are skipped.
/// After `.done` the rest of the input is still told, so that `shortfall` and `unusedCount` are true to it.
package protocol Schedule: Sendable {
  /// What to do next. No instruction names a frame that has not come.
  mutating func next() throws(Refusal) -> Instruction

  /// A frame has come, at its turn in an even rate.
  mutating func append()
  /// A frame has come with a time of its own. False, and no frame, if it does not start after the one before.
  mutating func append(start: Double) -> Bool
  /// No more will come after the first `count`. A frame appended beyond them, and not yet handed on, is taken back.
  mutating func end(count: Int)

  /// Which frames may yet be named, after the instruction given last.
  var needs: FrameNeeds { get }
  /// By how much, in seconds, the stamp that is farthest from its time is off; 0 where output frames are counted.
  var largestRounding: Double { get }
  /// What the input had, seen from the map.
  var footage: Footage { get }
}

/// The frames that may yet be named.
package struct FrameNeeds: Equatable, Sendable {
  /// Chosen already, and still waiting for what comes after them.
  package var chosen = 0..<0
  /// The first of those that may be chosen later.
  package var later: Int

  static let nothing = FrameNeeds(later: .max)

  /// Nothing before this frame will be named again.
  package var horizon: Int { chosen.isEmpty ? later : min(chosen.lowerBound, later) }

  package func contains(_ frame: Int) -> Bool { frame >= later || chosen.contains(frame) }
}
