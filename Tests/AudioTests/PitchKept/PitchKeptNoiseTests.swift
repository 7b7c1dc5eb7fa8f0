import Foundation
import Testing

@testable import Audio

@Suite struct PitchKeptNoiseTests {
  /// Returns the power in each frequency bin, for frames of 1024 samples that overlap by half.
  private func powers(_ sound: ArraySlice<Float>) -> [[Double]] {
    let transform = FourierTransform(length: 1024)
    let window = FrameWindow(FrameSize(length: 1024, heard: 1024)).taken
    return stride(from: sound.startIndex, to: sound.endIndex - 1024, by: 512).map { start in
      for index in 0..<1024 { unsafe transform.samples[index] = sound[start + index] * window[index] }
      transform.forward()
      return (0...512).map { bin in
        let square = unsafe transform.bins[bin] * transform.bins[bin]
        return Double(square.x + square.y)
      }
    }
  }

  /// Returns by how many dB the geometric mean of the bins' power is below the arithmetic mean. Noise has 2.5 dB, even
  /// when a freeze holds it. A chord has much more.
  private func unevenness(_ sound: ArraySlice<Float>) -> Double {
    let frames = powers(sound).map { $0[16..<496] }
    let sum = frames.reduce(0) { $0 + log10($1.reduce(0, +) / 480) - $1.reduce(0) { $0 + log10($1) } / 480 }
    return 10 * sum / Double(frames.count)
  }

  @Test(arguments: [1, 2]) func noiseStaysNoise(channels: Int) throws {
    let stage = PitchKeptStage(channels: channels)
    let sound = (0..<channels).map { PitchKeptStage.noise(32_000, seed: 20 + UInt64($0)).map { $0 * 0.3 } }
    let level = { (part: ArraySlice<Float>) in 10 * log10(part.reduce(0) { $0 + $1 * $1 } / Float(part.count)) }
    for (table, part, mostUneven, held) in [
      ("0 0\n3 5\n", 3000..<37_000, 1.5, nil), ("0 0\n4 8\n", 4000..<60_000, 1.2, nil),
      ("0 0\n4 16\n", 8000..<120_000, 0.7, nil),
      ("0 0\n2 2\n2 8\n4 10\n", 18_000..<62_000, 0.6, 16_000),
    ] {
      for (channel, result) in try stage.retime(sound, table).enumerated() {
        let source = sound[channel]
        #expect(unevenness(result[part]) - unevenness(source[...]) < mostUneven, "\(table)")
        let due = held.map { level(taken(of: source, around: $0)[...]) } ?? level(source[...])
        #expect(abs(level(result[part]) - due) < 0.4, "\(table)")
      }
    }
  }

  /// Returns 512 windowed samples around `middle`, amplified to make up for the window's mean loss. A freeze of noise
  /// has their power, not the power of the whole sound.
  private func taken(of sound: [Float], around middle: Int) -> [Float] {
    let window = FrameWindow(FrameSize(length: 512, heard: 256)).taken
    let gain = (Float(window.count) / window.reduce(0) { $0 + $1 * $1 }).squareRoot()
    return zip(sound[(middle - 256)...], window).map { $0 * $1 * gain }
  }

  /// Slowed noise is filled up with noise from nearby. Each band must still follow the level of the source.
  @Test func slowedNoiseFollowsTheSource() throws {
    let sound = PitchKeptStage.noise(32_000, seed: 25).map { $0 * 0.3 }
    let result = try PitchKeptStage().retime(sound, "0 0\n4 16\n")
    /// Returns the levels of bands of sixteen frequency bins each, in the frame around sample `middle`.
    func levels(_ sound: [Float], around middle: Int) -> [Double] {
      let powers = powers(sound[middle - 512...middle + 512])[0]
      return stride(from: 16, to: 496, by: 16).map { log10(powers[$0..<$0 + 16].reduce(0, +)) }
    }
    var (product, own, other) = (0.0, 0.0, 0.0)
    for middle in stride(from: 4000, to: 28_000, by: 250) {
      let (one, two) = (levels(sound, around: middle), levels(result, around: 4 * middle))
      // All bands of white noise have the same mean level, so each frame needs only one mean.
      let (oneMean, twoMean) = (one.reduce(0, +) / Double(one.count), two.reduce(0, +) / Double(two.count))
      for (one, two) in zip(one, two) {
        product += (one - oneMean) * (two - twoMean)
        own += (one - oneMean) * (one - oneMean)
        other += (two - twoMean) * (two - twoMean)
      }
    }
    let correlation = product / (own * other).squareRoot()
    #expect(correlation > 0.5, "\(correlation)")
  }

  @Test func tonesInNoiseAreKept() throws {
    let stage = PitchKeptStage()
    let sound = zip(stage.tones([1000], seconds: 4), PitchKeptStage.noise(32_000, seed: 30)).map { $0 * 0.2 + $1 * 0.1 }
    /// Returns the mean level of the bins around the tone, in dB, and its standard deviation over time.
    func tone(_ part: ArraySlice<Float>) -> (level: Double, spread: Double) {
      let levels = powers(part).map { 10 * log10($0[126...130].reduce(0, +)) }
      let mean = levels.reduce(0, +) / Double(levels.count)
      return (mean, (levels.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(levels.count)).squareRoot())
    }
    let before = tone(sound[...])
    for table in ["0 0\n4 16\n", "0 0\n2 2\n2 8\n4 10\n"] {
      let held = tone(try stage.retime(sound, table)[18_000..<62_000])
      #expect(abs(held.level - before.level) < 1.5 && held.spread < before.spread + 0.3, "\(held), before \(before)")
    }
  }
}
