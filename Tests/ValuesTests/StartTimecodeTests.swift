import TestSupport
import Testing

@testable import Values

/// Timecodes of films that do not begin at zero.
@Suite struct StartTimecodeTests {
  private static func rate(_ numerator: Int64, _ denominator: Int64 = 1) -> FrameRate {
    FrameRate(Rational(numerator, denominator)!)!
  }

  static let rates = [rate(24), rate(25), rate(30), rate(50), rate(24000, 1001), rate(30000, 1001), rate(60000, 1001)]

  private static func clip(_ start: String, _ rate: FrameRate, duration: Double? = 60) throws -> Clip {
    Clip(duration: duration, frameRate: rate, timecode: try #require(StartTimecode(start, at: rate)))
  }

  @Test func theFilmsOwnTimecodesAreItsTimes() throws {
    let clip = try Self.clip("01:00:03:12", Self.rate(25))
    #expect(try TimeSyntax.instant("01:00:03:12", on: clip) == 0)
    #expect(try TimeSyntax.instant("01:00:05:00", inside: clip) == 1.52)
    // Other times count from the first frame: those before it, those after its end, and those with three fields.
    #expect(try TimeSyntax.instant("00:00:05:00", inside: clip) == 5)
    #expect(try TimeSyntax.instant("01:00:05", on: clip) == 3605)
    #expect(try TimeSyntax.seconds("01:00:05:00", on: clip) == 3605)
    #expect(throws: Refusal.self) { try TimeSyntax.instant("01:02:00:00", inside: clip) }
    for (text, isForeign) in [("01:00:05:00", false), ("00:00:05:00", true), ("01:02:00:00", true), ("5", false)] {
      #expect(TimeSyntax.isForeignTimecode(text, to: clip) == isForeign)
      #expect(!TimeSyntax.isForeignTimecode(text, to: Clip(duration: 60, frameRate: Self.rate(25))))
    }
  }

  /// Editors also write drop-frame timecodes with a colon.
  @Test func dropFrameIsKeptInMind() throws {
    let clip = try Self.clip("00:59:59;00", Self.rate(30000, 1001))
    for text in ["01:00:01;00", "01:00:01:00"] {
      #expect(abs(try TimeSyntax.instant(text, on: clip) - 60 * 1001 / 30000) < 1e-9)
    }
    #expect(StartTimecode("00:01:00;00", at: Self.rate(30000, 1001)) == nil)
    // A label that drop-frame skips is refused in the film, and counts from the first frame elsewhere.
    let skipping = try Self.clip("01:00:58;00", Self.rate(30000, 1001), duration: 10)
    for text in ["01:01:00;00", "01:01:00:00", "01:01:00:01"] {
      #expect(throws: Refusal.self, "\(text)") { try TimeSyntax.instant(text, on: skipping) }
    }
    #expect(abs(try TimeSyntax.instant("01:01:00:02", on: skipping) - 60 * 1001 / 30000) < 1e-9)
    #expect(try TimeSyntax.instant("00:01:00:00", on: skipping) == 60.06)
    #expect(StartTimecode("00:01:00;02", at: Self.rate(25)) == nil)
  }

  @Test func timecodesBeginAnewAtMidnight() throws {
    let clip = try Self.clip("23:59:58:00", Self.rate(25), duration: 10)
    #expect(try TimeSyntax.instant("00:00:00:00", on: clip) == 2)
    #expect(try TimeSyntax.instant("00:00:08:00", inside: clip) == 10)
    #expect(clip.timecode?.at(2.04).text == "00:00:00:01" && clip.timecode?.source(ofListed: 1) == 3)
    #expect(StartTimecode("24:00:00:00", at: Self.rate(25)) == nil)
    // A film of an unknown length may not last until then.
    #expect(try TimeSyntax.instant("00:00:08:00", on: Self.clip("23:59:58:00", Self.rate(25), duration: nil)) == 8)
  }

  @Test func everyFrameIsFoundByItsTimecode() throws {
    var random = SplitMix64(seed: 85)
    for rate in Self.rates {
      for _ in 0..<200 {
        let isDropFrame = rate.framesPerSecond.denominator == 1001 && rate.value > 25 && random.whole(below: 2) == 0
        let start = StartTimecode(frame: random.whole(below: 2_000_000), isDropFrame: isDropFrame, rate: rate)
        #expect(StartTimecode(start.text, at: rate) == start)
        let frame = random.whole(below: 100_000)
        let clip = Clip(duration: 5000, frameRate: rate, timecode: start)
        let source = rate.start(ofFrame: frame)
        #expect(try TimeSyntax.instant(start.at(source).text, on: clip) == source)
      }
    }
  }

  @Test func anotherRateKeepsTheTimeOfDay() throws {
    let start = try #require(StartTimecode("01:00:03:12", at: Self.rate(25)))
    #expect(start.converted(to: Self.rate(50))?.text == "01:00:03:24")
    #expect(start.converted(to: Self.rate(30))?.text == "01:00:03:14")
    #expect(start.converted(to: Self.rate(25)) == start && start.converted(to: Self.rate(47, 3)) == nil)
    let dropping = try #require(StartTimecode("01:00:03;12", at: Self.rate(30000, 1001)))
    #expect(dropping.converted(to: Self.rate(60000, 1001))?.text == "01:00:03;24")
    #expect(dropping.converted(to: Self.rate(25))?.text == "01:00:03:10")
  }
}
