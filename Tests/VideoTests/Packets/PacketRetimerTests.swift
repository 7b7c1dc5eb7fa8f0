import Streams
import TestSupport
import Testing
import Values
import Warp

@testable import NUT
@testable import Video

/// `PacketRetimer` copies packets and changes only their timestamps.
@Suite struct PacketRetimerTests {
  struct Packet: Equatable {
    var stamp: Int
    var isKey: Bool
    var bytes: [UInt8]
  }

  /// Returns packets with reordered frames: of every three frames, the one decoded first is shown last. Every twelfth
  /// frame is a keyframe. Timestamps are in milliseconds, and a frame lasts 40 ms.
  private static func film(_ count: Int) -> [Packet] {
    var random = SplitMix64(seed: 9)
    return (0..<count).map { index in
      // The frames 0 3 1 2 6 4 5, in decoding order, have the types I P b b P b b.
      let shown = index == 0 ? 0 : index % 3 == 1 ? index + 2 : index - 1
      let bytes = (0..<random.whole(below: 3000)).map { _ in UInt8(random.whole(below: 256)) }
      return Packet(stamp: shown * 40, isKey: shown % 12 == 0, bytes: bytes)
    }
  }

  private static func stream(_ packets: [Packet], codecData: [UInt8] = [1, 2, 3]) -> [UInt8] {
    var writer = NUTWriter(
      .init(
        fourCC: Array("H264".utf8), .video(width: 64, height: 48, aspect: Rational(4, 3)), delay: 2,
        codecData: codecData),
      timebase: Rational(1, 1000)!, rate: nil)
    return packets.reduce(writer.header) { bytes, packet in
      bytes + writer.prefix(stamp: packet.stamp, size: packet.bytes.count, isKey: packet.isKey) + packet.bytes
    }
  }

  private static func open(_ bytes: [UInt8], chopping: Int? = nil) throws -> PacketReader {
    switch try FilmReader.open(MemorySource(bytes, chopping: chopping), takesPackets: true) {
    case .packets(let reader): return reader
    case .frames: throw VideoError.empty
    }
  }

  private static func packets(_ bytes: [UInt8]) throws -> [Packet] {
    let reader = try open(bytes)
    var packets: [Packet] = []
    while let head = try reader.next() {
      packets.append(Packet(stamp: head.stamp, isKey: head.isKey, bytes: try #require(try reader.bytes(of: head))))
    }
    return packets
  }

  private struct Result {
    var packets: [Packet]
    var report: RetimeReport
    var truncation: VideoError?
  }

  private static func retime(
    _ bytes: [UInt8], _ map: TimeMap, ticks: Int = 64000, holdsEnd: Bool = false, chopping: Int? = nil
  ) throws -> Result {
    let sink = MemorySink()
    var retimer = try PacketRetimer(
      try open(bytes, chopping: chopping), PacketCourse(map), timebase: Timebase(ticksPerSecond: ticks)!,
      holdsEnd: holdsEnd, to: sink)
    try retimer.run { _, _ in }
    let (report, truncation) = (retimer.report, retimer.truncation)
    _ = try retimer.close()
    let written = sink.bytes
    return Result(packets: try packets(written), report: report, truncation: truncation)
  }

  @Test(arguments: [nil, 5] as [Int?]) func onlyTimestampsChange(chopping: Int?) throws {
    let film = Self.film(100)
    let map = try TimeMap(scale: 1.7, duration: 4.04)
    let result = try Self.retime(Self.stream(film), map, chopping: chopping)
    let due = film.map {
      Packet(stamp: Int((Double($0.stamp) * 1.7 * 64).rounded()), isKey: $0.isKey, bytes: $0.bytes)
    }
    #expect(result.packets == due && result.truncation == nil && result.report.shortfall == nil)
    #expect(result.report.inputCount == 100 && result.report.tally.outputCount == 100)
    #expect(result.report.unusedCount == 0 && result.report.largestRounding <= 0.5 / 64000)
    #expect(result.report.tally.byteCount > film.reduce(0) { $0 + $1.bytes.count + 1 })
  }

  /// The output keeps the decoder's setup data (`codecData`), whatever the length of the data.
  @Test(arguments: [0, 100, 4090, 30_000]) func theHeaderIsKept(count: Int) throws {
    let data = (0..<count).map { UInt8(truncatingIfNeeded: $0) }
    let sink = MemorySink()
    var retimer = try PacketRetimer(
      try Self.open(Self.stream(Self.film(3), codecData: data)), PacketCourse(TimeMap(scale: 1, duration: nil)),
      timebase: .standard, holdsEnd: false, to: sink)
    try retimer.run { _, _ in }
    _ = try retimer.close()
    let stream = try Self.open(sink.bytes).stream
    let coded = stream.header.stream
    #expect(coded.codecData == data && coded.delay == 2 && coded.fourCC == Array("H264".utf8))
    #expect(stream.width == 64 && stream.height == 48 && stream.aspect == Rational(4, 3))
    #expect(stream.header.timebase == Rational(1, 64000))
  }

  /// A part begins with a keyframe. Frames that are decoded after the keyframe but shown before it are dropped. The
  /// part includes every packet needed to decode the frames shown before `end`.
  @Test(arguments: [1680, 1720]) func partsBeginAtKeyframes(end: Int) throws {
    let film = Self.film(100)
    let map = try TimeMap(scale: 2, duration: 4.04).trimmed(from: 0.96, to: Double(end) / 1000)
    let result = try Self.retime(Self.stream(film), map)
    let first = try #require(film.firstIndex { $0.stamp == 960 })
    let last = try #require(film.lastIndex { $0.stamp < end })
    let due = film[first...last].filter { $0.stamp >= 960 }
    #expect(result.packets.map(\.bytes) == due.map(\.bytes))
    #expect(
      result.packets.map(\.stamp)
        == due.map { $0.stamp < end ? ($0.stamp - 960) * 128 : (end - 960) * 128 + ($0.stamp - end) * 64 })
    #expect(result.report.unusedCount == 100 - due.count)
  }

  @Test func startBetweenKeyframesIsRefused() throws {
    let map = try TimeMap(scale: 1, duration: 4).trimmed(from: 1, to: 2)
    let refusal = complaint { try Self.retime(Self.stream(Self.film(100)), map) }
    #expect(refusal.contains("start at 0.96 or 1.44 s"))
    // Matroska rounds timestamps to milliseconds, so a start up to 1 ms from a keyframe is accepted.
    for start in [0.9592, 0.9608] {
      let near = try TimeMap(scale: 1, duration: 4).trimmed(from: start, to: 2)
      #expect(try Self.retime(Self.stream(Self.film(100)), near).packets.first?.isKey == true)
    }
    let late = complaint {
      try Self.retime(Self.stream(Self.film(100)), TimeMap(scale: 1, duration: 4).trimmed(from: 3.9, to: nil))
    }
    #expect(late.contains("start at 3.84 s"))
    // An input that begins with packets before its first keyframe is refused.
    let headless = complaint {
      try Self.retime(Self.stream(Array(Self.film(100)[4...])), TimeMap(scale: 1, duration: 3))
    }
    #expect(headless == "the map starts between keyframes (at 0 s in the source); start at 0.48 s")
  }

  /// The first timestamp of an input may be later than 0. The last frame lasts as long as the previous frame on screen.
  @Test func inputEndsWithItsLastFrame() throws {
    func packets(_ stamps: [Int]) -> [UInt8] {
      Self.stream(stamps.enumerated().map { Packet(stamp: $1, isKey: $0 == 0, bytes: [1]) })
    }
    let late = try Self.retime(packets([480, 520, 560]), TimeMap(scale: 1, duration: nil))
    #expect(late.packets.count == 3 && abs(late.report.warpedLength - 0.6) < 1e-9)
    let turned = try Self.retime(packets([0, 120, 80, 40]), TimeMap(scale: 1, duration: nil))
    #expect(abs(turned.report.warpedLength - 0.16) < 1e-9)
    let rounded = try Self.retime(packets([0, 1, 2, 10]), TimeMap(scale: 1, duration: nil), ticks: 1500)
    #expect(abs(rounded.report.largestRounding - 0.5 / 1500) < 1e-9)
    let refusal = complaint { try Self.retime(packets([0, 1, 2]), TimeMap(scale: 1, duration: nil), ticks: 100) }
    #expect(refusal.contains("at 0 and 0.001 s have the same timestamp when rounded to 1/100 s"))
  }

  /// After rounding, neighbours in display order must differ in timestamp, whatever their decoding order.
  @Test func twoPacketsOnOneTickAreRefused() throws {
    let film = Self.stream(Self.film(100))
    let refusal = complaint { try Self.retime(film, TimeMap(scale: 1e-4, duration: 4)) }
    #expect(refusal.contains("have the same timestamp when rounded to 1/64000 s"))
    #expect(try Self.retime(film, TimeMap(scale: 1e-4, duration: 4), ticks: 1_000_000).packets.count == 100)
    let twice = Self.film(4) + [Packet(stamp: 80, isKey: false, bytes: [1])]
    #expect(
      throws: VideoError.untimely(
        "two packets have the timestamp 0.08 s", advice: "correct the timestamps, or re-encode")
    ) {
      try Self.retime(Self.stream(twice), TimeMap(scale: 1, duration: 4))
    }
  }

  @Test func truncatedInputIsReported() throws {
    let bytes = Self.stream(Self.film(50))
    let map = try TimeMap(scale: 1, duration: 2)
    var told = 0
    for count in stride(from: bytes.count - 1, to: 300, by: -977) {
      let result: Result
      do {
        result = try Self.retime(Array(bytes[..<count]), map)
      } catch VideoError.truncated, VideoError.noFrame {
        continue
      }
      told += 1
      #expect(result.truncation != nil || result.report.shortfall != nil, "\(count) bytes")
      #expect(result.packets.map(\.bytes) == Self.film(50)[..<result.packets.count].map(\.bytes))
    }
    #expect(told > 20)
    let longer = try TimeMap(scale: 1, duration: 3)
    #expect(try Self.retime(bytes, longer).report.shortfall != nil)
    #expect(try Self.retime(bytes, longer, holdsEnd: true).report.shortfall == nil)
  }

  /// With --vfr (`takesPackets`), raw video is still read frame by frame. Without --vfr, encoded packets are refused.
  @Test func packetsAndRawFramesAreDistinguished() throws {
    let bytes = Self.stream(Self.film(3))
    #expect(
      complaint { _ = try FilmReader.open(MemorySource(bytes), takesPackets: false) }.hasPrefix("'H264' is not a"))
    var writer = try NUTFrameWriter(.sample("gray", width: 2, height: 1))
    let raw = writer.header + writer.prefix(stamp: 0) + [1, 2]
    switch try FilmReader.open(MemorySource(raw), takesPackets: true) {
    case .frames(let reader): #expect(reader.format.layout.frameBytes == 2)
    case .packets: Issue.record("frames that are not encoded are taken for packets")
    }
  }
}
