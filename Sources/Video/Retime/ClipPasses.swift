import Streams
import Warp

/// A clip that can be had again from any place on by running a command: read at any frame, in passes.
///
/// A pass brings as many neighbouring frames as memory allows, in the direction frames are asked for, so a clip played
/// backward is decoded once, last part first. Frames are known by their stamps: what a pass brings besides
/// those it was asked for is passed over, and one that is missing is an error.
package final class ClipPasses<Source: ByteSource & ~Copyable>: SeekableFile {
  private let open: (_ from: Double, _ length: Double) throws(StreamFailure) -> Source
  private let close: (consuming Source) throws(StreamFailure) -> Void
  private let format: StreamFormat
  private let capacity: Int
  /// The stamp of every frame that has come in the first look, in order.
  private var stamps: [Int] = []
  private var window = 0..<0
  private var frames: [[UInt8]] = []
  /// How much earlier passes begin than what they are to bring, and how much later they end, in seconds.
  private var (lead, lag) = (0.0, 0.0)
  /// Further than that behind the end of the clip there is nothing to wait for.
  private let largestLag = 60.0

  /// - Parameters:
  ///   - memory: how many bytes a pass may keep; it keeps two frames at least.
  ///   - open: runs the command for that part of the clip.
  ///   - close: hears what the command has to say at its end.
  package init(
    _ format: StreamFormat, memory: Int,
    opening open: @escaping (_ from: Double, _ length: Double) throws(StreamFailure) -> Source,
    closing close: @escaping (consuming Source) throws(StreamFailure) -> Void
  ) {
    self.close = close
    self.format = format
    self.open = open
    capacity = max(2, memory / format.layout.frameBytes)
  }

  /// A frame has been seen in the first look.
  func note(stamp: Int) { stamps.append(stamp) }

  /// The offset at which the frame seen last is asked for.
  var latestPlace: Int { (stamps.count - 1) * format.layout.frameBytes }

  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    let frame = offset / format.layout.frameBytes
    if !window.contains(frame) { try load(around: frame) }
    // A second reference, not a copy.
    let bytes = frames[frame - window.lowerBound]
    for index in buffer.indices { buffer[index] = bytes[index] }
  }

  private func load(around frame: Int) throws(StreamFailure) {
    let isFalling = frame < window.lowerBound || window.isEmpty
    let start = isFalling ? max(0, frame + 1 - capacity) : frame
    window = start..<min(stamps.count, isFalling ? frame + 1 : frame + capacity)
    do throws(VideoError) {
      try fill()
    } catch {
      window = 0..<0
      switch error {
      case .stream(let failure): throw failure
      // Not the words for an empty pipe: this input is a command, which has printed something before.
      case .empty: throw .inputOutput("a pass over the clip failed: the command prints nothing this time")
      default: throw .inputOutput("a pass over the clip failed: \(error)")
      }
    }
  }

  /// Runs the command until it has brought all that is wanted. Few commands that seek land just where they should:
  /// each one that came too late is run again from further back, or for longer, and so are those after it.
  private func fill() throws(VideoError) {
    while true {
      let from = max(0, border(before: window.lowerBound) - lead)
      // Times may be rounded to frames: one more than is wanted.
      let end = border(before: min(stamps.count, window.upperBound + 1)) + lag
      let (found, last, position) = try pass(from, end - from)
      guard found < window.count else { return }
      let missing = stamps[window.lowerBound + found]
      let endsEarly = found > 0 && last < missing
      guard endsEarly ? end < seconds(stamps.count - 1) + largestLag : from > 0 else {
        let time = format.seconds(atStamp: missing) ?? 0
        throw .truncated("a pass: the frame at \(NumberSyntax.print(time)) s did not come again", byte: position)
      }
      if endsEarly { lag = grown(lag) } else { lead = grown(lead) }
    }
  }

  private func grown(_ seconds: Double) -> Double { seconds == 0 ? 1 : 4 * seconds }

  /// How many of the frames that are wanted came, the first ones all, and the stamp of the last that came at all.
  private func pass(
    _ from: Double, _ length: Double
  ) throws(VideoError) -> (found: Int, last: Int, position: Int) {
    var reader = try FrameReader(try opened(from, length))
    guard reader.format.layout == format.layout, reader.format.timebase == format.timebase else {
      throw .malformed("the clip is of another format than at first", byte: 0)
    }
    var (found, last) = (0, Int.min)
    // To the end, though it may bring more than was asked for: a command that is cut off complains.
    while let head = try nextFrame(of: &reader) {
      last = head.stamp ?? last
      let isWanted = found < window.count && head.stamp == stamps[window.lowerBound + found]
      guard try take(found, of: &reader, isWanted) else { throw reader.truncation }
      if isWanted { found += 1 }
    }
    let position = reader.position
    do throws(StreamFailure) { try close(reader.intoSource()) } catch { throw .stream(error) }
    return (found, last, position)
  }

  /// A seek that went too far may leave nothing.
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

  private func take(_ slot: Int, of reader: inout FrameReader<Source>, _ isWanted: Bool) throws(VideoError) -> Bool {
    do throws(StreamFailure) {
      guard isWanted else { return try reader.skipPayload() }
      if slot == frames.count { frames.append([UInt8](repeating: 0, count: format.layout.frameBytes)) }
      // Taken out, so that it is filled where it stands.
      var frame: [UInt8] = []
      swap(&frame, &frames[slot])
      defer { swap(&frame, &frames[slot]) }
      var room = frame.mutableSpan
      return try reader.readPayload(into: &room)
    } catch {
      throw .stream(error)
    }
  }

  /// A time that no rounding takes for a frame's own: in the middle between a frame and the one before.
  private func border(before frame: Int) -> Double {
    if frame == 0 { return 0 }
    let last = seconds(frame - 1)
    // Behind the last frame any time will do.
    guard frame < stamps.count else { return last + max(1, last - (frame > 1 ? seconds(frame - 2) : 0)) }
    return max(0, (last + seconds(frame)) / 2)
  }

  private func seconds(_ frame: Int) -> Double { format.seconds(atStamp: stamps[frame]) ?? 0 }
}
