import Streams
import Values
import Warp

/// A clip that a command can print from any position, as often as needed. It acts as a file of frames in the order in
/// which the first run printed them.
///
/// A pass is one run of the command. It reads as many neighbouring frames as memory allows, in the direction in which
/// frames are requested. A clip played backward is thus decoded once, last part first. Frames are identified by their
/// timestamps. Other frames in a pass are skipped, and a missing frame is an error.
package final class ClipPasses: SeekableFile {
  private let command: any ClipCommand
  private let format: StreamFormat
  private let capacity: Int
  /// The timestamps of all frames known so far, in order.
  private var stamps: [Int] = []
  /// The numbers of the frames in memory. `frames[0]` is the first of them.
  private var window = 0..<0
  private var frames: [[UInt8]] = []
  /// The frames requested last, in rising order without a gap. When a clip is played backward, each picture made of
  /// several frames requests such a row, one frame earlier than the row before.
  private var row = 0..<0
  /// The length of the row before `row`.
  private var lastRowCount = 0
  /// How much earlier than its first frame a pass begins, and how much later than its last frame a pass ends, in
  /// seconds.
  private var (lead, lag) = (0.0, 0.0)
  /// The largest `lag`, in seconds. If a pass needs more, it fails.
  private let largestLag = 60.0

  /// - Parameter memory: the number of bytes of frames that a pass may keep. At least two frames are kept.
  package init(_ format: StreamFormat, memory: Int, printedBy command: any ClipCommand) {
    self.format = format
    self.command = command
    capacity = max(2, memory / format.layout.frameBytes)
  }

  /// Records a frame of the first run. Must be called for every frame, in order.
  func note(stamp: Int) { stamps.append(stamp) }

  /// The offset, for `read`, of the frame that was recorded last.
  var latestOffset: Int { (stamps.count - 1) * format.layout.frameBytes }

  /// - Parameter offset: a multiple of the frame size.
  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    let frame = offset / format.layout.frameBytes
    note(frame)
    if !window.contains(frame) { try load(around: frame) }
    // This shares the array's storage and copies nothing.
    let bytes = frames[frame - window.lowerBound]
    for index in buffer.indices { buffer[index] = bytes[index] }
  }

  private func note(_ frame: Int) {
    if frame == row.upperBound, !row.isEmpty {
      row = row.lowerBound..<frame + 1
    } else {
      lastRowCount = row.count
      row = frame..<frame + 1
    }
  }

  /// Fills the window so that it contains `frame`. If frames are requested backward, `frame` comes at the window's end,
  /// followed only by the frames that the same picture needs. Otherwise it comes at the window's beginning.
  private func load(around frame: Int) throws(StreamFailure) {
    let isFalling = frame < window.lowerBound || window.isEmpty
    var (start, end) = (frame, frame + 1)
    if isFalling {
      let rowEnd = min(frame + max(1, lastRowCount), frame + 1 + capacity / 2)
      while end < min(rowEnd, stamps.count), !beginsPart(end) { end += 1 }
      while start > 0, end - start < capacity, !beginsPart(start) { start -= 1 }
    } else {
      while end < stamps.count, end - start < capacity, !beginsPart(end) { end += 1 }
    }
    window = start..<end
    do throws(VideoError) {
      try fill()
    } catch {
      window = 0..<0
      switch error {
      case .stream(let failure): throw failure
      // The general message for an empty pipe would be wrong, because this command has printed something before.
      case .empty: throw .inputOutput("the command of --source failed when it ran again: it printed nothing")
      default: throw .inputOutput("the command of --source failed when it ran again: \(error)")
      }
    }
  }

  /// Runs the command until it has printed all frames of the window. Few commands seek exactly. If a run begins too
  /// late or ends too early, this run and all later passes begin earlier or end later.
  private func fill() throws(VideoError) {
    while true {
      let from = max(0, start(of: window) - lead)
      let end = end(of: window) + lag
      let (found, last, position) = try pass(from, end - from)
      guard found < window.count else { return }
      let missing = stamps[window.lowerBound + found]
      let endsEarly = found > 0 && last < missing
      guard endsEarly ? end < seconds(stamps.count - 1) + largestLag : from > 0 else {
        let time = format.seconds(atStamp: missing) ?? 0
        throw .truncated("a later run, before the frame at \(BriefNumber.print(time)) s", byte: position)
      }
      if endsEarly { lag = grown(lag) } else { lead = grown(lead) }
    }
  }

  private func grown(_ seconds: Double) -> Double { seconds == 0 ? 1 : 4 * seconds }

  /// Runs the command once.
  ///
  /// - Returns: how many frames of the window came, from its first one without a gap; the timestamp of the last frame
  ///   that came at all, or `Int.min`; and the number of bytes that the command printed.
  private func pass(
    _ from: Double, _ length: Double
  ) throws(VideoError) -> (found: Int, last: Int, position: Int) {
    let reader = try FrameReader(printedBy: command, from: from, for: length)
    guard reader.format.layout == format.layout, reader.format.timebase == format.timebase else {
      throw .malformed("the command of --source prints another format than in its first run", byte: 0)
    }
    var (found, last) = (0, Int.min)
    // Read to the end of the requested range, even if fewer frames are needed: a command whose pipe is closed early
    // reports a failure.
    while let head = try nextFrame(of: reader) {
      last = head.stamp ?? last
      let isWanted = found < window.count && head.stamp == stamps[window.lowerBound + found]
      guard try take(found, of: reader, isWanted) else { throw reader.truncation }
      if isWanted { found += 1 }
    }
    let position = reader.position
    try reader.close()
    return (found, last, position)
  }

  /// Like `nextFrame` of the reader, but a header without frames is no error: the seek may have gone beyond the end.
  private func nextFrame(of reader: FrameReader) throws(VideoError) -> FrameHead? {
    do throws(VideoError) {
      return try reader.nextFrame()
    } catch .noFrame {
      return nil
    }
  }

  /// Reads the samples of a wanted frame into `frames[slot]`, and skips those of any other. Returns false if the input
  /// ends inside the frame.
  private func take(_ slot: Int, of reader: FrameReader, _ isWanted: Bool) throws(VideoError) -> Bool {
    do throws(StreamFailure) {
      guard isWanted else { return try reader.skipPayload() }
      if slot == frames.count { frames.append([UInt8](repeating: 0, count: format.layout.frameBytes)) }
      // Swapped out of the array while it is filled, so that copy on write does not copy the frame.
      var frame: [UInt8] = []
      swap(&frame, &frames[slot])
      defer { swap(&frame, &frames[slot]) }
      var room = frame.mutableSpan
      return try reader.readPayload(into: &room)
    } catch {
      throw .stream(error)
    }
  }

  /// Whether the gap before a frame is so long that no pass should read across it.
  private func beginsPart(_ frame: Int) -> Bool {
    frame == 0 || seconds(frame) - seconds(frame - 1) > TimeMap.leastGapBetweenParts / 2
  }

  /// The time from which frames are to be printed: halfway between the first frame and the one before it, which is safe
  /// however the command rounds. For the first frame of a part, a second before it.
  private func start(of window: Range<Int>) -> Double {
    let first = window.lowerBound
    return max(0, beginsPart(first) ? seconds(first) - 1 : (seconds(first - 1) + seconds(first)) / 2)
  }

  /// The time until which frames are to be printed: one frame more than needed, since commands may round times to
  /// frames.
  private func end(of window: Range<Int>) -> Double {
    let last = window.upperBound
    guard last < stamps.count, !beginsPart(last) else {
      // After the last frame: the distance of the last two frames, but at least a second.
      return seconds(last - 1) + max(1, seconds(last - 1) - (last > 1 ? seconds(last - 2) : 0))
    }
    guard last + 1 < stamps.count, !beginsPart(last + 1) else { return end(of: window.lowerBound..<last + 1) }
    return (seconds(last) + seconds(last + 1)) / 2
  }

  private func seconds(_ frame: Int) -> Double { format.seconds(atStamp: stamps[frame]) ?? 0 }
}
