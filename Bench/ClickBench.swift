import Glibc
import Tool
import Warp

/// What is left of sounds that are struck in the middle of noise: `sound clicks LEVEL` writes ten clicks of 0.5 over white
/// noise of that level, in dB below full scale, RMS; `score clicks MAP` reads the retimed sound and prints the largest
/// sample near each click's place, of the weakest click.
enum ClickBench {
  private static let rate = 44100.0
  private static let times = (0..<10).map { 0.5 + Double($0) }

  static func run(_ words: [String]) throws {
    switch (words.first, words.count) {
    case ("sound", 3): try write(level: Given.number(words[2]))
    case ("score", 3): try score(Given.map(words[2]))
    default: throw Failure(.usage, "there are sound clicks LEVEL and score clicks MAP")
    }
  }

  private static func write(level: Double) throws {
    // Even noise between -a and a has an RMS of a / sqrt(3).
    let amplitude = pow(10, level / 20) * 3.0.squareRoot()
    var sink = FileSink(.output)
    var random: UInt64 = 1
    for index in 0..<Int(Double(times.count) * rate) {
      // Knuth's linear congruential generator; the upper bits are the random ones.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = (Double(random >> 11) / 0x1p52 - 1) * amplitude
      try sink.write(Stereo.frame(noise + click(at: Double(index) / rate)).span)
    }
    try sink.finish()
  }

  /// A burst of 2 kHz under a Gaussian of 0.15 ms. So low that between two samples it is not much larger than at one.
  private static func click(at time: Double) -> Double {
    times.reduce(0) { sum, middle in
      let since = time - middle
      guard abs(since) < 0.002 else { return sum }
      return sum + 0.5 * exp(-since * since / (2 * 0.00015 * 0.00015)) * cos(2 * .pi * 2000 * since)
    }
  }

  private static func score(_ map: TimeMap) throws {
    let sound = try Stereo.leftChannel()
    let peaks = times.map { time -> Double in
      guard let warped = map.visits(of: time).first?.warped else { return 0 }
      let (first, end) = (max(0, Int((warped - 0.06) * rate)), min(sound.count, Int((warped + 0.06) * rate)))
      return sound[min(first, end)..<end].reduce(0) { max($0, abs($1)) }
    }
    print("weakest", peaks.min() ?? 0, separator: "\t")
  }
}
