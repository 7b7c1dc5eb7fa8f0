import Streams
import TestSupport
import Testing
import Values

@testable import NUT
@testable import Video

/// Compares the NUT writer's output with literal bytes, and reads the output back.
@Suite struct NUTWriterTests {
  @Test func writesTheHeadersLiterally() throws {
    let main: [UInt8] = [
      0x4E, 0x4D, 0x7A, 0x56, 0x1F, 0x5F, 0x04, 0xAD, 51,  // start code, length
      3, 1, 0x84, 0x80, 0, 1, 0x87, 0x69, 0x81, 0xEA, 0x30,  // version, streams, distance, timebase 1001/30000
      0xC0, 0, 6, 0, 1, 0, 0, 0, 1,  // frame code 0: invalid
      105, 6, 0, 1, 0, 0, 0, 1,  // frame code 1: keyframes
      104, 6, 0, 1, 0, 0, 0, 1,  // frame code 2: other frames
      0xC0, 0, 6, 0, 1, 0, 0, 0, 0x81, 0x7C,  // all other frame codes: invalid
      0,
    ]
    let stream: [UInt8] = [
      0x4E, 0x53, 0x11, 0x40, 0x5B, 0xF2, 0xF9, 0xDB, 22,
      0, 0, 4, 0x49, 0x34, 0x32, 0x30, 0, 0, 0, 0, 0, 0, 17, 13, 1, 1, 0,
    ]
    let info: [UInt8] =
      [0x4E, 0x49, 0xAB, 0x68, 0xB5, 0x96, 0xBA, 0x78, 34, 1, 0, 0, 0, 1, 12] + Array("r_frame_rate".utf8)
      + [2, 10] + Array("30000/1001".utf8)
    let parts = [Array("nut/multimedia container\0".utf8), main, stream, info]
    let header = try NUTFrameWriter(.sample()).header
    var next = 0
    for (index, part) in parts.enumerated() {
      #expect(Array(header[next..<next + part.count]) == part)
      // Every part except the first is a packet, which ends with a checksum of four bytes.
      next += part.count + (index == 0 ? 0 : 4)
    }
    #expect(next == header.count)
  }

  @Test func writesFramesLiterally() throws {
    var writer = try NUTFrameWriter(.sample("gray", width: 2, height: 1))
    let first = writer.prefix(stamp: 0)
    #expect(Array(first.prefix(11)) == [0x4E, 0x4B, 0xE4, 0xAD, 0xEE, 0xCA, 0x45, 0x69, 6, 0, 0])
    #expect(Array(first[15..<18]) == [1, 1, 2])
    #expect(first.count == 22)
    // The last byte is the distance back to the previous sync packet, in units of 16 bytes: 24 / 16, rounded down to 1.
    #expect(Array(writer.prefix(stamp: 300)[8..<12]) == [7, 0x82, 0x2C, 1])
  }

  private func roundTrip(_ format: StreamFormat, stamps: [Int], chopping: Int? = nil) throws -> Stream {
    let frames = format.noise(stamps.count, seed: 3)
    let stream = try Stream(try Stream.bytes(.nut, format, frames, stamps: stamps), chopping: chopping)
    #expect(stream.frames == frames)
    return stream
  }

  @Test(arguments: [nil, 1, 2, 3, 17, 1000]) func readsWhatItWrites(longestRead: Int?) throws {
    var format = StreamFormat.sample()
    format.timebase = Rational(1, 64000)
    let stamps = [0, 1, 2, 1000, 1001, 1 << 40, (1 << 60)]
    let stream = try roundTrip(format, stamps: stamps, chopping: longestRead)
    #expect(stream.stamps == stamps)
    #expect(stream.format == format)
    #expect(stream.container == .nut)
  }

  @Test func countsFramesWithoutATimebase() throws {
    let stream = try roundTrip(.sample("gray", width: 1, height: 1), stamps: [0, 5])
    #expect(stream.format.timebase == Rational(1001, 30000))
    #expect(stream.format.seconds(atStamp: 30000) == 1001)
    #expect(StreamFormat.sample().seconds(atStamp: 1) == nil)
  }

  @Test(arguments: 0..<20) func keepsAnyRisingTimestamps(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    var format = StreamFormat.sample("gray", width: 3, height: 1)
    format.timebase = Rational(Int64(1 + random.whole(below: 2000)), Int64(1 + random.whole(below: 1 << 30)))
    format.rate = nil
    format.aspect = nil
    var stamp = random.whole(below: 1000)
    let stamps = (0..<50).map { _ in
      stamp += 1 + random.whole(below: 1 << random.whole(below: 40))
      return stamp
    }
    let stream = try roundTrip(format, stamps: stamps, chopping: 1 + random.whole(below: 9))
    #expect(stream.stamps == stamps, "seed \(seed)")
    #expect(stream.format == format, "seed \(seed)")
  }

  @Test func refusesTimebasesAndFormatsItCannotWrite() {
    var format = StreamFormat.sample()
    format.timebase = Rational(1, 1 << 31)
    #expect(complaint { try NUTFrameWriter(format) }.contains("timestamps in units of 1/2147483648 s"))
    format.timebase = nil
    format.rate = nil
    #expect(complaint { try NUTFrameWriter(format) }.contains("needs a frame rate or a timebase"))
    #expect(complaint { try NUTFrameWriter(.sample("rgb48le")) }.contains("cannot hold the pixel format rgb48le"))
  }
}
