import Streams
import Warp

/// A clip that a command prints from any position on, as often as it is run. Seen as a file of frames one after
/// another, in the order in which the first run has brought them.
///
/// A pass, one run of the command, brings as many neighbouring frames as memory allows, in the direction in which
/// frames are asked for, so a clip played backward is decoded once, last part first. Frames are known by their stamps:
/// others that a pass brings are passed over, and a missing one is an error.
package final class ClipPasses<Source: ByteSource & ~Copyable>: SeekableFile {
  private let open: (_ from: Double, _ length: Double) throws(StreamFailure) -> Source
  private let close: (consuming Source, _ hasEnded: Bool) throws(StreamFailure) -> Void
  /// Whether the command prints more than it is asked for, which is then passed over.
  private let printsMore: Bool
  private let format: StreamFormat
  private let capacity: Int
  /// The stamp of every frame, in order, as far as they are known.
  private var stamps: [Int] = []
  /// The frames that are in memory, the first of them in `frames[0]`.
  private var window = 0..<0
  private var frames: [[UInt8]] = []
  /// The frames asked for last, in rising order without a gap, and how many there were in the row before it: played
  /// backward, each picture that is made of several frames asks for such a row, one frame earlier than the one before.
  private var row = 0..<0
  private var lastRowCount = 0
  /// How much earlier than its first frame a pass begins, and how much later than its last one it ends, in seconds.
  private var (lead, lag) = (0.0, 0.0)
  /// A pass that has to end later than this after the end of the clip, in seconds, is given up.
  private let largestLag = 60.0

  /// - Parameters:
  ///   - memory: how many bytes of frames a pass may keep; two frames are kept in any case.
  ///   - printsMore: whether the command prints more than it is asked for, which is then passed over.
  ///   - open: runs the command for a part of the clip, given in seconds.
  ///   - close: ends the command, and throws if it has come to its end and has failed.
  package init(
    _ format: StreamFormat, memory: Int, printsMore: Bool = false,
    opening open: @escaping (_ from: Double, _ length: Double) throws(StreamFailure) -> Source,
    closing close: @escaping (consuming Source, _ hasEnded: Bool) throws(StreamFailure) -> Void
  ) {
    self.close = close
    self.format = format
    self.open = open
    self.printsMore = printsMore
    capacity = max(2, memory / format.layout.frameBytes)
  }

  /// Has to be told of every frame of the first run, in order.
  func note(stamp: Int) { stamps.append(stamp) }

  /// The offset of the frame that was noted last, for `read`.
  var latestOffset: Int { (stamps.count - 1) * format.layout.frameBytes }

  /// - Parameter offset: a multiple of the size of a frame.
  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    let frame = offset / format.layout.frameBytes
    note(frame)
    if !window.contains(frame) { try load(around: frame) }
    // A second reference to the array, not a copy of it.
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

  /// Fills the window so that it has `frame`: if frames are asked for backward, at its end with the rest of the row
  /// that it begins, else at its beginning.
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
      // The words for an empty pipe would be wrong: this input is a command that has printed something before.
      case .empty: throw .inputOutput("the command of --source failed when it ran again: it printed nothing")
      default: throw .inputOutput("the command of --source failed when it ran again: \(error)")
      }
    }
  }

  /// Runs the command until it has brought all frames of the window. Few commands seek exactly: where one begins too
  /// late, or ends too early, it is run again from earlier, or for longer, and so are all passes after it.
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
  /// - Returns: how many frames of the window have come, counted from its first one without a gap; the stamp of the last
  ///   frame that came at all, `Int.min` if none did; and how many bytes the command has printed.
  private func pass(
    _ from: Double, _ length: Double
  ) throws(VideoError) -> (found: Int, last: Int, position: Int) {
    var reader = try FrameReader(try opened(from, length), within: printsMore ? from..<from + length : nil)
    guard reader.format.layout == format.layout, reader.format.timebase == format.timebase else {
      throw .malformed("the command of --source prints another format than in its first run", byte: 0)
    }
    var (found, last) = (0, Int.min)
    // To the end of what was asked for, although less may be wanted: a command whose pipe is closed early reports a
    // failure.
    while let head = try nextFrame(of: &reader) {
      last = head.stamp ?? last
      let isWanted = found < window.count && head.stamp == stamps[window.lowerBound + found]
      guard try take(found, of: &reader, isWanted) else { throw reader.truncation }
      if isWanted { found += 1 }
    }
    let (position, hasEnded) = (reader.position, !reader.goesOn)
    do throws(StreamFailure) { try close(reader.intoSource(), hasEnded) } catch { throw .stream(error) }
    return (found, last, position)
  }

  /// As `nextFrame` of the reader, but a header without frames is no error: a seek may have gone beyond the end.
  private func nextFrame(of reader: inout FrameReader<Source>) throws(VideoError) -> FrameHead? {
    do throws(VideoError) {
      return try reader.nextFrame()
    } catch .noFrame {
      return nil
    }
  }

  private func opened(_ from: Double, _ length: Double) throws(VideoError) -> Source {
    do throws(StreamFailure) { return try open(from, length) } catch { throw .stream(error) }
  }

  /// Takes the samples of a frame into `frames[slot]` if it is wanted, else passes over them. False if the input ends
  /// inside the frame.
  private func take(_ slot: Int, of reader: inout FrameReader<Source>, _ isWanted: Bool) throws(VideoError) -> Bool {
    do throws(StreamFailure) {
      guard isWanted else { return try reader.skipPayload() }
      if slot == frames.count { frames.append([UInt8](repeating: 0, count: format.layout.frameBytes)) }
      // Swapped out of the array while it is filled, so that copy on write does not copy it.
      var frame: [UInt8] = []
      swap(&frame, &frames[slot])
      defer { swap(&frame, &frames[slot]) }
      var room = frame.mutableSpan
      return try reader.readPayload(into: &room)
    } catch {
      throw .stream(error)
    }
  }

  /// Whether so much time lies before a frame that it is not to be printed only because frames on both sides are asked
  /// for.
  private func beginsPart(_ frame: Int) -> Bool {
    frame == 0 || seconds(frame) - seconds(frame - 1) > TimeMap.leastGapBetweenParts / 2
  }

  /// From when on frames are to be printed: the middle between the first and the one before it, since however a command
  /// rounds, that falls between the two. A second before the first of a part.
  private func start(of window: Range<Int>) -> Double {
    let first = window.lowerBound
    return max(0, beginsPart(first) ? seconds(first) - 1 : (seconds(first - 1) + seconds(first)) / 2)
  }

  /// Until when they are to be printed: one frame more than needed, since commands may round times to frames.
  private func end(of window: Range<Int>) -> Double {
    let last = window.upperBound
    guard last < stamps.count, !beginsPart(last) else {
      // After the last frame: the distance of the last two, and at least a second.
      return seconds(last - 1) + max(1, seconds(last - 1) - (last > 1 ? seconds(last - 2) : 0))
    }
    guard last + 1 < stamps.count, !beginsPart(last + 1) else { return end(of: window.lowerBound..<last + 1) }
    return (seconds(last) + seconds(last + 1)) / 2
  }

  private func seconds(_ frame: Int) -> Double { format.seconds(atStamp: stamps[frame]) ?? 0 }
}
