import Pixels
import Streams
import TestSupport
import Testing
import Values

@testable import Video

@Suite struct Y4MTests {
  private func format(_ line: String) throws -> StreamFormat { try Y4MHeader.parse(Array(line.utf8), at: 0) }

  private func rewritten(_ line: String) throws -> String {
    String(decoding: try Y4MWriter(try format(line)).header, as: UTF8.self)
  }

  @Test func readsWhatFFmpegWrites() throws {
    let format = try format("YUV4MPEG2 W17 H13 F30000:1001 Ip A4:3 C420mpeg2 XYSCSS=420MPEG2 XCOLORRANGE=LIMITED")
    #expect(format.layout == PixelLayout("yuv420p", width: 17, height: 13))
    #expect(format.rate?.framesPerSecond == Rational(30000, 1001))
    #expect(format.aspect == Rational(4, 3))
    #expect(format.tags.interlacing == UInt8(ascii: "p"))
    #expect(format.tags.chroma == "420mpeg2")
    #expect(
      format.tags.extensions.map { String(decoding: $0, as: UTF8.self) } == [
        "XYSCSS=420MPEG2", "XCOLORRANGE=LIMITED",
      ])
  }

  @Test(arguments: [
    "YUV4MPEG2 W17 H13", "YUV4MPEG2 H13 W17", "YUV4MPEG2  H13   W17 ", "YUV4MPEG2 H13 F0:0 W17",
    "YUV4MPEG2 W17 H13 A0:0 F25:0", "YUV4MPEG2 W17 F0:1 H13 Kunknown", "YUV4MPEG2 W9 W17 H13",
  ])
  func readsParametersInAnyOrder(line: String) throws {
    let format = try format(line)
    #expect(format.layout == PixelLayout("yuv420p", width: 17, height: 13))
    #expect(format.rate == nil && format.aspect == nil && format.timebase == nil && format.tags == Y4MTags())
  }

  @Test(arguments: [
    ("420jpeg", "yuv420p"), ("420paldv", "yuv420p"), ("420", "yuv420p"), ("422", "yuv422p"), ("444", "yuv444p"),
    ("411", "yuv411p"), ("mono", "gray"), ("444alpha", "yuva444p"), ("420p10", "yuv420p10le"),
    ("422p14", "yuv422p14le"), ("444p16", "yuv444p16le"), ("mono9", "gray9le"), ("mono16", "gray16le"),
  ])
  func knowsTheFormatsOfChromaTags(chroma: String, name: String) throws {
    #expect(try format("YUV4MPEG2 W17 H13 C\(chroma)").layout.name == name)
  }

  @Test(arguments: [
    ("YUV4MPEG2", 0), ("YUV4MPEG2 W17", 0), ("YUV4MPEG3 W17 H13", 0), ("YUV4MPEG2W17 H13", 0), ("Y", 0),
    ("YUV4MPEG2 W0 H13", 11), ("YUV4MPEG2 W17 H16385", 15), ("YUV4MPEG2 W17 H-1", 15), ("YUV4MPEG2 W17 H", 15),
    ("YUV4MPEG2 W99999999999999999999 H1", 11), ("YUV4MPEG2 W17 H13 F30", 19), ("YUV4MPEG2 W17 H13 F1:2:3", 19),
    ("YUV4MPEG2 W17 H13 F-1:1", 19), ("YUV4MPEG2 W17 H13 F9999999999:1", 19), ("YUV4MPEG2 W17 H13 A1/1", 19),
    ("YUV4MPEG2 W17 H13 Ix", 19), ("YUV4MPEG2 W17 H13 I", 19), ("YUV4MPEG2 W+1 H13", 11),
  ])
  func refusesMalformedHeadersWithTheirByte(line: String, byte: Int) {
    let error = complaint { try Y4MHeader.parse(Array(line.utf8), at: 0) }
    #expect(error.contains(" y4m header") && error.contains("(byte \(byte) of the input); make"))
  }

  @Test(arguments: ["C420p11", "C", "Cyuv420p", "C4200", "C420P10"]) func refusesUnknownChroma(tag: String) {
    let problem = "the y4m pixel format '\(tag.dropFirst())' is not supported (byte 0 of the input)"
    #expect(complaint { try format("YUV4MPEG2 W17 H13 \(tag)") }.hasPrefix(problem))
  }

  @Test(arguments: [
    "YUV4MPEG2 W16 H12 F30000:1001 Ip A1:1 C420jpeg XYSCSS=420JPEG\n",
    "YUV4MPEG2 W1920 H1080 F25:1 It A0:0 C422p10 XYSCSS=422P10 XCOLORRANGE=LIMITED\n",
    "YUV4MPEG2 W16 H12 F0:0 A1:1 Cmono XCOLORRANGE=FULL\n",
  ])
  func writesBackWhatFFmpegWrote(header: String) throws {
    #expect(try rewritten(String(header.dropLast())) == header)
  }

  @Test func keepsTheColourRangeInShortLines() throws {
    let long = "X" + String(repeating: "y", count: 80)
    let start = "YUV4MPEG2 W16384 H16384 F30000:1001 Ip A1:1 C420paldv"
    #expect(
      try rewritten("\(start) XA=1 \(long) XCOLORRANGE=FULL XB=2")
        == "\(start) XA=1 XCOLORRANGE=FULL XB=2\n")
    // A header line has at most 95 bytes with its line feed. Tags that would make the line longer are left out.
    for length in 1...60 {
      let header = try rewritten("\(start) X" + String(repeating: "y", count: length))
      #expect(header.utf8.count < 96)
      #expect(header.contains("y") == (start.utf8.count + 2 + length + 1 <= 95))
    }
  }

  private static let header = Array("YUV4MPEG2 W2 H1 F25:1 Cmono\n".utf8)
  private static let frame = Array("FRAME\n".utf8) + [7, 8]

  @Test func readsFramesWithParametersAndStreamsInARow() throws {
    let again = Array("YUV4MPEG2 H1 W2 Cmono F50:2\n".utf8)
    let bytes = Self.header + Self.frame + "FRAME Ixyz Xa=b\n".utf8 + [1, 2] + again + Self.frame
    let stream = try Stream(bytes)
    #expect(stream.frames == [[7, 8], [1, 2], [7, 8]])
    #expect(stream.stamps == [nil, nil, nil])
    #expect(stream.offsets == [34, 52, 88])
    #expect(stream.container == .y4m)
  }

  @Test func refusesADifferentSecondHeader() {
    for second in [
      "YUV4MPEG2 W1 H2 F25:1 Cmono\n", "YUV4MPEG2 W2 H1 F30:1 Cmono\n", "YUV4MPEG2 W2 H1 F25:1 Cmono XA\n",
    ] {
      let error = complaint { try Stream(Self.header + Self.frame + Array(second.utf8)) }
      #expect(error.hasPrefix("a second y4m header differs from the first (byte 36 of the input)"))
    }
  }

  @Test func distinguishesTheWaysAStreamCanBreakOff() throws {
    #expect(throws: VideoError.empty) { try Stream([]) }
    #expect(throws: VideoError.malformed("the input is neither y4m nor NUT", byte: 0)) { try Stream([0, 1, 2]) }
    #expect(throws: VideoError.noFrame(byte: 28)) { try Stream(Self.header) }
    #expect(throws: VideoError.noFrame(byte: 64)) { try Stream(Self.header + Self.frame + Self.header) }
    #expect(throws: VideoError.truncated("the y4m header", byte: 20)) { try Stream(Array(Self.header.prefix(20))) }
    #expect(throws: VideoError.truncated("the FRAME line before a frame", byte: 31)) {
      try Stream(Self.header + "FRA".utf8)
    }
    #expect(throws: VideoError.truncated("frame 0", byte: 35)) { try Stream(Self.header + Self.frame.dropLast()) }
    #expect(throws: VideoError.truncated("frame 1", byte: 42)) {
      try Stream(Self.header + Self.frame + Self.frame.dropLast(2))
    }
    #expect(throws: VideoError.malformed("the line FRAME is missing", byte: 36)) {
      try Stream(Self.header + Self.frame + "FRAMES\n".utf8)
    }
  }

  @Test func boundsTheLengthOfLines() throws {
    let long = [UInt8](repeating: UInt8(ascii: "y"), count: 4000)
    let header: [UInt8] = Self.header.dropLast() + Array(" X".utf8)
    let film: [UInt8] = header + long + [10]
    #expect(try Stream(film + Self.frame).frames.count == 1)
    #expect(throws: VideoError.malformed("a y4m line is longer than 4096 bytes", byte: 0)) {
      try Stream(Array("YUV4MPEG2 X".utf8) + long + long)
    }
    #expect(throws: VideoError.malformed("a y4m line is longer than 4096 bytes", byte: 28)) {
      try Stream(Self.header + "FRAME ".utf8 + long + long)
    }
  }

  @Test func refusesFormatsWithoutAChromaTag() throws {
    for name in ["gbrp", "rgb24", "yuva420p", "gray14le", "yuv440p"] {
      #expect(complaint { try Y4MWriter(.sample(name)) }.hasPrefix("y4m cannot hold the pixel format \(name); "))
    }
  }
}
