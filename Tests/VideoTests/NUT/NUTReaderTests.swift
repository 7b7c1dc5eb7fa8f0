import Streams
import TestSupport
import Testing
import Values

@testable import NUT
@testable import Video

/// Reads NUT streams that are built field by field. ffmpeg may write some of the streams; others are invalid.
@Suite struct NUTReaderTests {
  private func main(
    version: [Int] = [3], streams: Int = 1, timebases: [Int] = [1, 1, 25], rows: [[Int]] = [[8192, 0], [40, 0]],
    elisions: [[UInt8]] = []
  ) -> [UInt8] {
    var payload = NUTPayload()
    for value in version + [streams, 65536] + timebases { payload.v(value) }
    for row in rows { for value in row { payload.v(value) } }
    payload.v(elisions.count)
    for elision in elisions { payload.vb(elision) }
    return NUTPacket.bytes(.main, payload.bytes)
  }

  /// Returns a table of frame codes in which only code 1 is valid. The fields of a row: flags, number of fields that
  /// follow, timestamp delta, size multiplier, stream, size, reserved count, number of codes, and then `fields`.
  private func rows(_ flags: Int, delta: Int = 0, size: Int = 0, fields: [Int] = []) -> [[Int]] {
    [
      [8192, 6, 0, 1, 0, 0, 0, 1],
      [flags, 6 + fields.count, NUTInteger.unsigned(delta), 1, 0, size, 0, 1] + fields,
      [8192, 6, 0, 1, 0, 0, 0, 253],
    ]
  }

  private func stream(
    kind: Int = 0, code: [UInt8] = Array("Y800".utf8), timebase: Int = 0, bits: Int = 4, size: [Int] = [4, 1],
    more: [Int] = [0, 0, 0]
  ) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(0, kind)
    payload.vb(code)
    payload.v(timebase, bits, 0, 0, 0, 0)
    for value in size + more { payload.v(value) }
    return NUTPacket.bytes(.stream, payload.bytes)
  }

  private func sync(_ time: Int, more: [Int] = []) -> [UInt8] {
    var payload = NUTPayload()
    payload.v(time, 0)
    for value in more { payload.v(value) }
    return NUTPacket.bytes(.sync, payload.bytes)
  }

  private func file(_ parts: [UInt8]...) -> [UInt8] { NUTDemuxer.magic + parts.flatMap { $0 } }

  private let pixels: [UInt8] = [1, 2, 3, 4]

  @Test func completesLowBitsOfTimestamps() throws {
    // Flags 8 and 32: frames code timestamp and size. A coded value below 16 gives a timestamp's lowest four bits.
    let main = main(rows: rows(1 + 8 + 32))
    let coded: [UInt8] = [0, 7, 14, 5, 16 + 30, 15]
    let stream = try Stream(file(main, stream(), sync(0), coded.flatMap { [1, $0, 4] + pixels }))
    #expect(stream.stamps == [0, 7, 14, 21, 30, 31])
  }

  @Test func countsFromSyncPacketsInTheirTimebase() throws {
    // With the timebases 1/25 s and 1/50 s, a sync packet's time 2n means n/25 s, and 2n + 1 means n/50 s.
    let main = main(timebases: [2, 1, 25, 1, 50], rows: rows(1, delta: 1, size: 4))
    let frame = [1] + pixels
    let bytes = file(main, stream(), sync(2 * 3), frame, frame, sync(2 * 21 + 1), frame)
    #expect(try Stream(bytes).stamps == [4, 5, 11])
    #expect(try Stream(bytes).format.timebase == Rational(1, 25))
  }

  @Test func readsEveryFieldOfAFrameHeader() throws {
    // All frame flags but checksum: keyframe, timestamp, stream, size, reserved, elided header, match time.
    let all = 1 + 8 + 16 + 32 + 128 + 1024 + 2048
    let main = main(rows: rows(4096), elisions: [[9, 9], [1, 2]])
    var header = NUTPayload()
    header.v(1, all, 0, 16 + 3, 4, 0, 2, 3, 0, 0, 0)
    let stream = try Stream(file(main, stream(), sync(0), header.bytes, [3, 4]))
    #expect(stream.frames == [pixels])
    #expect(stream.stamps == [3])
    #expect(stream.offsets == [nil])
  }

  @Test func movesAFrameWithAnElidedBeginning() throws {
    let main = main(rows: rows(1, delta: 1, size: 4, fields: [0, 1]), elisions: [[1, 2]])
    let reader = try FrameReader(MemorySource(file(main, stream(), [1, 3, 4], [1, 5, 6])))
    _ = try #require(try reader.nextFrame())
    var head: [UInt8] = []
    let isWhole = try reader.movePayload { (span, count, source) throws(StreamFailure) in
      for index in span.indices { head.append(span[index]) }
      return count
    }
    #expect(isWhole && head == [1, 2, 3, 4])
    _ = try #require(try reader.nextFrame())
    #expect(try reader.skipPayload())
    #expect(try reader.nextFrame() == nil)
  }

  @Test func largeFramesHaveNoElision() throws {
    let main = main(rows: rows(1, delta: 1, size: 4097, fields: [0, 1]), elisions: [[1, 2]])
    let large = [UInt8](repeating: 3, count: 4097)
    let stream = try Stream(file(main, stream(size: [4097, 1]), [1], large))
    #expect(stream.frames == [large])
  }

  @Test func skipsPacketsItDoesNotNeed() throws {
    let headers = main(rows: rows(1, delta: 1, size: 4)) + stream()
    let frame = [1] + pixels
    var index = NUTPacket.bytes(.info, [UInt8](repeating: 0x55, count: 100))
    index.replaceSubrange(1..<8, with: [0x58, 0xDD, 0x67, 0x2F, 0x23, 0xE6, 0x4E])
    let long: [UInt8] = {
      let length = 100_000
      let head = index.prefix(8) + NUTInteger.encode(length)
      return head + NUTChecksum(of: Array(head)).bytes + [UInt8](repeating: 0xAA, count: length)
    }()
    // The first of these two frames is empty. An empty frame ends the display of the previous frame.
    let ending: [UInt8] = [1, 42, 17, 0, 1, 40, 18, 4] + pixels
    #expect(try Stream(file(main(rows: rows(4096)), stream(), ending)).stamps == [2])
    let stream = try Stream(file(headers, sync(0, more: [77]), frame, headers, long, frame, index))
    #expect(stream.stamps == [1, 2])
    let version4 = try Stream(file(main(version: [4, 1], rows: rows(1, delta: 1, size: 4)), self.stream(), frame))
    #expect(version4.frames == [pixels])
  }

  @Test func findsTheRateAmongOtherInfo() throws {
    var payload = NUTPayload()
    payload.v(1)
    payload.s(0)
    payload.v(0, 0, 6)
    payload.vb("a".utf8)
    payload.s(-2)
    payload.vb("type".utf8)
    payload.vb("value".utf8)
    payload.vb("b".utf8)
    payload.s(-3)
    payload.s(-7)
    payload.vb("c".utf8)
    payload.s(-4)
    payload.v(7)
    payload.vb("d".utf8)
    payload.s(-25)
    payload.s(3)
    payload.vb("e".utf8)
    payload.s(12)
    payload.vb("r_frame_rate".utf8)
    payload.s(-1)
    payload.vb("24000/1001".utf8)
    let headers = file(main(rows: rows(1, delta: 1, size: 4)), stream())
    let rate = try Stream(headers + NUTPacket.bytes(.info, payload.bytes) + [1] + pixels).format.rate
    #expect(rate?.framesPerSecond == Rational(24000, 1001))
    for (text, isRate) in [("999/1", true), ("1000/1", false), ("90000/1", false), ("0/0", false), ("x", false)] {
      var payload = NUTPayload()
      payload.v(1, 0, 0, 0, 1)
      payload.vb("r_frame_rate".utf8)
      payload.s(-1)
      payload.vb(text.utf8)
      let stream = try Stream(headers + NUTPacket.bytes(.info, payload.bytes) + [1] + pixels)
      #expect((stream.format.rate != nil) == isRate, "\(text)")
    }
  }

  private func check(_ problem: String, _ bytes: [UInt8], _ location: SourceLocation = #_sourceLocation) {
    #expect(complaint { try Stream(bytes) }.hasPrefix(problem + " (byte "), sourceLocation: location)
  }

  @Test func refusesUnsupportedStreams() {
    let usual = main(rows: rows(1, delta: 1, size: 4))
    check("the NUT input has 2 streams, and only one can be read", file(main(streams: 2)))
    check("NUT version 5 is not supported", file(main(version: [5])))
    check("the NUT stream is sound, not video", file(usual, stream(kind: 1)))
    check("the NUT stream is of unknown type, not video", file(usual, stream(kind: 9)))
    check("'H264' is not a supported raw video format", file(usual, stream(code: Array("H264".utf8))))
    check("'[15]R[7]' is not a supported raw video format", file(usual, stream(code: [0x0F, 0x52, 7])))
  }

  @Test func refusesMalformedStreams() throws {
    let usual = main(rows: rows(1, delta: 1, size: 4))
    check("the input is not NUT", Array("nut/multimedia containers".utf8))
    check("a NUT header is missing here", file(stream()))
    check("a NUT header is missing here", file(usual, usual))
    check("a NUT header has no timebase", file(main(timebases: [0])))
    check("a NUT header has an invalid timebase", file(main(timebases: [1, 0, 25])))
    check("a NUT header has an invalid timebase", file(main(timebases: [1, 1, 0])))
    check("a NUT header has an invalid timebase", file(main(timebases: [1, 1 << 31, 3])))
    check("a NUT packet is too short for its fields", file(main(timebases: [1 << 60, 1, 25], rows: [])))
    check("a NUT header has an invalid run of 0 frame codes", file(main(rows: [[0, 6, 0, 1, 0, 0, 0, 0]])))
    check("a NUT header has an invalid run of 257 frame codes", file(main(rows: [[0, 6, 0, 1, 0, 0, 0, 257]])))
    check("a NUT header has too many frame codes", file(main(rows: [[0, 6, 0, 1, 0, 0, 0, 256]])))
    check("a NUT header has an invalid run of -9 frame codes", file(main(rows: [[0, 4, 0, 1, 0, 10]])))
    check("a NUT packet is too short for its fields", file(main(rows: [[0, 1 << 60, 0, 1, 0, 10, 0, 1, 0]])))
    check("frames of 0x1 pixels are not supported", file(usual, stream(size: [0, 1])))
    check("frames of 4x\(Int.max) pixels are not supported", file(usual, stream(size: [4, .max])))
    check("a NUT stream header has an invalid timebase", file(usual, stream(timebase: 1)))
    check("a NUT stream header has an invalid timebase", file(usual, stream(bits: 16)))

    let headers = file(usual, stream())
    check("a NUT frame has an invalid header", headers + [0])
    check("a NUT frame has an invalid header", headers + [255])
    check("a frame has 4 bytes instead of 5", file(usual, stream(size: [5, 1]), [1] + pixels))
    check("a NUT sync packet has an invalid time", headers + sync(.max))
    check(
      "a frame has the timestamp 1, which is not later than 1 before it",
      headers + [1] + pixels + sync(0) + [1] + pixels)
    check("a NUT packet has an invalid length", headers + "NOTHINGX".utf8 + [3])
    check("the checksum of a NUT packet is wrong", headers + sync(0).dropLast() + [1])
    check("the checksum of a NUT packet is wrong", headers + "NOTHINGX".utf8 + NUTInteger.encode(.max) + [1, 2, 3, 4])
    check(
      "the header of a NUT frame is too long",
      file(main(rows: rows(128)), stream(), [1] + NUTInteger.encode(.max) + [UInt8](repeating: 0, count: 5000)))
    check(
      "a NUT frame has an invalid header",
      file(main(rows: rows(32, size: 4)), stream(), [1] + NUTInteger.encode(.max)))
    check(
      "a number in the header of a NUT frame is too large",
      file(main(rows: rows(32)), stream(), [1] + [UInt8](repeating: 0xFF, count: 12)))
    check(
      "the checksum of a NUT frame is wrong", file(main(rows: rows(64, size: 4)), stream(), [1, 1, 2, 3, 4] + pixels))
  }
}
