import Glibc
import TestSupport
import Testing

@testable import Audio

@Suite struct VoiceMeterTests {
  private static let rate = 16_000

  /// Quiet noise with syllables from 2 s, a tone from 9 s and loud noise from 12 s, as 16-bit samples.
  private static func sound(seconds: Int) -> [Float] {
    var random = SplitMix64(seed: 7)
    var voice = SyntheticVoice(rate: rate)
    return (0..<seconds * rate).map { index in
      let time = Double(index) / Double(rate)
      let noise = random.double(0, 1) - 0.5
      var value = 0.002 * noise
      if 2 <= time, time < 8 {
        let syllable = Int(time * 4)
        let within = time * 4 - Double(syllable)
        if syllable % 10 < 7 {
          if within < 0.3 {
            value += 0.1 * noise
          } else {
            value += 0.1 * voice.vowel(syllable, at: time) * min(1, min(within - 0.3, 1 - within) * 20)
          }
        }
      } else if 9 <= time, time < 11 {
        value += 0.2 * sin(2 * .pi * 440 * time)
      } else if time >= 12 {
        value += 0.2 * noise
      }
      return Float((min(1, max(-1, value)) * 32767).rounded(.toNearestOrEven) / 32768)
    }
  }

  private static func probabilities(_ sound: [Float], at rate: Int = rate, blocks: Int = 1000) -> [Double] {
    var (detector, probabilities) = (VoiceDetector(rate: rate), [Double]())
    for start in stride(from: 0, to: sound.count, by: blocks) {
      detector.take(Array(sound[start..<min(sound.count, start + blocks)]), into: &probabilities)
    }
    detector.end(into: &probabilities)
    return probabilities
  }

  /// The expected values come from a separate program in Python, which processes the whole sound at once.
  @Test func probabilitiesAreThoseOfThePlainProgram() {
    let probabilities = Self.probabilities(Self.sound(seconds: 14))
    let expected = [
      0.002, 0.016, 0.076, 0.052, 0.047, 0.022, 0.5, 0.875, 0.7, 0.016, 0.012, 0.001, 0.0, 0.011, 0.008, 0.003, 0.007,
      0.0, 0.0, 0.002, 0.001, 0.0, 0.001, 0.947, 0.693, 0.103, 0.106, 0.722, 0.5, 0.004, 0.009, 0.005, 0.7, 0.893,
      0.884,
    ]
    #expect(probabilities.count == 1400)
    for (index, value) in expected.enumerated() {
      #expect(abs(probabilities[10 + 40 * index] - value) < 0.005, "\(index): \(probabilities[10 + 40 * index])")
    }
  }

  /// When the voice has left the span of the loudest frame, what is faint must not seem to begin anew. Low noise, such
  /// as rumble, seldom seems to be a voice, at any level: it did for half of the time at the lower one.
  @Test func silenceAndRumbleAreNoSpeech() {
    var random = SplitMix64(seed: 5)
    let pause = [Float](repeating: 0, count: 12 * Self.rate)
    let said = Self.probabilities(Self.sound(seconds: 8) + pause)
    #expect(said.prefix(800).contains { $0 >= 0.5 } && said.dropFirst(850).allSatisfy { $0 < 0.5 })
    for level in [0.003, 0.03] {
      var sum = 0.0
      let rumble = (0..<20 * Self.rate).map { _ in
        sum += 0.1 * (random.double(0, 1) - 0.5) - 0.002 * sum
        return Float(level * sum)
      }
      #expect(Self.probabilities(rumble).count { $0 >= 0.5 } < 300, "at \(level)")
    }
  }

  @Test func blocksChangeNothing() {
    let sound = Array(Self.sound(seconds: 4)[(Self.rate)...])
    let whole = Self.probabilities(sound)
    for blocks in [1, 77, 16_000, sound.count] { #expect(Self.probabilities(sound, blocks: blocks) == whole) }
    let long = Array(sound.prefix(2 * Self.rate) + sound + sound + sound + sound + sound)
    #expect(Self.probabilities(long, blocks: long.count) == Self.probabilities(long, blocks: 160))
    let (slow, fast) = (Self.probabilities(sound, at: 11_025, blocks: 1), Self.probabilities(sound, at: 11_025))
    #expect(slow == fast)
  }

  @Test func lookAheadIsShorterThanElevenTenthsOfASecond() {
    let sound = Self.sound(seconds: 7)
    let (whole, cut) = (Self.probabilities(sound), Self.probabilities(Array(sound[..<(5 * Self.rate)])))
    #expect(cut[..<390] == whole[..<390] && cut != Array(whole[..<cut.count]))
  }

  @Test(arguments: [1, 50, 8000, 11_025, 16_001, 44_100, 192_000]) func everyRateHasHundredFramesASecond(_ rate: Int) {
    let sound = (0..<3 * rate).map { Float(sin(Double($0))) }
    let probabilities = Self.probabilities(sound, at: rate)
    #expect(abs(probabilities.count - 300) <= 1 && probabilities.allSatisfy { 0...1 ~= $0 })
    // At 1 Hz, three seconds are three samples.
    #expect(probabilities == Self.probabilities(sound, at: rate, blocks: 1))
  }

  /// Tones keep their level below the new limit of the band, and disappear above it.
  @Test(arguments: [8000, 11_025, 22_050, 44_100, 48_000, 96_000]) func theRateConverterKeepsTones(_ rate: Int) {
    for frequency in [100.0, 1000, 3500, 6000, 10_000] where frequency < 0.45 * Double(rate) {
      var converter = RateConverter(from: rate)
      let sound = (0..<rate).map { Float(sin(2 * .pi * frequency * Double($0) / Double(rate))) }
      let made = converter.take(sound) + converter.end()
      #expect(abs(made.count - 16_000) <= 1)
      let heard = zip(made.indices, made).dropFirst(1000).dropLast(1000)
      let due = { (index: Int) in frequency < 8000 ? Float(sin(2 * .pi * frequency * Double(index) / 16_000)) : 0 }
      #expect(heard.allSatisfy { abs($1 - due($0)) < 0.01 }, "\(frequency) Hz at \(rate)")
    }
  }

  @Test func linesHaveTimesOfTheSource() throws {
    let lines = try measured(.voice, [[Float](repeating: 0, count: 800)], rate: Self.rate, from: -0.02)
    #expect(lines.map { $0.prefix(5) } == ["0.000", "0.010", "0.020"])
    #expect(try measured(.voice, [[Float](repeating: 0, count: 159)], rate: Self.rate).isEmpty)
    for channels in 1...2 {
      let wild = try measured(.voice, Array(repeating: wildSamples, count: channels), rate: 8000, chopping: 7)
      #expect(wild.count > 250 && wild.allSatisfy { $0.contains(/^[0-9.]+ [01]\.[0-9]{4}$/) })
    }
  }
}
