import NUT
import Streams
import TestSupport
import Testing
import Values

@testable import Audio

/// Reads sound packets with timestamps, at a sample rate of 1000 Hz. Sample n has the value n.
@Suite struct PacketFeedTests {
  private static let format = try! SoundFormat(.s16le, channels: 1, rate: 1000)

  private static func bytes(_ samples: Range<Int>) -> [UInt8] {
    samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
  }

  /// Creates a NUT stream of packets. Timestamps are in units of 1/`ticks` s.
  private static func stream(_ packets: [(stamp: Int, samples: Range<Int>)], ticks: Int64 = 1000) -> [UInt8] {
    var writer = NUTWriter(PacketFormat.stream(of: format)!, timebase: Rational(1, ticks)!, rate: nil)
    return packets.reduce(writer.header) { bytes, packet in
      let samples = Self.bytes(packet.samples)
      return bytes + writer.prefix(stamp: packet.stamp, size: samples.count) + samples
    }
  }

  private func feed(
    _ stream: [UInt8], from start: Double = 0, chopping: Int? = nil
  ) throws -> PacketFeed {
    let source = chopping.map { MemorySource(stream, chopping: $0) } ?? MemorySource(stream)
    return try PacketFeed(ByteInput(source), from: start)
  }

  private func samples(_ feed: PacketFeed, room: Int = 100) throws -> [Int] {
    var (samples, buffer) = ([Int](), [UInt8](repeating: 9, count: room * 2))
    while true {
      var span = buffer.mutableSpan
      let count = try feed.read(into: &span)
      samples += (0..<count).map { Int(Int16(truncatingIfNeeded: Int(buffer[2 * $0]) | Int(buffer[2 * $0 + 1]) << 8)) }
      if count < room { return samples }
    }
  }

  private static let plain = [(0, 0..<20), (20, 20..<40), (40, 40..<47)] as [(Int, Range<Int>)]

  @Test(arguments: [nil, 1, 2, 3, 17]) func contiguousPacketsAreUnchanged(chopping: Int?) throws {
    for room in [1, 2, 7, 100] {
      let feed = try feed(Self.stream(Self.plain), chopping: chopping)
      #expect(feed.format == Self.format)
      #expect(try samples(feed, room: room) == Array(0..<47) && feed.frameCount == 47 && feed.truncation == nil)
      #expect(feed.seams == .none && feed.seams.clause(rate: 1000) == nil)
    }
  }

  /// Reading may begin at any time, even between two samples. The timebase may differ from the sample rate.
  @Test func sourceTimeBeginsAtTheGivenTimestamp() throws {
    let late = Self.stream([(10_030, 0..<20), (10_050, 20..<40)])
    #expect(try samples(feed(late, from: 10)) == [Int](repeating: 0, count: 30) + Array(0..<40))
    #expect(try samples(feed(late, from: 10.045)) == Array(15..<40))
    #expect(try samples(feed(late, from: 10.0452)) == Array(15..<40))
    #expect(try samples(feed(late, from: 99)).isEmpty)
    let fine = Self.stream([(400, 0..<20), (1200, 20..<40)], ticks: 40_000)
    #expect(try samples(feed(fine)) == [Int](repeating: 0, count: 10) + Array(0..<40))
  }

  @Test func gapsAreSilentAndOverlapsAreHeardOnce() throws {
    let hole = try feed(Self.stream([(0, 0..<20), (320, 20..<40)]))
    #expect(try samples(hole) == Array(0..<20) + [Int](repeating: 0, count: 300) + Array(20..<40))
    #expect(hole.seams.putIn == 300)
    #expect(hole.seams.clause(rate: 1000)?.contains("0.300 s of silence added") == true)
    let overlap = try feed(Self.stream([(1000, 0..<200), (1200, 200..<400), (1250, 250..<450)]), from: 1)
    #expect(try samples(overlap) == Array(0..<450) && overlap.seams.leftOut == 150)
    #expect(overlap.seams.clause(rate: 1000)?.contains("0.150 s of sound dropped") == true)
  }

  /// Decoders return the whole first packet, even if the file says that only the packet's end is to be played.
  @Test func excessStartOfTheFirstPacketIsDropped() throws {
    #expect(try samples(feed(Self.stream([(0, 74..<174), (26, 174..<274), (126, 274..<374)]))) == Array(148..<374))
  }

  /// If the map shows times after the last packet, silence follows the packet.
  @Test func missingEndIsSilent() throws {
    let feed = try feed(Self.stream(Self.plain))
    feed.fill(upTo: 60)
    #expect(try samples(feed) == Array(0..<47) + [Int](repeating: 0, count: 13))
    feed.fill(upTo: 50)
    #expect(try samples(feed).isEmpty)
  }

  /// All samples before the truncation are used, and `truncation` is set.
  @Test(arguments: 1...30) func truncatedStreamIsUsedAndReported(cut: Int) throws {
    let stream = Self.stream(Self.plain)
    let feed = try feed(Array(stream.dropLast(cut)))
    let samples = try samples(feed)
    #expect(samples == Array(0..<samples.count) && samples.count >= 40)
    try feed.skipRest()
    #expect(feed.frameCount == samples.count)
    // Without its last 21 bytes, the stream ends with a sync packet, which is not an error.
    guard case .truncated = feed.truncation else { return #expect(cut == 21) }
  }

  @Test func invalidPacketsAndStreamsAreRefused() throws {
    var writer = NUTWriter(PacketFormat.stream(of: Self.format)!, timebase: Rational(1, 1000)!, rate: nil)
    for prefix in [writer.prefix(stamp: 5, size: 3), writer.prefix(stamp: 1 << 60, size: 4)] {
      let feed = try feed(writer.header + prefix + [1, 2, 3, 4])
      #expect(try samples(feed).isEmpty)
      guard case .malformed = feed.truncation else {
        Issue.record("it is taken")
        continue
      }
    }
    let rate = Rational(1000)!
    let video = NUTStream(fourCC: Array("I420".utf8), .video(width: 2, height: 2, aspect: nil))
    let pcm = Array("PSD\u{10}".utf8)
    for (stream, problem) in [
      (video, "is video, not sound"),
      (NUTStream(fourCC: Array("mp4a".utf8), .sound(rate: rate, channels: 1)), "'mp4a' is not supported"),
      (NUTStream(fourCC: pcm, .sound(rate: Rational(1000, 3)!, channels: 1)), "is not a whole number"),
      (NUTStream(fourCC: pcm, .sound(rate: rate, channels: 65)), "65 channels, but only"),
    ] {
      let writer = NUTWriter(stream, timebase: Rational(1, 1000)!, rate: nil)
      #expect(complaint { try feed(writer.header) }.contains(problem))
    }
  }

  @Test func formatsHaveDistinctCodes() throws {
    for sample in SampleFormat.allCases {
      let format = try SoundFormat(sample, channels: 3, rate: 44_100)
      let writer = NUTWriter(PacketFormat.stream(of: format)!, timebase: Rational(1, 44_100)!, rate: nil)
      #expect(try feed(writer.header).format == format)
    }
  }

  @Test func skipRestReadsToTheEnd() throws {
    let feed = try feed(Self.stream(Self.plain))
    var room = [UInt8](repeating: 0, count: 60)
    var span = room.mutableSpan
    #expect(try feed.read(into: &span) == 30)
    try feed.skipRest()
    #expect(feed.frameCount == 47 && feed.truncation == nil)
    #expect(room == Self.bytes(0..<30))
  }
}
