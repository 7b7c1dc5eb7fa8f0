import TestMaps
import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// The exact text for small maps, and refused maps.
@Suite struct ExchangeTextTests {
  private static let film = FrameRate(Rational(25)!)!
  private static let broadcast = FrameRate(Rational(30000, 1001)!)!

  private static func made(
    _ format: ExchangeFormat, _ table: String, _ rate: FrameRate? = film, clip: String = "clip.mp4",
    duration: Double? = nil, error: Double? = nil
  ) throws -> (text: String, points: Int, deviation: Double) {
    let rows = table.split(separator: ",").joined(separator: "\n") + "\n"
    let made = try ExchangeText(
      ExchangeRequest(
        format, of: try TableText.map(rows), clip: clip, duration: duration, frameRate: rate, sampleRate: 1000,
        error: error))
    return (String(decoding: made.bytes, as: UTF8.self), made.pointCount, made.deviation)
  }

  /// The texts between two delimiters.
  private static func fields(_ text: String, from start: String, to end: String) -> [String] {
    text.split(separator: start, omittingEmptySubsequences: false).dropFirst().map { rest in
      String(rest.split(separator: end, omittingEmptySubsequences: false)[0])
    }
  }

  /// Values are shifted by a microsecond in the direction of play, and by almost nothing at turns. They are never
  /// negative.
  @Test(arguments: [
    ("0 0,2 2,2 3,0 5", "0=0.000001000;50=2.000001000;75=2.000000001;125=0.000000000", 125),
    ("0 0,2 2,0 4", "0=0.000001000;50=1.999999999;100=0.000000000", 100),
    ("2 0,0 2", "0=1.999999000;50=0.000000000", 50),
    // With a cut after one frame, or between two frames, the frame before the cut holds.
    ("0 0,0.04 0.04,3 0.04,4 1.04", "0|=0.000001000;1=3.000001000;26=4.000001000", 26),
    ("0 0,1 1.01,5 1.01,5.01 1.02,7 1.02,8 2.02", "0=0.000001000;25|=0.990100010;26=7.020001000;51=8.000001000", 51),
    ("3 0,1 2,5 2,6 3", "0=2.999999000;49|=1.039999000;50=5.000001000;75=6.000001000", 75),
    // A part of less than half a frame does not become a frame.
    ("0 0,0.416 0.416", "0=0.000001000;10=0.400001000", 10),
    ("0 0,0.408 0.408,3 0.408,3.008 0.416", "0=0.000001000;10=0.400001000", 10),
  ])
  func writesKeysForMLT(_ table: String, _ keys: String, _ count: Int) throws {
    let (text, points, deviation) = try Self.made(.mlt, table)
    #expect(Self.fields(text, from: "map\">", to: "<") == [keys, keys])
    #expect(points == keys.split(separator: ";").count)
    #expect(text.contains("out=\"\(count - 1)\"") && text.contains("<property name=\"length\">\(count)<"))
    #expect(deviation >= 1.5e-6 && deviation < 0.02)
  }

  /// Cuts at whole seconds, which lie between frames at 29.97 fps, change no speed. MLT rounds source times down, so
  /// that any shorter line would show each frame twice or too late.
  @Test func cutsBetweenFramesChangeNoSpeed() throws {
    let table = "0 0,3 3,5 3,20.02 18.02"
    let keys = "0=0.000001000;89|=2.969634333;90=5.003001000;540=20.018001000"
    let tree = try Self.made(.mlt, table, Self.broadcast)
    #expect(Self.fields(tree.text, from: "map\">", to: "<")[0] == keys && tree.deviation < 1e-5)
    #expect(try !Self.made(.otio, table, Self.broadcast).text.contains("LinearTimeWarp"))
    let list = try Self.made(.edl, table, Self.broadcast).text
    #expect(!list.contains("M2") && list.contains("00:00:05:00 00:00:20:00 00:00:03:00 00:00:18:00"))
    // The film ends before the frame that would follow.
    let end = try Self.made(.mlt, "0 0,3 0.3", Self.broadcast, duration: 3).text
    #expect(Self.fields(end, from: "map\">", to: "<")[0].hasSuffix("9=3.000001000"))
  }

  /// Offset and length of each clip, then its points.
  @Test(arguments: [
    ("0 0,2 4,2 5,4 6", "25", "0s 6s: 0s 0s, 4s 2s, 5s 2s, 6s 4s", "6s", 4),
    ("0 0,1 1,3 1,2 2", "25", "0s 1s: 0s 0s, 1s 1s; 1s 1s: 0s 3s, 1s 2s", "2s", 4),
    (
      "1 0,3 2,2 2,1 3", "30000/1001",
      "0s 1001/500s: 0s 1s, 1001/500s 3s; 1001/500s 1001/1000s: 0s 999/500s, 1001/1000s 1s", "3003/1000s", 4
    ),
    ("0 0,3 3", "7", "0s 3s: 0s 0s, 3s 3s", "3s", 2),
    ("0 0,1 1", "7/3", "0s 6/7s: 0s 0s, 6/7s 6/7s", "6/7s", 2),
  ])
  func writesClipsForFinalCut(
    _ table: String, _ fps: String, _ clips: String, _ length: String, _ count: Int
  ) throws {
    let (text, points, deviation) = try Self.made(.fcpxml, table, FrameRateSyntax.parse(fps), duration: 5, error: 0.2)
    let written = text.split(separator: "<asset-clip ").dropFirst().map { clip in
      let clip = String(clip)
      let points = zip(
        Self.fields(clip, from: "time=\"", to: "\""), Self.fields(clip, from: "value=\"", to: "\"")
      ).map { "\($0) \($1)" }
      let span = Self.fields(clip, from: "offset=\"", to: "\"") + Self.fields(clip, from: "duration=\"", to: "\"")
      return span.joined(separator: " ") + ": " + points.joined(separator: ", ")
    }
    #expect(written.joined(separator: "; ") == clips)
    #expect(text.contains("tcStart=\"0s\" duration=\"\(length)\"") && text.contains("duration=\"5s\" hasVideo"))
    #expect(points == count && deviation < 0.2)
  }

  /// First source frame, number of frames and speed of each clip.
  @Test(arguments: [
    ("0 0,2 4,2 5,4 6", "0 100 0.5, 50 25 0, 50 25 2"),
    ("3 0,1 2,1 3,2 4", "75 50 -1, 25 25 0, 25 25"),
  ])
  func writesClipsForOpenTimeline(_ table: String, _ clips: String) throws {
    let (text, points, _) = try Self.made(.otio, table, duration: 5)
    let written = text.split(separator: "\"source_range\": {").dropFirst().map { clip in
      let head = String(clip.split(separator: "\"markers\"")[0])
      let effects = Self.fields(head, from: "\"effect_name\": \"", to: "\"")
      let scalars = Self.fields(head, from: "\"time_scalar\": ", to: "}")
      #expect(effects == scalars.map { $0 == "0" ? "FreezeFrame" : "LinearTimeWarp" })
      return (Self.fields(head, from: "\"value\": ", to: "}") + scalars).joined(separator: " ")
    }
    #expect(written.joined(separator: ", ") == clips && points == written.count)
    let available = Self.fields(text, from: "\"available_range\": ", to: "\"available_image_bounds\"")
    #expect(available.allSatisfy { Self.fields($0, from: "\"value\": ", to: "}") == ["0", "125"] })
  }

  @Test(
    arguments: [
      ("0 0,2 2", 4.0, 0.02, "0 50 1, 50 100 99999"), ("1 0,3 2", 3, 0.02, "0 25 99999, 25 75 1"),
      ("0 0,1 1,3 1,4 3", nil, 0.02, "0 25 1, 25 75 99999, 75 100 0.5"),
      // Five frames that are not shown, and a hundred frames that play in one.
      ("0 0,1 1,1.2 1.001,2 1.801", nil, 0.02, "0 25 1, 25 30 99999, 30 50 1"),
      ("0 0,4 0.001,6 2.001", nil, 0.04, "0 101 101, 101 150 1"),
      // Borders lie on the nearest frame.
      ("0 0,1.01 1.01,3.03 1.01,4 1.98", nil, 0.02, "0 25 1, 25 76 99999, 76 100 0.96"),
    ] as [(String, Double?, Double, String)])
  func writesChunksForAutoEditor(_ table: String, _ duration: Double?, _ error: Double, _ chunks: String) throws {
    let (text, points, deviation) = try Self.made(.autoEditor, table, duration: duration, error: error)
    let rows = Self.fields(text, from: "\n[", to: "]").map { $0.split(separator: ",").joined(separator: " ") }
    #expect(rows.joined(separator: ", ") == chunks && points == rows.count)
    #expect(text.contains("\"timebase\": \"25/1\"") && deviation <= error + 1e-6)
  }

  @Test(arguments: [
    (ExchangeFormat.rubberband, "0 0,2 4,4 5", 0.01, "0 0,2000 4000,4000 5000", 0.0),
    (.rubberband, "0 0,2 2,4 2.0001,5 3", 0.01, "0 0,2000 2000,4000 2001,5000 3000", 0.0009),
    // The last line stays, whatever remains of the one before. The error is that of the written text.
    (.rubberband, "0 0,1 2,2 3,2.0001 3.0009", 0.0012, "0 0,1000 1999,2000 3001", 0.001),
    (.rubberband, "0 0,2 2,3 3.0001,3.0001 4", 2, "0 0,3000 4000", 1),
    (.rubberband, "0 0,2 2,3 2.0001", 2, "0 0,3000 2000", 0.667),
    (.timestamps, "0 0,0.08 0.16,0.12 0.18", 0.01, "0.000000,80.000000,160.000000,180.000000", 0),
  ])
  func writesLinesForRubberBandAndMkvmerge(
    _ format: ExchangeFormat, _ table: String, _ error: Double, _ lines: String, _ distance: Double
  ) throws {
    let (text, points, deviation) = try Self.made(format, table, error: error)
    let written = text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    #expect(written.joined(separator: ",") == lines)
    #expect(points == written.count - (format == .timestamps ? 1 : 0))
    #expect(abs(deviation - distance) <= 0.1 * distance + 1e-9, "\(deviation)")
  }

  /// The film's name in XML, JSON and URLs.
  @Test(arguments: [
    (ExchangeFormat.mlt, [">d/a&amp;b &apos;c.mp4<"]),
    (
      .fcpxml,
      ["name=\"a&amp;b &apos;c.mp4\" start", "src=\"d/a%26b%20%27c.mp4\"", "<project name=\"a&amp;b &apos;c.mp4\""]
    ),
    (
      .otio,
      [
        "\"name\": \"a&b 'c.mp4\",\n  \"global", "\"name\": \"a&b 'c.mp4\",\n            \"source",
        "\"d/a%26b%20%27c.mp4\"",
      ]
    ),
    (.autoEditor, ["\"source\": \"d/a&b 'c.mp4\""]),
  ])
  func fileNamesAreEscaped(_ format: ExchangeFormat, _ texts: [String]) throws {
    let text = try Self.made(format, "0 0,2 2", clip: "d/a&b 'c.mp4").text
    for wanted in texts { #expect(text.contains(wanted), "\(text)") }
    #expect(
      complaint { try Self.made(format, "0 0,2 2", clip: "a\u{1F}b.mp4") }
        == "the file name has control characters (--clip)")
  }

  @Test(
    arguments: [
      (.rubberband, "0 0,2 2,1 3", nil, "backward playback", 2, 2),
      (.rubberband, "0 0,2 2,1 2,3 4", nil, "a jump back", 1, 2),
      (.rubberband, "0 0,2 2,2 3,3 4", nil, "a freeze", 2, 2),
      (.rubberband, "0 0,2 2,3 2,4 3", nil, "a part left out", 2, 2),
      (.rubberband, "0 0,2 4", 3, "a part left out", 2, 4),
      (.timestamps, "1 0,2 1", nil, "a part left out", 0, 0), (.timestamps, "0 0,2 2", 3, "a part left out", 2, 2),
      (.autoEditor, "0 0,2 2,2 3,3 4", nil, "a freeze", 2, 2),
      (.autoEditor, "0 0,3 3,1 3,2 4", nil, "a jump back", 1, 3),
      (.autoEditor, "2 0,0 2", nil, "backward playback", 2, 0),
    ] as [(ExchangeFormat, String, Double?, String, Int, Int)])
  func inexpressibleMapsAreRefused(
    _ format: ExchangeFormat, _ table: String, _ duration: Double?, _ what: String, _ source: Int, _ warped: Int
  ) {
    let refusal = complaint { try Self.made(format, table, duration: duration) }
    let names = [ExchangeFormat.rubberband: "rubberband", .timestamps: "a list of timestamps"]
    #expect(
      refusal == "\(names[format] ?? "auto-editor") cannot express \(what) "
        + "(at \(source) s in the source, \(warped) s in the result); use --to mlt, fcpxml, fcp7, otio or edl")
  }

  /// A clip may be slightly longer than its map by rounding. A list of timestamps can express a freeze.
  @Test func expressibleMapsAreAccepted() throws {
    #expect(try Self.made(.rubberband, "0 0,2 4", duration: 2 + 1e-10).points == 2)
    #expect(try Self.made(.timestamps, "0 0,0.04 0.04,0.04 0.5,0.08 0.54").points == 2)
    #expect(try Self.made(.autoEditor, "0 0,2 2", duration: 3).points == 2)
    for format in [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio, .edl] {
      #expect(try Self.made(format, "2 0,0 2,5 2,5 3", duration: 9).points >= 2)
    }
  }

  @Test func tooCoarseFormatsAreRefused() throws {
    let rate = FrameRate(Rational(3)!)!
    // Nanoseconds lose a third of a nanosecond.
    let told = try Self.made(.timestamps, "0 0,1 1", rate).deviation
    #expect(abs(told - 1e-9 / 3) < 1e-15)
    #expect(complaint { try Self.made(.timestamps, "0 0,1 1", rate, error: 1e-10) }.contains("more exact than 3.333"))
    for table in ["0 0,0.0004 0.0004", "0 0,0.0004 5", "0 0,5 0.0004"] {
      #expect(complaint { try Self.made(.rubberband, table) }.contains("shorter than one sample"))
    }
    let jump = complaint { try Self.made(.rubberband, "0 0,2 2,3 3.0001,3.0001 4", error: 0.5) }
    #expect(jump.contains("more exact than 0.9998"))
    #expect(complaint { try Self.made(.mlt, "0 0,1 1", nil) } == "--to mlt needs --fps")
    let rateless = complaint {
      try ExchangeText(
        ExchangeRequest(
          .rubberband, of: TimeMap(scale: 1, duration: 1), clip: "", duration: nil, frameRate: nil, sampleRate: nil,
          error: nil))
    }
    #expect(rateless.hasPrefix("--to rubberband needs --rate"))
  }

  /// The stated error is that of the worst part, wherever it is.
  @Test(arguments: [ExchangeFormat.mlt, .fcpxml, .fcp7, .otio])
  func statedErrorIsTheLargest(_ format: ExchangeFormat) throws {
    let worst = try Self.made(format, "0 0 1,4 8 3", error: 0.1).deviation
    #expect(worst > 0.01 && worst <= 0.1)
    #expect(try abs(Self.made(format, "0 0 1,4 8 3,9 8 1,11 10 1", error: 0.1).deviation - worst) < 0.01)
    #expect(try abs(Self.made(format, "9 0 1,11 2 1,0 2 1,4 10 3", error: 0.1).deviation - worst) < 0.01)
  }

  /// A line to the end of a jump is off by the height of the jump, until just before it.
  @Test func statedErrorOfASteepJumpIsItsHeight() throws {
    let table = "0 0,1 1,3 1.0000001,4 2.0000001"
    let refusal = try #require(throws: Refusal.self) { try Self.made(.fcpxml, table, error: 1) }
    let least = refusal.problem.split(separator: " ").compactMap { Double($0) }.first ?? 0
    #expect(abs(least - 2) < 1e-4, "\(refusal)")
    let (_, points, told) = try Self.made(.fcpxml, table, error: 1.1)
    #expect(points == 2 && abs(told - 1) < 1e-4, "\(told)")
  }

  /// Rounding does not make a frame begin too early or too late.
  @Test(arguments: ["25", "30000/1001", "240", "7"])
  func roundingFindsTheFrameThatStartsAtATime(_ fps: String) throws {
    let rate = try FrameRateSyntax.parse(fps)
    for frame in stride(from: 1, to: 100_000, by: 7) {
      let (start, hair) = (rate.start(ofFrame: frame), 0.001 / rate.value)
      let near = [start, start.nextUp, start.nextDown]
      #expect(near.allSatisfy { rate.firstFrame(at: $0) == frame && rate.lastFrame(at: $0) == frame })
      #expect(rate.firstFrame(at: start + hair) == frame + 1 && rate.lastFrame(at: start - hair) == frame - 1)
      #expect(abs(rate.instant(at: Double(frame) + 0.25) - start - 0.25 / rate.value) < 1e-9)
    }
  }

  @Test func requestsHaveDefaultLimits() throws {
    var request = ExchangeRequest(
      .timestamps, of: try TimeMap(scale: 2, duration: 2), clip: "", duration: nil, frameRate: Self.film,
      sampleRate: nil, error: nil)
    #expect(request.limit == 0.02)
    #expect(try request.sourceFrameCount(at: Self.film) == 50)
    request.duration = 4
    #expect(try request.sourceFrameCount(at: Self.film) == 100)
    request.frameRate = nil
    #expect(request.limit == 0.01)
    request.error = 3
    #expect(request.limit == 3)
    #expect(try ExchangeRequest.countable(86_400_000) == 86_400_000)
    #expect(complaint { try ExchangeRequest.countable(86_400_001) }.contains("too many frames"))
    #expect(ExchangeFormat.allCases.filter(\.namesClip) == [.mlt, .fcpxml, .fcp7, .otio, .edl, .autoEditor])
  }

  /// Denominators express frames of any rate exactly, within 32 bits if possible.
  @Test(arguments: [
    (30.0, 1, 720_000), (30000, 1001, 720_000), (7, 1, 2_147_483_646), (1_000_001, 1, 2_147_002_147),
    (2_147_483_647, 1, 2_147_483_647),
  ])
  func unitsOfFinalCutExpressFramesExactly(_ top: Double, _ bottom: Int, _ units: Int) throws {
    let rate = FrameRate(Rational(Int64(top), Int64(bottom))!)!
    let time = FinalCutTime(rate)
    #expect((1 / time.grain).rounded() == Double(units))
    #expect(time.text(rate.start(ofFrame: 5)) == time.text(frames: 5))
    #expect(time.rounded(1 / 3) == (Double(units) / 3).rounded() / Double(units))
  }
}
