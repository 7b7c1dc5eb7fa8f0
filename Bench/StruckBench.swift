import Glibc
import Tool
import Warp

/// Measures what retiming leaves of short sounds in noise. `sound NAME LEVEL` writes ten sounds with a peak of 0.5 over
/// white noise of that RMS level, in dB below full scale. `score struck MAP` reads the retimed sound and prints the
/// weakest of their peaks.
enum StruckBench {
  private static let rate = 44100.0
  private static let times = (0..<10).map { 0.5 + Double($0) }

  private enum Sound: String {
    /// A click of one sample.
    case clicks
    /// A 2 kHz burst in a Gaussian envelope of 0.15 ms, with little energy at high frequencies.
    case ticks
    /// The noise alone.
    case noise

    func value(since time: Double) -> Double {
      switch self {
      case .clicks: abs(time) < 0.5 / rate ? 0.5 : 0
      case .noise: 0
      case .ticks:
        abs(time) < 0.002 ? 0.5 * exp(-time * time / (2 * 0.00015 * 0.00015)) * cos(2 * .pi * 2000 * time) : 0
      }
    }
  }

  static func run(_ words: [String]) throws {
    guard words.count == 3 else { throw Failure(.usage, "there are sound NAME LEVEL and score struck MAP") }
    if let sound = Sound(rawValue: words[1]) { return try write(sound, level: Given.number(words[2])) }
    try score(Given.map(words[2]))
  }

  private static func write(_ sound: Sound, level: Double) throws {
    // Uniform noise between -a and a has an RMS of a / √3.
    let amplitude = pow(10, level / 20) * 3.0.squareRoot()
    var sink = FileSink(.output)
    var random: UInt64 = 1
    for index in 0..<Int(Double(times.count) * rate) {
      // Knuth's linear congruential generator, of which only the upper bits are random enough.
      random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      let noise = (Double(random >> 11) / 0x1p52 - 1) * amplitude
      // There is one sound in the middle of each second.
      let time = Double(index) / rate
      try sink.write(Stereo.frame(noise + sound.value(since: time - time.rounded(.down) - 0.5)).span)
    }
    try sink.finish()
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
