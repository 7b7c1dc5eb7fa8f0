import TestSupport
import Testing

@testable import Values

@Suite struct FrameRateTests {
  @Test(
    arguments: [
      ("30", 30, 1), ("25", 25, 1), ("1", 1, 1), ("12.5", 25, 2), ("0.5", 1, 2), ("30.0", 30, 1),
      ("29.97", 30000, 1001),
      ("29.970", 30000, 1001), ("23.976", 24000, 1001), ("59.94", 60000, 1001), ("59.940", 60000, 1001),
      ("30000/1001", 30000, 1001), ("60000/2002", 30000, 1001), ("2997/100", 2997, 100), ("24/1", 24, 1),
      ("1/2147483648", 1, 2_147_483_648),
      ("ntsc", 30000, 1001), ("pal", 25, 1), ("film", 24, 1), ("29.96", 749, 25),
    ] as [(String, Int64, Int64)])
  func readsAnExactFraction(_ text: String, _ numerator: Int64, _ denominator: Int64) throws {
    let rate = try FrameRateSyntax.parse(text)
    #expect(rate.framesPerSecond.numerator == numerator && rate.framesPerSecond.denominator == denominator)
  }

  @Test(arguments: [
    "", "0", "0/1", "30/0", "0.0", "-30", "+30", "30/-1", "-30/1", "30/1/1", "/", "30/", "/1", "30fps", "NTSC2", "nan",
    "inf",
    "1e3", "0x1e", " 30", "30.", ".", "29,97", "99999999999999999999", "4294967296", "1/4294967296", "1.0000000000001",
  ])
  func refusesInvalidRates(_ text: String) {
    let advice = "write 30, 29.97, 30000/1001, ntsc, pal or film"
    #expect(throws: Refusal.usage("'\(text)' is not a frame rate", advice: advice)) { try FrameRateSyntax.parse(text) }
  }

  @Test func printsWhatItReads() throws {
    for text in ["30", "30000/1001", "25/2", "24000/1001"] {
      #expect("\(try FrameRateSyntax.parse(text))" == text)
    }
  }

  @Test func framesStartOnTheNearestDoubleOfTheExactQuotient() throws {
    let ntsc = try FrameRateSyntax.parse("ntsc")
    #expect(ntsc.start(ofFrame: 0) == 0)
    #expect(ntsc.start(ofFrame: 1) == 1001.0 / 30000)
    #expect(ntsc.start(ofFrame: 30000) == 1001)
    // After a day and after a year of film the start is exactly a whole number; a sum of rounded frame lengths is not.
    #expect(ntsc.start(ofFrame: 30000 * 86400) == 1001 * 86400)
    #expect(ntsc.start(ofFrame: 30000 * 31_536_000) == 1001 * 31_536_000)
  }

  @Test func noTwoFramesStartTogetherAndPositionUndoesStart() throws {
    for text in ["ntsc", "23.976", "59.94", "25", "12.5", "240", "1000000/7"] {
      let rate = try FrameRateSyntax.parse(text)
      var random = SplitMix64(seed: 5)
      for turn in 0..<1000 {
        let frame = random.whole(below: 100_000_000)
        let start = rate.start(ofFrame: frame)
        #expect(start < rate.start(ofFrame: frame + 1), "seed 5, turn \(turn): \(text) frame \(frame)")
        #expect(abs(rate.position(at: start) - Double(frame)) < 1e-6, "seed 5, turn \(turn): \(text) frame \(frame)")
      }
    }
  }

  /// floor(length · rate + ½ + 1e-6), at least 1.
  @Test(
    arguments: [
      (10, "30", 300), (10, "ntsc", 300), (1001, "ntsc", 30000), (2.5, "1", 3), (2.49, "1", 2), (2.4999995, "1", 3),
      (2.499998, "1", 2), (0.1 + 0.2, "10", 3), (0, "25", 1), (1e-9, "25", 1), (0.019, "25", 1),
      (86400, "59.94", 5_178_821),
    ] as [(Double, String, Int)])
  func fillsALengthToTheNearestFrame(_ length: Double, _ rate: String, _ count: Int) throws {
    #expect(try FrameRateSyntax.parse(rate).frameCount(filling: length) == count)
  }

  @Test(
    arguments: [
      (10, "30", 300), (10.01, "30", 301), (10.001, "30", 301), (10 - 1e-9, "30", 300), (10 + 1e-9, "30", 300),
      (10.01, "ntsc", 300), (0.001, "30", 1), (0, "30", 1),
    ] as [(Double, String, Int)])
  func countsTheFramesThatStartWithinAClip(_ length: Double, _ rate: String, _ count: Int) throws {
    #expect(try FrameRateSyntax.parse(rate).frameCount(startingWithin: length) == count)
  }

  @Test func aCountBeyondAnyClipIsNil() throws {
    let rate = try FrameRateSyntax.parse("2147483648")
    #expect(rate.frameCount(filling: 1e9) == nil)
    #expect(rate.frameCount(startingWithin: 1e9) == nil)
    #expect(rate.frameCount(filling: 1000) == 2_147_483_648_000)
  }
}
