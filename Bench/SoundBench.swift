import Glibc
import Streams
import Tool
import Warp

/// Measures how clean resampled tones are. `tone HZ RATE SECONDS` writes a tone. `speeds MAP RATE` writes the speed at
/// each output sample for other resamplers. `clean MAP HZ RATE` measures the warped tone.
enum SoundBench {
  static func run(_ words: [String]) throws {
    switch (words.first, words.count) {
    case ("tone", 4): try tone(Given.number(words[1]), rate: Given.number(words[2]), seconds: Given.number(words[3]))
    case ("speeds", 3): try speeds(words[1], rate: Given.number(words[2]))
    case ("clean", 4): try clean(words[1], frequency: Given.number(words[2]), rate: Given.number(words[3]))
    default: throw Failure(.usage, "there are tone HZ RATE SECONDS, speeds MAP RATE and clean MAP HZ RATE")
    }
  }

  private static func tone(_ frequency: Double, rate: Double, seconds: Double) throws {
    var sink = FileSink(.output)
    for sample in 0..<Int(seconds * rate) {
      let value = 0.5 * sin(2 * .pi * frequency * Double(sample) / rate)
      try sink.write(Stereo.frame(value).span)
    }
    try sink.finish()
  }

  /// Writes the speed at each output sample as f64le, in source samples per output sample.
  private static func speeds(_ path: String, rate: Double) throws {
    let map = try Given.map(path)
    var cursor = MapCursor(map)
    var sink = FileSink(.output)
    for output in 0..<Int((map.warpedLength ?? 0) * rate + 0.5) {
      let scale = cursor.instant(at: Double(output) / rate)?.scale ?? 1
      try sink.write(LittleEndian.bytes((1 / scale).bitPattern).span)
    }
    try sink.finish()
  }

  /// Prints the power of the exact warped tone over that of the error, in dB. 50 ms at either end are excluded, since
  /// an abrupt beginning or end is not band-limited.
  private static func clean(_ path: String, frequency: Double, rate: Double) throws {
    var cursor = MapCursor(try Given.map(path))
    let sound = try Stereo.leftChannel()
    let edge = Int(rate / 20)
    var (power, error) = (0.0, 0.0)
    for output in edge..<max(edge, sound.count - edge) {
      guard let instant = cursor.instant(at: Double(output) / rate) else { continue }
      // Tones from 0.4 of the sample rate on are not measured, because the resampler must remove them.
      guard frequency / abs(instant.scale ?? 1) < 0.4 * rate else { continue }
      let exact = 0.5 * sin(2 * .pi * frequency * instant.source)
      power += exact * exact
      error += (sound[output] - exact) * (sound[output] - exact)
    }
    print(10 * log10(power / max(error, .leastNormalMagnitude)))
  }
}
