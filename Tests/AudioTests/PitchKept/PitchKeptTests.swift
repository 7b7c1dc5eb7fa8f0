import Foundation
import Streams
import TestSupport
import Testing

@testable import Audio

/// Tests the invariants and the minimum quality of sound that is retimed with its pitch preserved.
@Suite struct PitchKeptTests {
  private static let slower = "0 0 1\n2 3 2\n4 6 1\n"
  private static let mixed = """
    0 0 1.3
    1 1.3 1.3
    1 1.5
    1.5 2 1
    1.5 2 -0.7
    0.5 2.7 -0.7
    0.9 2.7 1
    1.4 3.2 1
    1.402 3.201
    0.3 3.201
    0.8 4.4

    """

  @Test func identityIsExact() throws {
    let stage = PitchKeptStage(channels: 2)
    let sound = [PitchKeptStage.noise(10_000, seed: 1), PitchKeptStage.noise(10_000, seed: 2)]
    #expect(try stage.retime(sound, "0 0\n1.25 1.25\n") == sound)
    #expect(try stage.retime(sound, "0 0\n0.4 0.4\n0.7 0.7\n1.25 1.25\n") == sound)
    #expect(try stage.retime(sound, "0 0 1\ninf inf 1\n") == sound)
  }

  @Test func reverseIsTheSamplesReversed() throws {
    let stage = PitchKeptStage(channels: 2)
    let sound = [PitchKeptStage.noise(10_000, seed: 1), PitchKeptStage.noise(10_000, seed: 2)]
    #expect(try stage.retime(sound, "1.25 0\n0 1.25\n") == sound.map { $0.reversed() })
  }

  @Test func cutsAreExactExceptInTheirFade() throws {
    let stage = PitchKeptStage()
    let sound = PitchKeptStage.noise(24_000, seed: 3)
    let result = try stage.retime(sound, "0 0\n1 1\n2 1\n3 2\n")
    #expect(Array(result[..<8000]) == Array(sound[..<8000]))
    #expect(Array(result[8080...]) == Array(sound[16_080...]))
    for index in 8000..<8080 {
      let share = Float(index - 8000) / 80
      let between = sound[index] + (sound[index + 8000] - sound[index]) * share
      #expect(abs(result[index] - between) < 0.4, "sample \(index)")
    }
  }

  @Test func stretchesOfScaleOneAreExact() throws {
    let stage = PitchKeptStage()
    let sound = PitchKeptStage.noise(32_000, seed: 4)
    let result = try stage.retime(sound, "0 0 2\n1 2 2\n1 2 1\n3 4 1\n3 4 0.5\n4 4.5 0.5\n")
    // The part at normal speed is exact, except for cross-fades in its first 2048 and last 1024 samples.
    let exact = 16_000 + 2048..<32_000 - 1024
    #expect(Array(result[exact]) == Array(sound[exact.lowerBound - 8000..<exact.upperBound - 8000]))
  }

  @Test(arguments: [1, 7, 256, 5000, 100_000]) func blocksChangeNothing(length: Int) throws {
    let stage = PitchKeptStage(channels: 2)
    var sound = [PitchKeptStage.noise(13_000, seed: 5), PitchKeptStage.noise(13_000, seed: 6)]
    for index in sound[0].indices where index % 3000 > 200 { sound[0][index] *= 0.01 }
    let whole = try stage.retime(sound, Self.mixed, blockLength: 1000)
    #expect(whole[0].count == 35_200 && whole[0].allSatisfy { $0.isFinite })
    #expect(try stage.retime(sound, Self.mixed, blockLength: length) == whole)
  }

  @Test func channelsKeepTheirRatio() throws {
    let stage = PitchKeptStage(channels: 3)
    let left = PitchKeptStage.noise(20_000, seed: 7)
    let result = try stage.retime([left, left.map { $0 * -0.5 }, left.map { $0 * 0 }], Self.slower)
    #expect(result[1] == result[0].map { $0 * -0.5 })
    #expect(result[2].allSatisfy { $0 == 0 })
    #expect(result[0].contains { abs($0) > 0.1 })
  }

  /// The second channel is the first with inverted sign, so that the sum of both channels is silent.
  @Test func channelsThatCancelAreStillHeard() throws {
    let stage = PitchKeptStage(channels: 2)
    let tone = stage.tones([440], seconds: 2)
    let result = try stage.retime([tone, tone.map { -$0 }], "0 0\n2 3\n")
    let (clean, cents) = Tones.fit([440], rate: 8000, to: result[0][2000..<20_000])
    #expect(clean > 60 && abs(cents) < 0.3, "\(clean) dB, \(cents) cents")
  }

  @Test(arguments: [
    "0 0 0.5\n2 2.5 2\n4 5 0.5\n", "0 0\n4 2.8\n", "0 0\n4 6\n", "0 0\n2 6\n", "4 0\n0 6\n", "0 0\n1 1.5\n1 4\n2 5.5\n",
    "0 0 1.4\ninf inf 1.4\n",
  ]) func tonesKeepTheirPitch(table: String) throws {
    let stage = PitchKeptStage()
    let one = try stage.retime(stage.tones([1000], seconds: 4), table)
    let (clean, cents) = Tones.fit([1000], rate: 8000, to: one[2000..<one.count - 2000])
    #expect(clean > 80 && abs(cents) < 0.01, "one tone: \(clean) dB, \(cents) cents")
    let chord = [110.0, 186, 315, 533, 902, 1526, 2583]
    let seven = try stage.retime(stage.tones(chord, seconds: 4), table)
    let (cleanChord, centsOff) = Tones.fit(chord, rate: 8000, to: seven[2000..<seven.count - 2000])
    #expect(cleanChord > 40 && abs(centsOff) < 0.3, "chord: \(cleanChord) dB, \(centsOff) cents")
  }

  /// Each click must be heard where the map puts it, without a pre-echo, even if one frame contains several clicks.
  @Test(arguments: [
    ("0 0 0.5\n2 2.5 2\n4 5 0.5\n", 4000), ("0 0\n4 6\n", 4000), ("0 0\n4 2.8\n", 4000), ("0 0\n4 12\n", 4000),
    ("4 0\n0 6\n", 4000), ("0 0\n4 6\n", 600), ("0 0\n4 10\n", 600), ("0 0\n4 3\n", 600), ("0 0\n4 6\n", 350),
  ]) func onsetsAreWhereTheMapPutsThem(table: String, spacing: Int) throws {
    let stage = PitchKeptStage()
    let clicks = Array(stride(from: 2001, to: 30_000, by: spacing))
    let result = try stage.retime(stage.clicks(at: clicks, count: 32_000), table)
    let map = try PitchKeptStage.map(table)
    let isBackward = table.hasPrefix("4")
    for click in clicks {
      let time = Double(click + (isBackward ? 1 : 0)) / 8000
      let output = Int((try #require(map.visits(of: time).first).warped * 8000).rounded())
      let around = max(0, output - spacing / 3)..<min(result.count, output + spacing / 3)
      let peak = try #require(around.max { abs(result[$0]) < abs(result[$1]) })
      #expect(abs(peak - output) <= 8, "click \(click): \(peak - output) samples off")
      #expect(abs(result[peak]) > 0.4, "click \(click): \(result[peak])")
      guard spacing == 4000 else { continue }
      let before = result[around.lowerBound..<peak - 8].reduce(0) { $0 + $1 * $1 }
      #expect(before < 0.25e-6, "click \(click): \(10 * log10(before / 0.25)) dB before it")
    }
  }

  /// After ten minutes of slightly slowed sound, a click must still be heard at the exact time.
  @Test func doesNotDrift() throws {
    let stage = PitchKeptStage(rate: 2000)
    let clicks = Array(stride(from: 10_000, to: 1_200_000, by: 80_000))
    let result = try stage.retime(stage.clicks(at: clicks, count: 1_200_000), "0 0\n600 613.37\n", blockLength: 10_000)
    #expect(result.count == 1_226_740)
    for click in clicks {
      let output = Int((Double(click) * 613.37 / 600).rounded())
      let peak = try #require((output - 500..<output + 500).max { abs(result[$0]) < abs(result[$1]) })
      #expect(abs(peak - output) <= 2, "click \(click)")
    }
  }

  @Test func freezesHoldTheSound() throws {
    let stage = PitchKeptStage()
    let result = try stage.retime(stage.tones([500], seconds: 2), "0 0\n1 1\n1 9\n2 10\n")
    let held = result[12_000..<68_000]
    let (clean, cents) = Tones.fit([500], rate: 8000, to: held)
    #expect(clean > 80 && abs(cents) < 0.01, "\(clean) dB, \(cents) cents")
    for start in stride(from: 12_000, to: 68_000, by: 800) {
      let level = (result[start..<start + 800].reduce(0) { $0 + $1 * $1 } / 800).squareRoot()
      #expect(abs(level - 0.35355) < 0.001, "sample \(start)")
    }
  }

  @Test func backwardIsForwardOfTheReverse() throws {
    let stage = PitchKeptStage()
    var sound = PitchKeptStage.noise(16_000, seed: 8).map { $0 * 0.1 }
    for start in [3000, 9000] { for index in 0..<100 { sound[start + index] *= 9 } }
    let backward = try stage.retime(sound, "2 0\n0 4\n")
    let forward = try stage.retime(Array(sound.reversed()), "0 0\n2 4\n")
    #expect(backward.count == forward.count)
    #expect(zip(backward, forward).allSatisfy { abs($0 - $1) < 1e-5 })
  }

  @Test func silenceStaysSilent() throws {
    for table in [Self.mixed, Self.slower] {
      let result = try PitchKeptStage().retime([Float](repeating: 0, count: 16_000), table)
      #expect(result.allSatisfy { $0 == 0 })
    }
  }

  @Test func constantSignalStaysConstant() throws {
    for table in [Self.slower, "0 0\n4 0.5\n", "0 0\n1 1\n1 3\n3 4\n"] {
      let result = try PitchKeptStage().retime([Float](repeating: 0.5, count: 32_000), table)
      #expect(result[1024..<result.count - 1024].allSatisfy { abs($0 - 0.5) < 1e-6 }, "\(table)")
    }
  }

  @Test(arguments: [0.01, 0.3, 1, 7, 100]) func extremeSoundsGiveFiniteOutput(scale: Double) throws {
    let stage = PitchKeptStage()
    let table = "0 0 \(scale)\ninf inf \(scale)\n"
    let loud = PitchKeptStage.noise(2000, seed: 9).map { $0 < 0 ? Float(-1) : 1 }
    for sound in [
      [0.7], loud, loud.map { $0 * 3e38 }, loud.map { $0 * 1e-37 }, stage.clicks(at: [0, 1999], count: 2000),
    ] {
      let result = try stage.retime(sound, table)
      #expect(result.count == Int((Double(sound.count) * scale + 0.5 + 1e-6).rounded(.down)))
      #expect(result.allSatisfy { $0.isFinite })
    }
  }

  /// Random maps mix forward play, backward play, freezes and cuts, long and short.
  @Test func randomMapsGiveFiniteOutput() throws {
    var count = 0
    for seed in 0..<30 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var rows: [String] = []
      var (source, warped) = (random.double(0, 1), 0.0)
      for _ in 0..<8 {
        rows.append("\(source) \(warped)")
        switch random.whole(below: 4) {
        case 0: break
        case 1:
          source = random.double(0, 2)
          rows.append("\(source) \(warped)")
        default: source = random.double(0, 2)
        }
        warped += random.double(0, 1) * (random.whole(below: 2) == 0 ? 0.01 : 0.5)
      }
      let stage = PitchKeptStage(channels: 2)
      let sound = [PitchKeptStage.noise(12_000, seed: seed), PitchKeptStage.noise(12_000, seed: seed + 99)]
      guard let map = try? PitchKeptStage.map(rows.joined(separator: "\n") + "\n"), map.warpedLength != nil else {
        continue
      }
      count += 1
      let table = rows.joined(separator: "\n") + "\n"
      let result = try stage.retime(sound, table, blockLength: 512)
      #expect(result[0].allSatisfy { $0.isFinite } && result[1].allSatisfy { $0.isFinite }, "seed \(seed)")
      #expect(try stage.retime(sound, table, blockLength: 3001) == result, "seed \(seed)")
    }
    #expect(count >= 25)
  }

  @Test(arguments: [(64, 8000), (1, 192_000), (2, 44100)]) func worksForAnyFormat(channels: Int, rate: Int) throws {
    let stage = PitchKeptStage(rate: rate, channels: channels)
    let tone = stage.tones([440], seconds: 0.5)
    let result = try stage.retime([[Float]](repeating: tone, count: channels), "0 0\n0.5 0.8\n")
    #expect(result.allSatisfy { $0 == result[0] })
    let middle = result[0][rate / 5..<rate * 3 / 5]
    let (clean, cents) = Tones.fit([440], rate: rate, to: middle)
    #expect(clean > 60 && abs(cents) < 0.3, "\(clean) dB, \(cents) cents")
  }
}
