import Foundation
import TestSupport
import Testing

@testable import Audio

@Suite struct OnsetMeterTests {
  private static let rate = 16_000

  private static func onsets(_ sound: [Float], rate: Int = rate) throws -> [Double] {
    try measured(.onsets, [sound], rate: rate).map { line in
      let fields = line.split(separator: " ")
      try #require(fields.count == 4 && fields[1] == "#" && fields[3] == "dB" && Double(fields[2]) ?? 0 > 0, "\(line)")
      return try #require(Double(fields[0]))
    }
  }

  private static func tone(_ frequency: Double, seconds: Double, rate: Int = rate) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { Float(0.3 * sin(2 * .pi * frequency * Double($0) / Double(rate))) }
  }

  private static func noise(_ amplitude: Double, seconds: Double) -> [Float] {
    var random = SplitMix64(seed: 5)
    return (0..<Int(seconds * Double(rate))).map { _ in Float(amplitude * random.double(-1, 1)) }
  }

  /// Returns `floor` with `sound` mixed in at each of `times`, in seconds.
  private static func adding(_ sound: [Float], to floor: [Float], at times: [Double], rate: Int = rate) -> [Float] {
    var sum = floor
    for time in times {
      let start = Int(time * Double(rate))
      for index in sound.indices where start + index < sum.count { sum[start + index] += sound[index] }
    }
    return sum
  }

  private static let times = [0.5, 0.731, 1.2, 1.35, 2.004, 2.9, 3.333, 4.1]

  private static func expect(_ found: [Double], within distance: Double, _ what: String) {
    #expect(found.count == times.count, "\(what): \(found)")
    for (onset, time) in zip(found, times) { #expect(abs(onset - time) <= distance, "\(what): \(found)") }
  }

  @Test(arguments: [8000, 16_000, 44_100, 96_000]) func clicksAreFound(_ rate: Int) throws {
    let silence = [Float](repeating: 0, count: 5 * rate)
    let click = [Float](repeating: 0.5, count: rate / 500)
    for (name, floor) in [("silence", silence), ("tone", Self.tone(200, seconds: 5, rate: rate))] {
      let sound = Self.adding(click, to: floor, at: Self.times, rate: rate)
      Self.expect(try Self.onsets(sound, rate: rate), within: 0.002, name)
    }
    let single = Self.adding([0.5], to: silence, at: Self.times, rate: rate)
    Self.expect(try Self.onsets(single, rate: rate), within: 0.002, "single samples")
  }

  /// Tests sudden tones, swelling tones and tones in noise. The start of a tone is an onset, but the end is not.
  @Test func tonesAreFound() throws {
    let silence = [Float](repeating: 0, count: 5 * Self.rate)
    for frequency in [100.0, 440, 3000] {
      let tone = Self.tone(frequency, seconds: 0.1)
      Self.expect(try Self.onsets(Self.adding(tone, to: silence, at: Self.times)), within: 0.004, "\(frequency)")
      let swelling = tone.indices.map { tone[$0] * min(1, Float(min($0, tone.count - $0)) / 160) }
      Self.expect(try Self.onsets(Self.adding(swelling, to: silence, at: Self.times)), within: 0.01, "\(frequency)")
    }
    let noisy = Self.adding(Self.tone(440, seconds: 0.1), to: Self.noise(0.01, seconds: 5), at: Self.times)
    Self.expect(try Self.onsets(noisy), within: 0.01, "noise")
  }

  @Test func steadySoundHasNoOnsets() throws {
    for frequency in [20.0, 41, 100, 101.3, 440, 1000, 7000] {
      #expect(try Self.onsets(Self.tone(frequency, seconds: 4)) == [], "\(frequency)")
    }
    #expect(try Self.onsets(Self.noise(0.3, seconds: 20)) == [])
    #expect(try Self.onsets([Float](repeating: 0, count: 4 * Self.rate)) == [])
    let beating = zip(Self.tone(440, seconds: 4), Self.tone(445, seconds: 4)).map { $0 + 0.3 * $1 }
    #expect(try Self.onsets(beating) == [])
    let vibrato = (0..<4 * Self.rate).map { index in
      let time = Double(index) / Double(Self.rate)
      return Float(0.3 * sin(2 * .pi * 440 * time + 8 * sin(2 * .pi * 5 * time)))
    }
    #expect(try Self.onsets(vibrato) == [])
  }

  @Test func blocksAndChannelsChangeNothing() throws {
    let sound = Self.adding(Self.tone(440, seconds: 0.1), to: Self.noise(0.01, seconds: 5), at: Self.times)
    let lines = try measured(.onsets, [sound], rate: Self.rate)
    for chopping in [7, 4096] { #expect(try measured(.onsets, [sound], rate: Self.rate, chopping: chopping) == lines) }
    #expect(try measured(.onsets, [sound, sound], rate: Self.rate) == lines)
    let late = try measured(.onsets, [sound], rate: Self.rate, from: -1)
    #expect(late.count == lines.count - 2 && late.map { $0.dropFirst(5) } == lines.dropFirst(2).map { $0.dropFirst(5) })
  }

  @Test(arguments: [1, 50, 999, 768_000]) func anySamplesAndRatesGiveTimes(_ rate: Int) throws {
    let found = try Self.onsets(wildSamples, rate: rate)
    #expect(zip(found, found.dropFirst()).allSatisfy { $0 < $1 })
    #expect(try Self.onsets([], rate: rate) == [])
  }
}
