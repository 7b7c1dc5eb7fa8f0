import Streams
import Warp

/// The parts of a sound that are needed, from a command that prints raw samples of any part.
package final class PartsFeed<Source: ByteSource & ~Copyable>: SoundFeed {
  package let format: SoundFormat
  package let parts: [Range<Int>]
  package let payloadStart = 0
  private let open: (_ from: Double, _ length: Double) throws(StreamFailure) -> Source
  private let close: (consuming Source) throws(StreamFailure) -> Void
  /// Of the part begun last; nil before the first and once the command has ended.
  private var reader: SoundReader<Source>?
  /// How many frames have been read of parts before it, and how many of it are still due.
  private var countBefore = 0
  private var due = 0
  package private(set) var truncation: AudioError?

  /// - Parameters:
  ///   - needs: which samples are asked for. They make one part as far as less than `leastGap` seconds lie between them.
  ///   - open: runs the command for a part of the sound, given in seconds.
  ///   - close: ends the command, and throws if it has failed.
  package init(
    of needs: SoundNeeds, in format: SoundFormat, leastGap: Double,
    opening open: @escaping (_ from: Double, _ length: Double) throws(StreamFailure) -> Source,
    closing close: @escaping (consuming Source) throws(StreamFailure) -> Void
  ) {
    self.format = format
    self.open = open
    self.close = close
    parts = needs.parts(apart: Int(leastGap * Double(format.rate)))
  }

  package func has(_ frames: Int) -> Bool { reader?.has(frames) ?? true }

  package var frameCount: Int { countBefore + (reader?.frameCount ?? 0) }

  package func begin(_ part: Range<Int>) throws(StreamFailure) {
    try endPart()
    let rate = Double(format.rate)
    let length = Double(part.count) / rate
    let source = try open(Double(part.lowerBound) / rate, min(length, TimeSyntax.longest))
    do throws(AudioError) {
      reader = try SoundReader(source, declared: .raw(format))
    } catch {
      // Raw samples have no header that could be wrong.
      throw .inputOutput("\(error)")
    }
    due = part.count
  }

  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    let frames = min(room.count / format.frameBytes, due)
    if frames == 0 { return 0 }
    var part = room._mutatingExtracting(..<(frames * format.frameBytes))
    let count = try reader?.read(into: &part) ?? 0
    due -= count
    return count
  }

  package func skipRest() throws(StreamFailure) { try endPart() }

  /// Reads what the command still prints, and waits for its end.
  private func endPart() throws(StreamFailure) {
    guard var ending = reader.take() else { return }
    let arrived = ending.frameCount
    try ending.skipRest()
    countBefore += arrived + min(due, ending.frameCount - arrived)
    truncation = truncation ?? ending.brokenFrame
    due = 0
    try close(ending.intoSource())
  }
}
