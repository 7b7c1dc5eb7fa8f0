import Foundation
import Testing

@testable import Audio

@Suite struct LoudnessMeterTests {
  private static func tone(_ frequency: Double, _ amplitude: Double, rate: Int, seconds: Double = 2) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      Float(amplitude * sin(2 * .pi * frequency * Double(index) / Double(rate)))
    }
  }

  /// Converts the line that the meter prints for `time` to LUFS.
  private static func loudness(_ lines: [String], at time: String) throws -> Double {
    let line = try #require(lines.first { $0.hasPrefix("\(time) ") })
    return 10 * log2(try #require(Double(line.dropFirst(time.count + 1)))) - 23
  }

  /// ITU-R BS.1770 gives −3.01 LUFS to a tone of 997 Hz at full scale in one channel. The other values are from
  /// ffmpeg's filter `ebur128`.
  @Test(arguments: [
    (997.0, 48_000, 1.0, -3.01), (997, 44_100, 0.1, -23.01), (997, 192_000, 0.01, -43.01), (100, 16_000, 0.3, -15.21),
    (4000, 96_000, 0.01, -39.76), (60, 8000, 0.5, -12.41),
  ])
  func tonesHaveTheirLoudness(_ frequency: Double, _ rate: Int, _ amplitude: Double, _ due: Double) throws {
    let tone = Self.tone(frequency, amplitude, rate: rate)
    #expect(abs(try Self.loudness(measured(.loudness, [tone], rate: rate), at: "1.000") - due) < 0.05)
  }

  /// Surround channels have a larger weight than front channels. The low-frequency channel (LFE) has no weight.
  @Test func channelsHaveTheirWeights() throws {
    let (tone, silence) = (Self.tone(997, 0.1, rate: 48_000), [Float](repeating: 0, count: 96_000))
    for (channels, heard, due) in [
      (2, [0], -23.01), (2, [0, 1], -20.0), (4, [3], -21.52), (5, [2], -23.01), (5, [3], -21.52), (6, [3], -.infinity),
      (6, [4], -21.52), (8, [7], -21.52), (9, [8], -23.01),
    ] {
      let planes = (0..<channels).map { heard.contains($0) ? tone : silence }
      let loudness = try Self.loudness(measured(.loudness, planes, rate: 48_000), at: "1.000")
      #expect(loudness == due || abs(loudness - due) < 0.02, "\(channels), \(heard): \(loudness)")
    }
  }

  /// The meter prints ten lines per second, each for 0.4 s of sound. The value doubles if the sound is 10 dB louder.
  @Test func eachLineMeasuresTheSoundAroundItsTime() throws {
    let sound = Self.tone(997, 0.1, rate: 8000, seconds: 1) + [Float](repeating: 0, count: 8000)
    let lines = try measured(.loudness, [sound + sound.map { $0 * 3.1623 }], rate: 8000)
    let values = lines.compactMap { Double($0.split(separator: " ")[1]) }
    #expect(lines.map { String($0.prefix(5)) } == (0..<40).map { String(format: "%.3f", Double($0) / 10) })
    let (quiet, loud) = (values[5], values[25])
    #expect(abs(quiet - 1) < 0.01 && abs(loud - 2) < 0.01)
    // The tone ends in the middle of the 0.4 s that line 10 measures, so half of this sound is silent.
    #expect(abs(values[10] - exp2(-0.301)) < 0.01 && values[8] > 0.99 && values[13...17].allSatisfy { $0 < 0.01 })
  }

  @Test func blocksAndStartsChangeNothing() throws {
    let sound = Self.tone(300, 0.2, rate: 11_025)
    let lines = try measured(.loudness, [sound], rate: 11_025)
    for chopping in [3, 1000] { #expect(try measured(.loudness, [sound], rate: 11_025, chopping: chopping) == lines) }
    let late = try measured(.loudness, [sound], rate: 11_025, from: -0.5)
    #expect(late.map { $0.dropFirst(6) } == lines.dropFirst(5).map { $0.dropFirst(6) } && late[0].hasPrefix("0.000 "))
  }

  @Test(arguments: [1, 7, 1000, 768_000]) func anySamplesAndRatesGiveNumbers(_ rate: Int) throws {
    let lines = try measured(.loudness, [wildSamples, wildSamples], rate: rate)
    #expect(lines.allSatisfy { (Double($0.split(separator: " ")[1]) ?? -1) >= 0 })
    #expect(try measured(.loudness, [[]], rate: rate).isEmpty)
  }
}
