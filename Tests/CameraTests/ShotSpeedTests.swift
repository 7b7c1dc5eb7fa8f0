import Testing
import Values
import Warp

@testable import Camera

/// The speeds at which phones play their films.
@Suite struct ShotSpeedTests {
  private static func text(_ shot: ShotSpeed?) -> String {
    switch shot {
    case .keys(let keys, let phone): "\(phone): \(SpeedSyntax.text(keys))"
    case .stored(let rate): "stored \(rate ?? 0)"
    case .untold: "untold"
    case nil: "nothing"
    }
  }

  private static func samsung(_ regions: [(Double, Double, Int)], _ captureRate: Double? = nil) throws -> ShotFacts {
    let value = regions.map { "\(Int($0.0 * 1000)):\(Int($0.1 * 1000)):\($0.2)" }.joined(separator: "*")
    var facts = ShotFacts()
    facts.trailer = try SamsungTrailerTests.trailer(of: .init(entries: [(0x890, "SlowMotion_Data", value)]))
    facts.captureRate = captureRate
    return facts
  }

  /// A film with as many frames per second as were taken, and one that is stored eight times slower.
  @Test func samsungsPartsAreSlow() throws {
    let parts = [(0.5, 1.5, 2), (2.0, 3.0, 4)]
    #expect(
      Self.text(ShotSpeed(try Self.samsung(parts, 240), rate: 240, duration: 4))
        == "samsung: 0=1x, 0.5=0.5x hold, 1.5=1x hold, 2=0.125x hold, 3=1x hold")
    #expect(
      Self.text(ShotSpeed(try Self.samsung(parts, 240), rate: 30.4, duration: 4))
        == "samsung: 0=8x, 0.5=4x hold, 1.5=8x hold, 2=1x hold, 3=8x hold")
    // Parts at the start and the end, one after the other, beyond the end, and one into another.
    for (parts, text) in [
      ([(0, 1, 2), (1, 2, 3)], "0=0.5x, 1=0.25x hold, 2=1x hold"), ([(3, 9, 2)], "0=1x, 3=0.5x hold"),
      ([(5, 9, 2)], "1x"), ([(1, 3, 2), (2, 2.5, 3)], "0=1x, 1=0.5x hold, 2=0.25x hold, 2.5=1x hold"),
    ] as [([(Double, Double, Int)], String)] {
      #expect(Self.text(ShotSpeed(try Self.samsung(parts), rate: 30, duration: 4)) == "samsung: \(text)")
    }
  }

  @Test func androidsTagIsAboutTheWholeFilm() {
    for (rate, text) in [
      (240.0, "android: 0.125x"), (236, "android: 0.125x"), (30, "stored 240.0"), (120, "stored 240.0"),
    ] {
      var facts = ShotFacts()
      facts.captureRate = 240
      #expect(Self.text(ShotSpeed(facts, rate: rate, duration: 4)) == text)
    }
    var facts = ShotFacts()
    #expect(ShotSpeed(facts, rate: 240, duration: 4) == nil)
    facts.isMeantSlow = true
    #expect(ShotSpeed(facts, rate: 240, duration: 4) == .untold)
    facts.captureRate = .nan
    #expect(ShotSpeed(facts, rate: 240, duration: 4) == .untold)
  }

  /// The seconds that Photos shows: each ramp by its steps, without the keyframes.
  private static func shown(_ regions: [(Double, Double)], _ speed: Double, of duration: Double) -> Double {
    func ramp(_ count: Int, _ power: Double, _ length: Double, _ opening: Double) -> (source: Double, shown: Double) {
      let steps = (1...count).map { Double($0) / Double(count + 1) }
      let weights = steps.map { raised($0, power) }
      let sum = weights.reduce(0, +)
      let source = zip(steps, weights).reduce(0) { $0 + (1 - (1 - speed) * $1.0) * $1.1 / sum * (length - opening) }
      return (opening + source, length)
    }
    let (down, up) = (ramp(34, 1.2, 0.56, 0.1), ramp(20, 2, 0.35, 0.08))
    return regions.reduce(duration) { sum, region in
      // Near the end of the film, the part lasts to there.
      let length = (duration - region.1 < 0.1 ? duration : region.1) - region.0
      guard length > down.source + up.source else { return sum }
      let (starts, ends) = (region.0 < 0.1, duration - region.1 < 0.1)
      let slow = length - (starts ? 0 : down.source) - (ends ? 0 : up.source)
      return sum - length + slow / speed + (starts ? 0 : down.shown) + (ends ? 0 : up.shown)
    }
  }

  /// By repeated square roots, so that it does not share a rounding with the code under test.
  private static func raised(_ base: Double, _ power: Double) -> Double {
    var (result, rest, root) = (1.0, power, base)
    while rest > 1e-12 {
      if rest >= 1 {
        result *= base
        rest -= 1
        continue
      }
      root = root.squareRoot()
      rest *= 2
      if rest >= 1 {
        result *= root
        rest -= 1
      }
    }
    return result
  }

  @Test(arguments: [0.5, 0.25, 0.125])
  func photosShowsAsLongWithItsRamps(_ speed: Double) throws {
    for regions in [
      [(3.0, 8.0)], [(1, 4), (6, 9)], [(0, 5)], [(0.05, 5)], [(7, 12)], [(7, 11.95)], [(0, 12)], [(2, 2.3)], [],
    ] as [[(Double, Double)]] {
      var facts = ShotFacts()
      facts.sidecar = AppleSidecar(regions: regions.map { .init(start: $0.0, end: $0.1) }, speed: speed)
      guard case .keys(let keys, .apple) = ShotSpeed(facts, rate: 240, duration: 12) else {
        Issue.record("\(regions)")
        continue
      }
      let length = try #require(try keys.map(duration: 12).warpedLength)
      #expect(abs(length - Self.shown(regions, speed, of: 12)) < 1e-4, "\(regions) at \(speed): \(length)")
      // What is printed is what is played.
      #expect(try SpeedSyntax.keys(SpeedSyntax.text(keys), on: Clip()).keys.dropFirst() == keys.keys.dropFirst())
    }
  }
}
