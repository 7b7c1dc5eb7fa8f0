import Testing
import Values
import Warp

@testable import Film

/// The frame rate of a result if no option sets it.
@Suite struct ResultRateTests {
  private static func map(_ speeds: String, seconds: Double = 4) throws -> TimeMap {
    if speeds == "reverse" { return try TimeMap(scale: 1, duration: seconds).reversed() }
    if speeds == "freeze" { return try TimeMap(scale: 1, duration: seconds).frozen(at: 1, for: 3) }
    return try SpeedSyntax.keys(speeds, on: Clip(duration: seconds)).map(duration: seconds)
  }

  @Test(arguments: [
    // Up to 60 fps, a film keeps its rate.
    ("25", "1x", "25"), ("25", "0.5x", "25"), ("30", "0.25x", "30"), ("60", "0.125x", "60"),
    ("60000/1001", "0.5x", "60000/1001"),
    // A map that slows nothing keeps the rate.
    ("240", "1x", "240"), ("120", "2x", "120"), ("240", "reverse", "240"), ("240", "freeze", "240"),
    // At this rate, each frame is shown once.
    ("120", "0.5x", "60"), ("120000/1001", "0.5x", "60000/1001"), ("240", "0.25x", "60"), ("240", "0.125x", "30"),
    ("240", "0.2x", "48"), ("100", "0.5x", "50"),
    // Parts at normal speed skip some frames.
    ("240", "0=1x, 1s=1x, 1.2s=0.125x, 4s=0.125x", "30"), ("240", "0=1x, 3.9s=1x, 4s=0.5x", "60"),
    // No rate from 24 to 60 is low enough.
    ("240", "0.01x", "60"), ("90", "0.1x", "30"),
    // No usual rate divides these rates.
    ("61", "0.5x", "30"), ("113", "0.5x", "60"),
    // The largest fractions with few repeated frames are 34.3 and 39.96 fps.
    ("240", "0.142x", "30"), ("120000/1001", "0.33x", "30000/1001"), ("1000", "0.05x", "50"),
  ])
  func rateFollowsFromSourceAndMap(source: String, speeds: String, rate: String) throws {
    let source = try FrameRateSyntax.parse(source)
    let result = ResultRate(of: source, along: try Self.map(speeds))
    #expect("\(result.rate)" == "\(try FrameRateSyntax.parse(rate))" && result.isReduced == (result.rate != source))
  }

  @Test(
    arguments: [
      ("0.5x", "30", "30", 0.5), ("2x", "30", "30", 0), ("1x", "30", "60", 0.5), ("freeze", "30", "30", 0),
      ("0=1x, 2s=0.5x hold, 4s=0.5x", "30", "30", 1.0 / 3),
    ] as [(String, String, String, Double)])
  func repeatedFramesAreCounted(speeds: String, source: String, rate: String, share: Double) throws {
    let found = ResultRate.repeatedShare(
      of: try Self.map(speeds), at: try FrameRateSyntax.parse(rate), showing: try FrameRateSyntax.parse(source))
    #expect(abs(found - share) < 0.001)
  }

  /// A note states the number of repeated frames, unless frames are mixed or have timestamps.
  @Test func manyRepeatedFramesAreReported() throws {
    func repeats(_ scale: Double, _ change: (inout FilmJob) -> Void = { _ in }) throws -> String? {
      try Made.plan(Made.film(), Made.constant(scale), Made.job("out.mp4", change)).repeats
    }
    #expect(try repeats(2)?.hasPrefix("about 250 of 500 frames repeat the frame before; to interpolate") == true)
    #expect(try repeats(1) == nil && repeats(0.5) == nil && repeats(1.1) == nil)
    #expect(try repeats(1.2)?.hasPrefix("about 50 of 300 frames") == true)
    #expect(try repeats(2) { $0.picture.choice = .blend } == nil)
    #expect(try repeats(2) { $0.picture.rate = .variable(.standard) } == nil)
    #expect(
      try repeats(1) { $0.picture.rate = .fixed(FrameRate(Rational(50, 1)!)) }?.hasPrefix("about 250 of 500") == true)
  }
}
