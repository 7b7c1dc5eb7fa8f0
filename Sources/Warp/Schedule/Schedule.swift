// What a retimed film shows, frame by frame, is decided in this folder and nowhere else. Each line asks those below it:
//
//   Schedule            the protocol: instructions out, frames in. Two kinds of it:
//     FixedSchedule       output frames at a fixed rate. For each: is it known what it shows, and is it sure to exist?
//       OutputWalk          output frame → stretch, warped time, source instant
//       Exposure            all that is on screen while a shutter is open, weighed; `MovingExposure`: made up by motion
//     VariableSchedule    output frames with stamps: one for each showing of a source frame
//   Footage             which frames a stretch may show (`FrameView`: those at an instant), and where the output ends
//                       because the input does (`Shortfall`)
//     DuplicateFrames     runs of frames that look alike, each of which counts as one where that is asked for
//   FrameClock          source time → `FramePosition`, from the frames that have come (`StampWindow`: their start times)
//   Stretch, TimeMap    warped time ⇄ source time: folder Map
//
// The answers are values: `Picture` of `Weight`s or `Moment`s, in an `Instruction`.
//
// Read FrameClock, then Footage, OutputWalk and FixedSchedule, then VariableSchedule. Two difficulties explain most of
// what is there. Frames come one by one, so a question about the source may have no answer yet (nil: wait for more).
// And the frame that came last may be incomplete: its head has been read, its bytes have not. `end(count:)` then takes
// it back and the frame before takes its place, so that one has to be kept for as long as that may happen.

/// Decides what becomes of the frames: pulled for instructions, told of every frame that comes and of the end.
///
/// At `.needInput` the caller reads one frame's head and appends the frame, or tells the end. The next instruction says
/// what to do with that frame's bytes: if `needs` contains the frame they are kept; if only the instruction names it
/// they can go straight to the output; otherwise they are skipped. After `.done` the caller still tells of the rest of
/// the input, so that `shortfall` and `unusedCount` cover all of it.
package protocol Schedule: Sendable {
  /// What to do next. No instruction names a frame that has not come. Where it looks around, the frame after those that a
  /// picture names has come as well, or the input has ended.
  mutating func next() throws(Refusal) -> Instruction

  /// The next frame of an input with an even rate has come.
  ///
  /// - Parameter isDuplicate: whether it looks like the one before it; false where nobody has looked.
  mutating func append(isDuplicate: Bool)
  /// A frame has come with a time of its own. False, and no frame, if it does not start after the one before.
  mutating func append(start: Double, isDuplicate: Bool) -> Bool
  /// No more will come after the first `count`. Of the frames appended, only the newest may lie beyond `count`, and
  /// only if no instruction that names it has been carried out: it was incomplete and is taken back.
  mutating func end(count: Int)

  /// Whether pictures between two frames depend on the frames beside them, too, which are then at hand.
  var looksAround: Bool { get }
  /// Which frames may yet be named, after the instruction given last.
  var needs: FrameNeeds { get }
  /// The largest difference between a stamp and the time it stands for, in seconds; 0 where output frames are counted.
  var largestRounding: Double { get }
  /// The input, as the map uses it.
  var footage: Footage { get }
}

extension Schedule {
  package mutating func append() { append(isDuplicate: false) }
  package mutating func append(start: Double) -> Bool { append(start: start, isDuplicate: false) }
}

/// What a schedule asks of whoever carries it out.
package enum Instruction: Equatable, Sendable {
  /// Nothing can be said before another frame has come or the input has ended.
  case needInput
  /// The next `times` output frames are this picture. The instruction after it may name the same picture again.
  ///
  /// - Parameter tick: from when on it is shown, in ticks of the timebase; nil at a fixed rate, whose frames are counted.
  case show(Picture, times: Int, tick: Int64?)
  /// The output is complete.
  case done
}

/// The frames that may yet be named. Where the schedule looks around, their neighbours too.
package struct FrameNeeds: Equatable, Sendable {
  /// Frames of a picture that is known but not shown yet: frames still to come decide whether it is.
  package var chosen = 0..<0
  /// The first frame that a picture not known yet may name; it may name any after that one, too.
  package var later: Int

  static let nothing = FrameNeeds(later: .max)

  /// No frame before this one will be named again.
  package var horizon: Int { chosen.isEmpty ? later : min(chosen.lowerBound, later) }

  /// These frames with their neighbours.
  var withNeighbours: FrameNeeds {
    let chosen = chosen.isEmpty ? chosen : max(0, chosen.lowerBound - 1)..<chosen.upperBound + 1
    return FrameNeeds(chosen: chosen, later: later == .max ? .max : max(0, later - 1))
  }

  package func contains(_ frame: Int) -> Bool { frame >= later || chosen.contains(frame) }
}
