import Values

// This folder alone decides what a retimed film shows, frame by frame. Each type uses those below it:
//
//   Schedule            the protocol: instructions out, frames in. Two kinds of it:
//     FixedSchedule       output frames at a fixed rate. For each: is it known what it shows, and is it sure to exist?
//       OutputWalk          output frame → stretch, warped time, source instant
//       Exposure            the weighted frames while a shutter is open; `MovingExposure`: with motion interpolation
//     VariableSchedule    output frames with timestamps: one for each showing of a source frame
//   Footage             the frames a stretch may show (`FrameView`: those at an instant), and where the output ends
//                       because the input does (`Shortfall`)
//     DuplicateFrames     runs of frames that look alike, each of which counts as one frame on request
//   FrameClock          source time → `FramePosition`, from the frames so far (`StampWindow`: their start times)
//   Stretch, TimeMap    warped time ⇄ source time: folder Map
//
// The results are values: `Picture` of `Weight`s or `Moment`s, in an `Instruction`.
//
// Read FrameClock, then Footage, OutputWalk and FixedSchedule, then VariableSchedule. Two difficulties explain most of
// this code. First, frames arrive one by one, so a question about the source may have no answer yet (nil: wait for
// more). Second, the newest frame may be incomplete, because only its head has been read. `end(count:)` then removes
// it, and the frame before it is shown instead. Therefore the frame before the newest is kept until this is settled.

/// Decides what happens to the frames. The caller asks for instructions and reports every frame and the end of the
/// input.
///
/// At `.needInput` the caller reads one frame's head and appends the frame, or reports the end. The next instruction
/// says what to do with the frame's bytes. If `needs` contains the frame, the caller keeps the bytes. If
/// only the instruction uses the frame, the bytes can go straight to the output. Otherwise the caller skips the bytes.
/// After `.done` the caller still reports the rest of the input, so that `shortfall` and `unusedCount` cover all of it.
package protocol Schedule: Sendable {
  /// Returns the next instruction, which only uses frames that have arrived. If `looksAround` is true, the frame after
  /// the used frames has also arrived, or the input has ended.
  mutating func next() throws(Refusal) -> Instruction

  /// Adds the next frame of an input with a constant rate.
  ///
  /// - Parameter isDuplicate: whether the frame looks like the previous frame; false if nobody has compared the two.
  mutating func append(isDuplicate: Bool)
  /// Adds the next frame, with its own timestamp. Returns false, and adds nothing, if `start` is not after the last
  /// one.
  mutating func append(start: Double, isDuplicate: Bool) -> Bool
  /// Ends the input after `count` frames. `count` may leave out only the newest frame, if it proved incomplete and no
  /// instruction that uses it has been carried out.
  mutating func end(count: Int)

  /// Whether interpolation between two source frames also uses the frame before them and the frame after them. If true,
  /// `needs` includes these two frames.
  var looksAround: Bool { get }
  /// The frames that may still be used after the last instruction.
  var needs: FrameNeeds { get }
  /// The largest rounding error of a timestamp, in seconds; 0 at a fixed rate.
  var largestRounding: Double { get }
  /// The source frames that have arrived, and the map that shows them.
  var footage: Footage { get }
}

extension Schedule {
  package mutating func append() { append(isDuplicate: false) }
  package mutating func append(start: Double) -> Bool { append(start: start, isDuplicate: false) }
}

/// What the caller of a schedule does next.
package enum Instruction: Equatable, Sendable {
  /// The caller adds the next frame or reports the end of the input. Only then can the schedule decide.
  case needInput
  /// Shows this picture in the next `times` output frames. The next instruction may show the same picture again.
  ///
  /// - Parameter tick: the timestamp, in ticks of the timebase; nil at a fixed rate.
  case show(Picture, times: Int, tick: Int64?)
  /// The output is complete.
  case done
}

/// The source frames that may still be used, with the frames beside them if `Schedule.looksAround` is true.
package struct FrameNeeds: Equatable, Sendable {
  /// Frames of a picture that is known but not shown yet. Later frames decide whether it is shown.
  package var chosen = 0..<0
  /// The first frame that the undecided pictures may use. They may also use any later frame.
  package var later: Int

  static let nothing = FrameNeeds(later: .max)

  /// No frame before this one will be used again.
  package var horizon: Int { chosen.isEmpty ? later : min(chosen.lowerBound, later) }

  /// The frames before `end` that lie between those that are needed.
  package func gap(before end: Int) -> Range<Int> {
    let start = chosen.isEmpty ? end : chosen.upperBound
    return start..<max(start, min(later, end))
  }

  /// These frames, and the frames directly before and after them.
  var withNeighbours: FrameNeeds {
    let chosen = chosen.isEmpty ? chosen : max(0, chosen.lowerBound - 1)..<chosen.upperBound + 1
    return FrameNeeds(chosen: chosen, later: later == .max ? .max : max(0, later - 1))
  }

  package func contains(_ frame: Int) -> Bool { frame >= later || chosen.contains(frame) }
}
