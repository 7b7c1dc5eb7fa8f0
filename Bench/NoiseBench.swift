import Glibc
import Tool

/// Measures whether noise is still noise. Prints the ratio in dB of the arithmetic to the geometric mean of a frame's
/// powers, averaged over the middle half of the sound. White noise has 2.5 dB, and noise that hums has more.
enum NoiseBench {
  private static let rate = 44100.0
  /// 93 ms, which resolves a hum about 10 Hz wide.
  private static let size = 4096
  private static let frequencies = 100.0...16_000

  static func score() throws {
    let sound = try Stereo.leftChannel()
    let transform = FourierTransform(size: size)
    let window = (0..<size).map { 0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(size)) }
    let bins = Int(frequencies.lowerBound / rate * Double(size))...Int(frequencies.upperBound / rate * Double(size))
    var (sum, count) = (0.0, 0.0)
    for start in stride(from: sound.count / 4, to: sound.count * 3 / 4 - size, by: size / 2) {
      var re = (0..<size).map { Double(sound[start + $0]) * window[$0] }
      var im = [Double](repeating: 0, count: size)
      transform.run(&re, &im)
      let powers = bins.map { re[$0] * re[$0] + im[$0] * im[$0] + 1e-30 }
      let mean = powers.reduce(0, +) / Double(powers.count)
      sum += 10 * (log10(mean) - powers.reduce(0) { $0 + log10($1) } / Double(powers.count))
      count += 1
    }
    print("flatness", count > 0 ? sum / count : 0, separator: "\t")
  }
}
