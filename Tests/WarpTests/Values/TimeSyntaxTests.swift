import Testing

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
  func readsSecondsHoweverTheyAreWritten(_ text: String, _ seconds: Double) throws {
    #expect(try TimeSyntax.seconds(text) == seconds)
    #expect(try TimeSyntax.instant(text, on: Self.clip) == seconds)
  }

  @Test(arguments: [("25%", 2.5), ("0%", 0), ("100%", 10), ("12.5%", 1.25), ("7%", 0.7), ("120f", 4.004), ("0f", 0)])
  func anInstantMayBeAPartOrAFrame(_ text: String, _ seconds: Double) throws {
    #expect(try TimeSyntax.instant(text, on: Self.clip) == seconds)
    #expect(throws: Refusal.self) { try TimeSyntax.seconds(text) }
  }

  /// However the length is rounded: a range may end at 100 %.
  @Test(arguments: [2987.621, 5584.454, 3425.444, 4061.360782, 36379.0 / 24, 0.1, 1e9])
  func theWholeIsTheClip(_ duration: Double) throws {
    let clip = Clip(duration: duration, frameRate: nil)
    #expect(try TimeSyntax.instant("100%", on: clip) == duration)
    #expect(try TimeSyntax.instant("99.99999999999999%", on: clip) <= duration)
    #expect(try duration == 1e9 || TimeSyntax.instant("101%", on: clip) > duration)
    #expect(try CurveSyntax.parse("ramp@50%..100%", on: clip).range.upperBound == duration)
  }

  @Test(arguments: [
    "", "s", "ms", "%", "f", ":", "abc", "-1", "+1", "-1s", "1 s", " 1", "1m", "1h", "1min", "12,5", "nan", "inf",
    "infs",
    "0x10", "1e400", "1e10", "1:60", "1:60:00", "1:2:60", "1:-2", "1:+2", ":30", "1:", "1:.5", "1::2", "1:2:3:4",
    "1.5:30",
    "1:30s", "1:inf", "1sms", "12.5f", "-5f", "-25%", "1e99%", "٣",
  ])
  func refusesWhatIsNoTime(_ text: String) throws {
    for refusal in [
      try #require(throws: Refusal.self) { try TimeSyntax.seconds(text) },
      try #require(throws: Refusal.self) { try TimeSyntax.instant(text, on: Self.clip) },
    ] {
      #expect(refusal.kind == .usage && refusal.advice != nil)
    }
  }

  @Test func saysWhatAPartOrAFrameNeeds() throws {
    let part = try #require(throws: Refusal.self) { try TimeSyntax.instant("25%", on: Clip()) }
    #expect(part.kind == .usage && part.description.contains("--duration"))
    let frame = try #require(throws: Refusal.self) { try TimeSyntax.instant("120f", on: Clip(duration: 10)) }
    #expect(frame.kind == .usage && frame.description.contains("--fps"))
  }
}
