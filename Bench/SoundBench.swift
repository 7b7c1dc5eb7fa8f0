import Glibc
import Streams
import Tool
import Warp

/// Tones to be warped, and how clean they come out: `tone HZ RATE SECONDS`, `speeds MAP RATE` and
/// `clean MAP HZ RATE`.
///
/// Sound is stereo f32le, the right channel the left one turned around and softer, so that a swap would show.
enum SoundBench {
  static func run(_ words: [String]) throws {
    switch (words.first, words.count) {
    case ("tone", 4): try tone(number(words[1]), rate: number(words[2]), seconds: number(words[3]))
    case ("speeds", 3): try speeds(words[1], rate: number(words[2]))
    case ("clean", 4): try clean(words[1], frequency: number(words[2]), rate: number(words[3]))
    default: throw Failure(.usage, "there are tone HZ RATE SECONDS, speeds MAP RATE and clean MAP HZ RATE")
    }
  }

  private static func number(_ text: String) throws -> Double {
    guard let number = NumberSyntax.parse(text) else { throw Failure(.usage, "'\(text)' is no number") }
    return number
  }

  private static func table(_ path: String) throws -> TimeMap {
    var source = try FileSource(path: path)
    return try TableReader.map(named: source.name) { try source.read(into: &$0) }
  }

  private static func tone(_ frequency: Double, rate: Double, seconds: Double) throws {
    var sink = FileSink(.output)
    for sample in 0..<Int(seconds * rate) {
      let value = 0.5 * sin(2 * .pi * frequency * Double(sample) / rate)
      try sink.write((bytes(Float(value).bitPattern) + bytes(Float(-0.8 * value).bitPattern)).span)
    }
    try sink.finish()
  }

  /// Source samples for each output sample, as f64le.
  private static func speeds(_ path: String, rate: Double) throws {
    let map = try table(path)
    var cursor = MapCursor(map)
    var sink = FileSink(.output)
    for output in 0..<Int((map.warpedLength ?? 0) * rate + 0.5) {
      let scale = cursor.instant(at: Double(output) / rate)?.scale ?? 1
      try sink.write(bytes((1 / scale).bitPattern).span)
    }
    try sink.finish()
  }

  private static func bytes<Bits: FixedWidthInteger>(_ bits: Bits) -> [UInt8] {
    (0..<Bits.bitWidth / 8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  /// How far the exact warped tone lies above what differs from it in the sound on standard input, in dB; its first and
  /// last twentieth of a second aside, where a tone that begins at once cannot be band limited.
  private static func clean(_ path: String, frequency: Double, rate: Double) throws {
    var cursor = MapCursor(try table(path))
    let sound = try leftChannel()
    let edge = Int(rate / 20)
    var (power, error) = (0.0, 0.0)
    for output in edge..<max(edge, sound.count - edge) {
      guard let instant = cursor.instant(at: Double(output) / rate) else { continue }
      // Only what the speed leaves room for.
      guard frequency / abs(instant.scale ?? 1) < 0.4 * rate else { continue }
      let exact = 0.5 * sin(2 * .pi * frequency * instant.source)
      power += exact * exact
      error += (sound[output] - exact) * (sound[output] - exact)
    }
    print(10 * log10(power / max(error, .leastNormalMagnitude)))
  }

  private static func leftChannel() throws -> [Double] {
    var source = FileSource(.input)
    var block = [UInt8](repeating: 0, count: 1 << 16)
    var bytes: [UInt8] = []
    while true {
      let count = try source.read(into: &block)
      if count == 0 { break }
      bytes += block.prefix(count)
    }
    return stride(from: 0, to: bytes.count - 7, by: 8).map { start in
      Double(Float(bitPattern: (0..<4).reduce(0) { $0 | UInt32(bytes[start + $1]) << (8 * $1) }))
    }
  }
}
