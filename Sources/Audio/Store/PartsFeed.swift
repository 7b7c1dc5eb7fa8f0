import Streams
import Values

/// Delivers only the needed parts of a sound. A command prints each part, as raw samples or as packets with timestamps.
/// The command may also print packets that lie before or after the part.
package final class PartsFeed: SoundFeed {
  package let format: SoundFormat
  package let parts: [Range<Int>]
  package let payloadStart = 0
  private let command: any ClipCommand
  /// The reader of the current part; nil before the first part, and once the command has ended.
  private var reader: SoundReader?
  /// Replaces `reader` if the command prints packets.
  private var packets: PacketFeed?
  /// The timestamp of source time 0, in seconds; nil if the command prints raw samples.
  private let start: Double?
  private let grid: StampGrid?
  /// The number of sample frames read from earlier parts.
  private var countBefore = 0
  /// The gaps and overlaps in earlier parts.
  private var seamsBefore = SoundSeams.none
  /// The number of sample frames of the current part still to come.
  private var due = 0
  package private(set) var truncation: AudioError?

  /// - Parameters:
  ///   - needs: the samples that may be requested. Parts less than `leastGap` seconds apart are joined.
  ///   - start: the timestamp of source time 0, in seconds; nil if the command prints raw samples.
  ///   - grid: the samples at which packets begin, if their timestamps are not exact.
  package init(
    of needs: SoundNeeds, in format: SoundFormat, stampsFrom start: Double? = nil, on grid: StampGrid? = nil,
    leastGap: Double, printedBy command: any ClipCommand
  ) {
    (self.format, self.start, self.grid, self.command) = (format, start, grid, command)
    parts = needs.parts(apart: Int(leastGap * Double(format.rate)))
  }

  package func has(_ frames: Int) -> Bool { packets?.has(frames) ?? reader?.has(frames) ?? true }

  package var frameCount: Int { countBefore + (packets?.frameCount ?? reader?.frameCount ?? 0) }

  package var seams: SoundSeams {
    var sum = seamsBefore
    if let packets { sum += packets.seams }
    return sum
  }

  package func begin(_ part: Range<Int>) throws(StreamFailure) {
    try endPart()
    let rate = Double(format.rate)
    let length = Double(part.count) / rate
    let from = Double(part.lowerBound) / rate
    let source = try command.run(from: from, for: min(length, TimeSyntax.longest))
    due = part.count
    do throws(AudioError) {
      if let start {
        packets = try feed(source, from: start + from)
      } else {
        reader = try SoundReader(source, declared: .raw(format))
      }
    } catch {
      // Only packets can cause this error: raw samples have no header that could be wrong.
      throw .inputOutput("\(error)")
    }
  }

  /// - Parameter start: the timestamp at which the part begins, in seconds.
  private func feed(_ source: any ByteSource, from start: Double) throws(AudioError) -> PacketFeed {
    var input = ByteInput(source)
    do throws(StreamFailure) {
      if try input.peekByte() == nil {
        try input.close(hasEnded: true)
        throw .inputOutput("the command of --source prints nothing; run the command by itself to see why")
      }
    } catch { throw .stream(error) }
    let feed = try PacketFeed(input, from: start, on: grid)
    guard feed.format == format else {
      throw .malformed("the samples from --source do not match --format, --rate and --channels", byte: 0)
    }
    feed.fill(upTo: due < Int.max / 2 ? due : nil)
    return feed
  }

  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    let frames = min(room.count / format.frameBytes, due)
    if frames == 0 { return 0 }
    var part = room._mutatingExtracting(..<(frames * format.frameBytes))
    let count = if let packets { try packets.read(into: &part) } else { try reader?.read(into: &part) ?? 0 }
    due -= count
    return count
  }

  package func skipRest() throws(StreamFailure) { try endPart() }

  /// Reads the rest of the command's output, and waits for the command to end.
  private func endPart() throws(StreamFailure) {
    if let packets {
      countBefore += packets.frameCount
      seamsBefore += packets.seams
      truncation = truncation ?? packets.truncation
      self.packets = nil
      return try packets.close()
    }
    guard let ending = reader.take() else { return }
    let arrived = ending.frameCount
    try ending.skipRest()
    countBefore += arrived + min(due, ending.frameCount - arrived)
    truncation = truncation ?? ending.brokenFrame
    due = 0
    try ending.close()
  }
}
