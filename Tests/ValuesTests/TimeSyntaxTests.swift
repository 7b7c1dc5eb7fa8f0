import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct TimeSyntaxTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(30000, 1001)!))

  @Test(
    arguments: [
      ("0", 0), ("12.5", 12.5), ("12.5s", 12.5), ("1500ms", 1.5), ("0.5ms", 0.0005), (".5", 0.5), ("1e2", 100),
      ("1:30", 90),
      ("0:02", 2), ("01:02.25", 62.25), ("90:00", 5400), ("1:02:03.5", 3723.5), ("00:00:00.001", 0.001),
      ("100:00:00", 360_000), ("1000000000", 1e9),
    ] as [(String, Double)])
  func readsAllNotationsOfSeconds(_ text: String, _ seconds: Double) throws {
    #expect(try TimeSyntax.seconds(text) == seconds)
    #expect(try TimeSyntax.instant(text, on: Self.clip) == seconds)
  }

  @Test(arguments: [("25%", 2.5), ("0%", 0), ("100%", 10), ("12.5%", 1.25), ("7%", 0.7), ("120f", 4.004), ("0f", 0)])
  func instantsMayBePercentagesOrFrames(_ text: String, _ seconds: Double) throws {
    #expect(try TimeSyntax.instant(text, on: Self.clip) == seconds)
    let problem = text.hasSuffix("%") ? "is not a time" : "counts frames"
    #expect(complaint { try TimeSyntax.seconds(text) }.hasPrefix("'\(text)' \(problem)"))
  }

  private static let clips: [String: Clip] = Dictionary(
    uniqueKeysWithValues: ["24", "25", "30", "60", "29.97", "59.94", "23.976", "119.88", "12.5", "29.8"].map {
      ($0, Clip(duration: 10, frameRate: try? FrameRateSyntax.parse($0)))
    })

  @Test(
    arguments: [
      ("285f", "30", 285), ("0f", "25", 0), ("00:00:09:15", "30", 285), ("00:00:00:00", "24", 0),
      ("0:00:09:15", "30", 285), ("01:00:00:00", "25", 90_000), ("00:01:00:59", "60", 3659),
      ("00:01:00:00", "29.97", 1800), ("00:01:00:00", "23.976", 1440), ("00:00:01:119", "119.88", 239),
      ("00:00:00;00", "29.97", 0), ("00:00:59;29", "29.97", 1799), ("00:01:00;02", "29.97", 1800),
      ("00:01:59;29", "29.97", 3597), ("00:02:00;02", "29.97", 3598), ("00:09:59;29", "29.97", 17981),
      ("00:10:00;00", "29.97", 17982), ("00:11:00;02", "29.97", 19782), ("01:00:00;00", "29.97", 107_892),
      ("24:00:00;00", "29.97", 2_589_408), ("00:01:00;04", "59.94", 3600), ("00:10:00;00", "59.94", 35964),
      ("00:00:59;59", "59.94", 3599),
    ])
  func framesAndTimeCodesAreStartsOfFrames(_ text: String, _ rate: String, _ frame: Int) throws {
    let clip = try #require(Self.clips[rate])
    let start = try #require(clip.frameRate).start(ofFrame: frame)
    #expect(try TimeSyntax.instant(text, on: clip) == start)
    #expect(try TimeSyntax.seconds(text, on: clip) == start)
  }

  /// Each existing label belongs to the frame after the previous label's frame.
  @Test func dropFrameLabelsAreUniqueAndComplete() throws {
    for (rate, count) in [("29.97", 30), ("59.94", 60)] {
      let clip = try #require(Self.clips[rate])
      var frame = 0
      for second in 0..<1260 {
        for index in 0..<count {
          let label = [second / 3600, second / 60 % 60, second % 60, index].map { $0 < 10 ? "0\($0)" : "\($0)" }
          let text = "\(label[0]):\(label[1]):\(label[2]);\(label[3])"
          guard let instant = try? TimeSyntax.instant(text, on: clip) else {
            #expect(second % 60 == 0 && second % 600 != 0 && index < count / 15, "\(text)")
            continue
          }
          #expect(instant == clip.frameRate?.start(ofFrame: frame), "\(text)")
          frame += 1
        }
      }
    }
  }

  @Test(
    arguments: [
      ("00:01:00;00", "29.97", "the drop-frame timecode '00:01:00;00' does not exist; this minute begins with frame 2"),
      ("00:01:00;01", "29.97", "begins with frame 2"), ("00:01:00;03", "59.94", "begins with frame 4"),
      ("00:00:09:30", "30", "does not exist at 30 fps; the last frame of a second is 29"),
      ("00:00:09:30", "29.97", "does not exist at 29.97 fps"), ("00:00:09;15", "30", "drop-frame is for 29.97"),
      ("00:00:09;15", "25", "drop-frame is for 29.97"), ("00:00:09;15", "23.976", "drop-frame is for 29.97"),
      ("00:00:09;15", "119.88", "drop-frame is for 29.97"), ("00:00:09:05", "12.5", "or frames such as 285f"),
      ("00:00:09:05", "29.8", "or frames such as 285f"), ("00:60:00:00", "25", "is not a time in the video"),
      ("00:00:60:00", "25", "is not a time in the video"), ("00:00;09:15", "29.97", "is not a time in the video"),
      ("00;00;09;15", "29.97", "is not a time in the video"), ("0000000:00:00:00", "25", "is not a time in the video"),
      ("999999:59:59:29", "30", "too long"), ("00:00:09:15.5", "30", "is not a time in the video"),
    ])
  func refusesTimeCodesThatDoNotExist(_ text: String, _ rate: String, _ words: String) throws {
    let clip = try #require(Self.clips[rate])
    #expect(complaint { try TimeSyntax.instant(text, on: clip) }.contains(words))
  }

  /// A range may end at 100 %, however the length is rounded.
  @Test(arguments: [2987.621, 5584.454, 3425.444, 4061.360782, 36379.0 / 24, 0.1, 1e9])
  func hundredPercentIsTheEndOfTheClip(_ duration: Double) throws {
    let clip = Clip(duration: duration, frameRate: nil)
    #expect(try TimeSyntax.instant("100%", on: clip) == duration)
    #expect(try TimeSyntax.instant("99.99999999999999%", on: clip) <= duration)
    #expect(try duration == 1e9 || TimeSyntax.instant("101%", on: clip) > duration)
    #expect(try CurveSyntax.parse("ramp@50%..100%", on: clip).range.upperBound == duration)
  }

  @Test(arguments: [
    "", "s", "ms", "%", "f", ":", "abc", "-1", "+1", "-1s", "1 s", " 1", "1m", "1h", "1min", "12,5", "nan", "inf",
    "infs",
    "0x10", "1e400", "1:60", "1:60:00", "1:2:60", "1:-2", "1:+2", ":30", "1:", "1:.5", "1::2", "1:2:3:4",
    "1.5:30",
    "1:30s", "1:inf", "1sms", "12.5f", "-5f", "-25%", "٣",
  ])
  func refusesInvalidTimes(_ text: String) {
    #expect(complaint { try TimeSyntax.seconds(text) }.hasPrefix("'\(text)' is not a time; "))
    #expect(
      complaint { try TimeSyntax.instant(text, on: Self.clip) }.hasPrefix("'\(text)' is not a time in the video; "))
  }

  @Test(arguments: ["1e10", "1e99%"]) func refusesTooLongTimes(_ text: String) {
    #expect(complaint { try TimeSyntax.instant(text, on: Self.clip) }.hasPrefix("the time '\(text)' is too long; "))
  }

  @Test func errorsNameTheMissingOption() throws {
    #expect(complaint { try TimeSyntax.instant("25%", on: Clip()) }.hasPrefix("'25%' needs --duration; "))
    let clip = Clip(duration: 10)
    for text in ["285f", "00:00:09:15", "00:00:09;15"] {
      let problem = "'\(text)' counts frames, but the frame rate is unknown"
      #expect(throws: Refusal.usage(problem, advice: "add --fps RATE")) { try TimeSyntax.instant(text, on: clip) }
      #expect(throws: Refusal.usage(problem, advice: "add --fps RATE")) { try TimeSyntax.seconds(text, on: clip) }
      #expect(throws: Refusal.usage(problem, advice: "write seconds such as 12.5")) { try TimeSyntax.seconds(text) }
    }
    #expect(try TimeSyntax.seconds("1:02:03", on: Clip()) == 3723)
  }
}
