import TestSupport
import Testing

@testable import Found
@testable import Warp

/// Maps from the pace at which each part of a speech can play.
@Suite struct SpeechPacesTests {
  private static func paces(_ keys: [(Double, Double)]) throws -> SpeechPaces {
    var paces = SpeechPaces()
    for (source, speed) in keys {
      paces.take(try SpeedKeys([SpeedKeys.Key(source: source, speed: speed, easing: .linear)]))
    }
    return paces
  }

  private static func random(_ seed: UInt64, until duration: Double) throws -> SpeechPaces {
    var random = SplitMix64(seed: seed)
    return try paces(
      stride(from: 0.0, to: duration, by: 0.05).map { ($0, [0.3, 0.8, 2, 9, 40][random.whole(below: 5)]) })
  }

  @Test(arguments: [1.0, 1.5, 2.36, 3.24, 20]) func meanSpeedAndLimitsAreKept(_ speed: Double) throws {
    for seed in 0..<20 as Range<UInt64> {
      let wish = SpeechPaces.Wish(start: 3, end: 17, meanSpeed: speed)
      let whole = try Self.random(seed, until: 20).map(duration: 20, wish)
      let part = try whole.trimmed(from: 3, to: 17)
      let length = try #require(part.warpedLength)
      #expect(abs(length * speed - 14) < 1e-9)
      let scales = try #require(whole.scaleRange)
      #expect(scales.lowerBound >= 1 / (3 * speed) - 1e-12)
      #expect(scales.upperBound <= min(1, 2 / speed) + 1e-12)
    }
  }

  @Test func tableHasOneRowForEachPace() throws {
    let paces = try Self.paces([(0, 0.5), (1, 2), (2, 0.5), (3, 1)])
    let map = try paces.map(duration: 4, SpeechPaces.Wish(start: 0, end: 4, meanSpeed: 2))
    #expect(MapTable.rows(of: try map.tabulated(tolerance: 1e-11)).map(\.source) == [0, 1, 2, 3, 4])
  }

  @Test func soundWithoutPacesPlaysEvenly() throws {
    let map = try SpeechPaces().map(duration: 10, SpeechPaces.Wish(start: 0, end: 10, meanSpeed: 2.5))
    #expect(map.scaleRange.map { abs($0.lowerBound - 0.4) + abs($0.upperBound - 0.4) < 1e-12 } == true)
    // A pace that is not later than the previous one is ignored.
    let paces = try Self.paces([(1, 2), (1, 5), (0.5, 7)])
    #expect(try paces == Self.paces([(1, 2)]))
  }
}
