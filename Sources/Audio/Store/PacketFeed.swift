import NUT
import Streams
import Values

/// Delivers the samples of NUT packets where `SoundTimeline` places them, with silence in the gaps.
package final class PacketFeed: SoundFeed {
  package let format: SoundFormat
  package let parts = [0..<Int.max]
  package let payloadStart = 0
  package private(set) var frameCount = 0
  package private(set) var truncation: AudioError?
  package private(set) var seams = SoundSeams.none

  private var input: ByteInput
  private let grid: StampGrid?
  private var demuxer: NUTDemuxer
  private var timeline: SoundTimeline
  /// The timestamp of source time 0, in samples.
  private let origin: Double
  /// The number of samples to deliver, with silence if the input is shorter; nil to end with the input.
  private var needed: Int?

  /// The number of samples of silence to deliver next.
  private var silence = 0
  /// The number of samples of the current packet to deliver after the silence.
  private var left = 0
  /// The bytes of the current packet that have been read from the input but not delivered.
  private var readBytes: ArraySlice<UInt8> = []
  private var packetCount = 0
  /// The timestamp and size of the next packet, if they have been read ahead.
  private var peeked: (stamp: Int, count: Int, elided: [UInt8])?
  private(set) var hasEnded = false

  /// - Parameters:
  ///   - input: a stream from which nothing has been read.
  ///   - start: the timestamp of source time 0, in seconds.
  ///   - grid: the samples at which packets begin, if their timestamps are not exact.
  init(_ input: consuming ByteInput, from start: Double, on grid: StampGrid? = nil) throws(AudioError) {
    self.grid = grid
    var opened = input
    do throws(NUTError) { demuxer = try NUTDemuxer(&opened) } catch { throw AudioError(error) }
    format = try PacketFormat.format(of: demuxer.header)
    timeline = SoundTimeline(rate: format.rate)
    origin = start * Double(format.rate)
    self.input = opened
  }

  /// Makes the feed deliver `count` samples: if the input ends earlier, silence follows.
  package func fill(upTo count: Int?) { needed = count }

  package func has(_ frames: Int) -> Bool { silence >= frames || input.has(frames * format.frameBytes) }

  package func begin(_ part: Range<Int>) {}

  package func read(into room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    let capacity = room.count / format.frameBytes
    var filled = 0
    while filled < capacity {
      if silence > 0 {
        let count = min(silence, capacity - filled)
        for index in filled * format.frameBytes..<(filled + count) * format.frameBytes { room[index] = zero }
        silence -= count
        filled += count
      } else if left > 0 {
        var part = room._mutatingExtracting(
          (filled * format.frameBytes)..<(min(capacity, filled + left) * format.frameBytes))
        let count = try take(&part)
        left = truncation == nil ? left - count : 0
        filled += count
      } else if try !beginPacket() {
        guard let needed, frameCount + filled < needed else { break }
        silence = needed - frameCount - filled
      }
    }
    frameCount += filled
    return filled
  }

  private var position: Int { input.position }

  /// Ends reading, and the source with it.
  func close() throws(StreamFailure) { try input.close(hasEnded: hasEnded) }

  private var zero: UInt8 { format.sample == .u8 ? 0x80 : 0 }

  /// Fills `room` with samples of the packet, or with fewer if the input ends.
  private func take(_ room: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    let ready = readBytes.prefix(room.count)
    for (index, byte) in ready.enumerated() { room[index] = byte }
    readBytes = readBytes.dropFirst(ready.count)
    var rest = room._mutatingExtracting(ready.count...)
    let count = ready.count + (try input.read(into: &rest))
    if count < room.count { cutOff(.truncated("packet \(packetCount - 1)", byte: position)) }
    return count / format.frameBytes
  }

  private func cutOff(_ error: AudioError) {
    truncation = error
    hasEnded = true
    left = 0
  }

  /// Begins the next packet. Returns false if there is none.
  private func beginPacket() throws(StreamFailure) -> Bool {
    let ready = peeked.take()
    guard let packet = if let ready { ready } else { try nextHead() } else { return false }
    var excess = 0
    readBytes = packet.elided[...]
    if packetCount == 0, packet.count * format.frameBytes <= Self.longestHeld {
      // The first packet is not delivered until the timestamp of the second shows whether it contains excess samples.
      readBytes += try input.read(packet.count * format.frameBytes - packet.elided.count)
      guard readBytes.count == packet.count * format.frameBytes else {
        cutOff(.truncated("packet 0", byte: position))
        return false
      }
      peeked = try nextHead()
      excess = peeked.map { timeline.excess(ofFirst: packet.count, stamp: packet.stamp, next: $0.stamp) } ?? 0
    }
    packetCount += 1
    let place = timeline.place(packet.stamp, count: packet.count - excess)
    seams.note(place)
    silence = place.silence
    try skip(excess + place.dropped, of: packet.count)
    return true
  }

  private static var longestHeld: Int { 1 << 20 }

  private func skip(_ samples: Int, of count: Int) throws(StreamFailure) {
    left = count - samples
    let bytes = samples * format.frameBytes
    let ready = min(bytes, readBytes.count)
    readBytes = readBytes.dropFirst(ready)
    if try input.skip(bytes - ready) < bytes - ready {
      cutOff(.truncated("packet \(packetCount - 1)", byte: position))
    }
  }

  /// Reads the timestamp and size of the next packet. Returns nil at the end of the input, or if the packet header is
  /// malformed. A malformed header is reported after all earlier packets have been used.
  private func nextHead() throws(StreamFailure) -> (stamp: Int, count: Int, elided: [UInt8])? {
    if hasEnded { return nil }
    do throws(NUTError) {
      guard let (frame, start) = try demuxer.next(&input) else {
        hasEnded = true
        return nil
      }
      let (count, remainder) = frame.size.quotientAndRemainder(dividingBy: format.frameBytes)
      guard remainder == 0, frame.elided.count <= frame.size, frame.size < 1 << 40, let stamp = sample(at: frame.stamp)
      else {
        throw .malformed("packet \(packetCount) is invalid", byte: start)
      }
      return (stamp, count, frame.elided)
    } catch {
      if case .stream(let failure) = error { throw failure }
      cutOff(AudioError(error))
      return nil
    }
  }

  /// Converts a timestamp of the stream to the number of a sample; nil beyond the longest supported sound.
  private func sample(at stamp: Int) -> Int? {
    let timebase = demuxer.header.timebase
    let exact = Double(stamp) * Double(timebase.numerator) * Double(format.rate) / Double(timebase.denominator)
    let sample = ((grid?.nearest(exact) ?? exact) - origin).rounded()
    return abs(sample) <= TimeSyntax.longest * 768_000 ? Int(sample) : nil
  }

  package func skipRest() throws(StreamFailure) {
    repeat {
      frameCount += silence + left
      try skip(left, of: left)
      (silence, left) = (0, 0)
    } while try beginPacket()
  }
}
