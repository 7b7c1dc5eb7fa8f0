import Glibc
import TestSupport
import Testing
import Warp

@testable import Audio

/// Soft joins at cuts, with the pitch that follows the speed and with the pitch that stays.
@Suite struct CrossfadeTests {
  private static let rate = 8000
  private static let cut = "0 0\n2 2\n5 2\n8 5\n"

  private func play(
    _ sound: [Double], _ rows: String, _ crossfade: Double, keepsPitch: Bool = false, block: Int = 1024
  ) throws -> [Double] {
    let playing = Playing(
      kernel: .high, rate: Self.rate, block: block, chopping: 1000, keepsPitch: keepsPitch, crossfade: crossfade)
    return try playing.play(sound, map(rows))
  }

  private static func noise(_ count: Int) -> [Double] {
    var random = SplitMix64(seed: 4)
    return (0..<count).map { _ in random.double(-0.5, 0.5) }
  }

  /// Left and right of the crossfade, nothing changes. Inside, both sides play on, and their powers add up to 1.
  @Test(arguments: [false, true]) func powersAddUpAroundTheCut(keepsPitch: Bool) throws {
    let sound = Self.noise(9 * Self.rate)
    let found = try play(sound, Self.cut, 1, keepsPitch: keepsPitch)
    let hard = try play(sound, Self.cut, 0, keepsPitch: keepsPitch)
    #expect(found.count == hard.count && found[..<12000] == hard[..<12000] && found[20000...] == hard[20000...])
    var largest = 0.0
    for output in 12000..<20000 {
      let angle = (Double(output - 12000) + 0.5) / 8000 * .pi / 2
      let expected = sound[output] * cos(angle) + sound[output + 24000] * sin(angle)
      largest = max(largest, abs(found[output] - expected))
    }
    #expect(largest < 1e-6)
    for block in [77, 7970, 12345] {
      #expect(try play(sound, Self.cut, 1, keepsPitch: keepsPitch, block: block) == found, "\(block)")
    }
  }

  @Test(arguments: [false, true]) func sidesPlayAtTheirOwnSpeedAndDirection(keepsPitch: Bool) throws {
    // Double speed up to the cut, backward after it: 200 Hz becomes 400 Hz unless the pitch stays.
    let sound = (0..<72000).map { sin(2 * .pi * 200 * Double($0) / 8000) * ($0 < 40000 ? 0.3 : 0.6) }
    let found = try play(sound, "0 0\n4 2\n8 2\n5 5\n", 1, keepsPitch: keepsPitch)
    func level(_ range: Range<Int>, _ tone: Double) -> Double {
      let parts = range.map { (found[$0], 2 * .pi * tone * Double($0) / 8000) }
      let (re, im) = parts.reduce((0.0, 0.0)) { ($0.0 + $1.0 * cos($1.1), $0.1 + $1.0 * sin($1.1)) }
      return 2 * (re * re + im * im).squareRoot() / Double(range.count)
    }
    let before = keepsPitch ? 200.0 : 400
    // A quarter of the way through, cos and sin of 22.5° (within the change over the measured 50 ms).
    if !keepsPitch {
      #expect(abs(level(13800..<14200, before) - 0.3 * 0.9239) < 0.02)
      #expect(abs(level(13800..<14200, 200) - 0.6 * 0.3827) < 0.02)
      #expect(abs(level(17800..<18200, before) - 0.3 * 0.3827) < 0.02)
    }
    #expect(level(8000..<11000, before) > 0.29 && level(21000..<30000, 200) > 0.58)
    for block in [13, 5000] {
      #expect(
        try play(sound, "0 0\n4 2\n8 2\n5 5\n", 1, keepsPitch: keepsPitch, block: block) == found, "\(block)")
    }
  }

  /// Where the input ends after the first part, it fades out faster. Where nothing is left, the short fade remains.
  @Test(arguments: [false, true]) func theEndsOfTheInputMakeItShorter(keepsPitch: Bool) throws {
    let sound = [Double](repeating: 0.5, count: 5 * Self.rate + 1600)
    let rows = "3 0\n5 2\n1 2\n2 3\n"
    let found = try play(sound, rows, 1, keepsPitch: keepsPitch)
    var largest = 0.0
    for output in 12000..<17600 {
      let angle = (Double(output - 12000) + 0.5) / 5600 * .pi / 2
      largest = max(largest, abs(found[output] - 0.5 * (cos(angle) + sin(angle))))
    }
    #expect(largest < 1e-6)
    #expect(found[..<12000].allSatisfy { $0 == 0.5 } && found[17600...].allSatisfy { $0 == 0.5 })
    for block in [1000, 13000] {
      #expect(try play(sound, rows, 1, keepsPitch: keepsPitch, block: block) == found, "\(block)")
    }
    let loop = "3 0\n5.2 2.2\n0 2.2\n2 4.2\n"
    #expect(try play(sound, loop, 1, keepsPitch: keepsPitch) == play(sound, loop, 0, keepsPitch: keepsPitch))
  }

  /// Random maps with cuts, turns and freezes: blocks change nothing, and the length is that of hard cuts.
  @Test(arguments: [false, true]) func blocksChangeNothing(keepsPitch: Bool) throws {
    let sound = Self.noise(10 * Self.rate)
    for seed in 0..<8 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var (rows, warped) = ("", 0.0)
      for _ in 0..<6 {
        let (from, to) = (random.double(0, 9), random.double(0, 9))
        let rise = random.whole(below: 5) == 0 ? 0.3 : abs(to - from) * random.double(0.3, 1.2)
        rows += "\(from) \(warped)\n\(rise == 0.3 ? from : to) \(warped + rise)\n"
        warped += rise
      }
      let crossfade = random.double(0.05, 2)
      let found = try play(sound, rows, crossfade, keepsPitch: keepsPitch)
      #expect(try found.count == play(sound, rows, 0, keepsPitch: keepsPitch).count && found.allSatisfy(\.isFinite))
      for block in [37, 4001] {
        #expect(try play(sound, rows, crossfade, keepsPitch: keepsPitch, block: block) == found, "\(seed), \(block)")
      }
    }
  }
}
