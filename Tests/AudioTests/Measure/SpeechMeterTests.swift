import Glibc
import TestSupport
import Testing

@testable import Audio

@Suite struct SpeechMeterTests {
  private static let rate = 16_000

  /// Returns synthetic speech: four syllables per second, each a hiss and then a vowel, with pauses.
  private static func speech(seconds: Int, at rate: Int = rate) -> [Float] {
    var random = SplitMix64(seed: 7)
    var voice = SyntheticVoice(rate: rate)
    return (0..<seconds * rate).map { index in
      let time = Double(index) / Double(rate)
      let syllable = Int(time * 4)
      let within = time * 4 - Double(syllable)
      if syllable % 10 >= 7 { return 0 }
      if within < 0.3 { return Float(0.1 * (random.double(0, 1) - 0.5)) }
      return Float(0.2 * voice.vowel(syllable, at: time) * min(1, min(within - 0.3, 1 - within) * 20))
    }
  }

  private static func tones(seconds: Int) -> [Float] {
    (0..<seconds * rate).map { index in
      let time = Double(index) / Double(rate)
      let chord = [220.0, 262, 294, 247][Int(time / 2) % 4]
      return Float(0.1 * (1...4).reduce(0) { $0 + sin(2 * .pi * chord * Double($1) * time) / Double($1) })
    }
  }

  private static func worths(_ sound: [Float], at rate: Int = rate, blocks: Int = 1000) -> [Double] {
    var (bands, meter, worths) = (BandMeter(rate: rate), SpeechMeter(), [Double]())
    for start in stride(from: 0, to: sound.count, by: blocks) {
      var frames: [Float] = []
      let end = min(sound.count, start + blocks)
      bands.take(sound[start..<end], into: &frames)
      if end == sound.count { bands.end(into: &frames) }
      meter.take(frames, into: &worths)
    }
    meter.end(into: &worths)
    return worths
  }

  private static func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  @Test func pausesAreWorthLeast() {
    let worths = Self.worths(Self.speech(seconds: 20))
    #expect(abs(worths.count - 2000) <= 1)
    // In the synthetic speech, the last 0.75 s of every 2.5 s are a pause.
    let pauses = (1...6).flatMap { worths[($0 * 250 - 60)..<($0 * 250 - 10)] }
    #expect(pauses.max() ?? 1 < Self.mean(worths) / 8)
    // The sound changes most where a hiss becomes a vowel, and least within a vowel.
    let borders = (4..<7).flatMap { worths[($0 * 25 + 6)..<($0 * 25 + 10)] }
    let vowels = (4..<7).flatMap { worths[($0 * 25 + 13)..<($0 * 25 + 19)] }
    #expect(Self.mean(borders) > 2 * Self.mean(vowels))
  }

  @Test func musicAndNoiseAreEven() {
    var random = SplitMix64(seed: 3)
    let noise = (0..<10 * Self.rate).map { _ in Float(0.1 * (random.double(0, 1) - 0.5)) }
    for sound in [Self.tones(seconds: 20), noise, [Float](repeating: 0, count: 5 * Self.rate)] {
      let worths = Self.worths(sound)
      #expect(worths.allSatisfy { abs($0 - 1) < 0.05 })
    }
  }

  @Test func blocksChangeNothing() {
    let sound = Self.speech(seconds: 4)
    let worths = Self.worths(sound)
    for blocks in [1, 77, 16_000, sound.count] { #expect(Self.worths(sound, blocks: blocks) == worths) }
  }

  @Test func lookAheadIsShorterThanFourSeconds() {
    let sound = Self.speech(seconds: 12)
    let whole = Self.worths(sound)
    let cut = Self.worths(Array(sound[..<(8 * Self.rate)]))
    #expect(cut[..<450] == whole[..<450] && cut != Array(whole[..<cut.count]))
  }

  @Test(arguments: [1, 50, 8000, 11_025, 44_100, 192_000]) func everyRateHasHundredFramesASecond(_ rate: Int) {
    let worths = Self.worths(Self.speech(seconds: 3, at: rate), at: rate)
    #expect(abs(worths.count - 300) <= 100 / min(100, rate) + 1 && worths.allSatisfy(\.isFinite))
  }

  @Test func anySamplesGiveFiniteSpeeds() throws {
    let lines = try measured(.speech, [wildSamples, wildSamples], rate: 8000, from: -0.5)
    #expect(lines.count > 5 && lines.allSatisfy { $0.hasSuffix("x") && !$0.hasPrefix("-") && !$0.contains("n") })
  }

  @Test func meanOfTheSpeedsIsOne() {
    var lines = SpeedLines(from: 0)
    let worths = Self.worths(Self.speech(seconds: 60))
    for worth in worths { lines.take(worth) }
    lines.end()
    let points = String(decoding: lines.takeText(), as: UTF8.self).split(separator: "\n").map { line in
      let parts = line.dropLast().split(separator: "=").compactMap { Double($0) }
      return (time: parts[0], scale: 1 / parts[1])
    }
    let warped = zip(points, points.dropFirst()).reduce(0) { sum, pair in
      sum + (pair.1.time - pair.0.time) * (pair.0.scale + pair.1.scale) / 2
    }
    #expect(abs(warped / 60 - 1) < 0.03)
    #expect(points.count < worths.count)
  }
}
