import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// Reads the output of `--to` by `--map`.
@Suite struct ReadBackTests {
  private static func map(_ text: String, _ clip: Clip = Clip()) throws -> TimeMap {
    let bytes = Array(text.utf8)
    return try ForeignMap.map(bytes, try #require(ForeignMap.kind(of: bytes)), named: "file", on: clip)
  }

  private static func lines(_ map: TimeMap, overSource: Bool = false) -> ExportedLines {
    ExportedLines(
      lines: map.pieces.map { piece in
        let ends = ((piece.warpedStart, piece.sourceStart), (piece.warpedEnd, piece.sourceEnd))
        return overSource
          ? .init(from: (ends.0.1, ends.0.0), to: (ends.1.1, ends.1.0)) : .init(from: ends.0, to: ends.1)
      })
  }

  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio, .edl])
  func readMapIsWithinTheStatedError(_ format: ExchangeFormat) throws {
    var accepted = 0
    for seed in Campaign.share(of: 0..<UInt64(300)) {
      let map = try RandomRows.map(seed: seed)
      let rate = ExchangeTests.rates[Int(seed) % ExchangeTests.rates.count]
      let error = [nil, 0.002, 0.1][Int(seed / 3 % 3)]
      // Final Cut's times are too coarse for some of these errors.
      guard let written = try? ExchangeTests.text(format, map, rate, error: error) else { continue }
      accepted += 1
      let read = try Self.map(written.text, Clip(frameRate: rate))
      let deviation = ExchangeTests.deviation(Self.lines(read), map, rate, isExact: format == .fcpxml)
      let limit = written.deviation + (error ?? 0.5 / rate.value) / 200
      #expect(deviation <= limit, "seed \(seed): \(deviation) for \(written.deviation)")
      let frames = Double(rate.frameCount(filling: map.warpedLength!)!)
      #expect(abs(rate.position(at: read.warpedLength!) - frames) < 1e-6, "seed \(seed)")
    }
    #expect(accepted > Campaign.least(295), "\(accepted)")
  }

  /// Films that begin at an hour, with drop-frame timecodes and without.
  @Test(
    arguments: [ExchangeFormat.edl, .fcpxml, .fcp7, .otio],
    ["01:00:00:00", "00:59:58;00", "10:00:00;00", "00:00:00:00"])
  func timecodesAreWrittenAndRead(_ format: ExchangeFormat, _ start: String) throws {
    let isDropFrame = start.contains(";")
    for seed in Campaign.share(of: 0..<UInt64(60)) {
      let map = try RandomRows.map(seed: seed)
      let rate = FrameRate(isDropFrame ? Rational(30000, 1001)! : Rational([24, 25, 50][Int(seed) % 3])!)!
      let timecode = try #require(StartTimecode(start, at: rate))
      let written = try ExchangeText(
        ExchangeRequest(
          format, of: map, clip: "clip.mov", duration: map.sourceRange.end, frameRate: rate, timecode: timecode,
          sampleRate: nil, error: nil))
      let clip = Clip(duration: map.sourceRange.end, frameRate: rate, timecode: timecode)
      let text = String(decoding: written.bytes, as: UTF8.self)
      let deviation = ExchangeTests.deviation(
        Self.lines(try Self.map(text, clip)), map, rate, isExact: format == .fcpxml)
      #expect(deviation <= 0.52 / rate.value, "seed \(seed): \(deviation * rate.value) frames")
      if format == .edl {
        #expect(text.contains(isDropFrame ? "FCM: DROP FRAME" : "FCM: NON-DROP FRAME"))
      } else {
        let label = isDropFrame ? "DF" : "NDF"
        let stated: [ExchangeFormat: String] = [
          .otio: "\"value\": \(timecode.frame)", .fcpxml: "\"\(label)\"",
          .fcp7: "<string>\(start)</string><frame>\(timecode.frame)</frame><displayformat>\(label)<",
        ]
        #expect(text.contains(stated[format] ?? "?"))
      }
    }
  }

  /// A list from another film's timecodes counts from 0, as without a timecode.
  @Test func listsThatAreNotInTheFilmCountFromZero() throws {
    let rate = FrameRate(Rational(25)!)!
    let list = "001  AX V C 00:00:02:00 00:00:03:00 01:00:00:00 01:00:01:00\n"
    let clip = Clip(duration: 60, frameRate: rate, timecode: StartTimecode("01:00:00:00", at: rate))
    #expect(try Self.map(list, clip).sourceRange.start == 2)
    #expect(try Self.map(list.replacing(" 00:00:0", with: " 01:00:0"), clip).sourceRange.start == 2)
  }

  /// Speeds that lie on whole frames are written as they are.
  @Test func listsOfDecisionsAreExactWhereTheyCanBe() throws {
    let rate = FrameRate(Rational(25)!)!
    let map = try SpeedSyntax.keys("0=1x, 2=0.5x hold, 4=1x hold", on: Clip(duration: 8)).map(duration: 8)
    let text = try ExchangeTests.text(.edl, map, rate).text
    #expect(
      text == """
        TITLE: clip.mp4
        FCM: NON-DROP FRAME

        001  AX       V     C        00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00
        * FROM CLIP NAME: clip.mp4
        002  AX       V     C        00:00:02:00 00:00:04:00 00:00:02:00 00:00:06:00
        M2   AX             012.5                00:00:02:00
        * FROM CLIP NAME: clip.mp4
        003  AX       V     C        00:00:04:00 00:00:08:00 00:00:06:00 00:00:10:00
        * FROM CLIP NAME: clip.mp4

        """)
  }

  @Test func chunksAreReadWithinTheStatedError() throws {
    for seed in Campaign.share(of: 0..<UInt64(300)) {
      let map = try ExchangeTests.forward(seed)
      let rate = ExchangeTests.rates[Int(seed) % ExchangeTests.rates.count]
      let written = try ExchangeTests.text(.autoEditor, map, rate, error: 2 / rate.value)
      let read = try Self.map(written.text)
      let largest = ExchangeTests.distance(of: Self.lines(read, overSource: true), map, rate)
      #expect(largest <= written.deviation + 1e-7, "seed \(seed): \(largest) for \(written.deviation)")
    }
  }
}
