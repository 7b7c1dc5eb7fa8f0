import Glibc
import Streams
import Values

@testable import Audio

/// Returns the lines that a measurement prints for a sound.
///
/// - Parameter sound: the samples of each channel. All channels have the same length.
func measured(
  _ kind: Measurement, _ sound: [[Float]], rate: Int, from start: Double = 0, chopping: Int? = nil
) throws -> [String] {
  var bytes: [UInt8] = []
  for index in sound[0].indices {
    for plane in sound { unsafe withUnsafeBytes(of: plane[index]) { unsafe bytes.append(contentsOf: $0) } }
  }
  let format = try SoundFormat(.f32le, channels: sound.count, rate: rate)
  let reader = try SoundReader(MemorySource(bytes, chopping: chopping), declared: .raw(format))
  var measurement = SoundMeasurement(kind, of: ReaderFeed(reader), from: start)
  var sink = MemorySink()
  try measurement.run(to: &sink)
  return sink.text.split(separator: "\n").map(String.init)
}

/// Infinite, NaN, huge, tiny and ordinary samples.
let wildSamples: [Float] = [.infinity, .nan, .greatestFiniteMagnitude, -.leastNonzeroMagnitude, 1, 0].flatMap {
  Array(repeating: $0, count: 4000)
}

/// A voice whose pitch wanders, and whose vowels change from syllable to syllable.
struct SyntheticVoice {
  let rate: Int
  private var phase = 0.0

  init(rate: Int) { self.rate = rate }

  /// The next sample.
  mutating func vowel(_ syllable: Int, at time: Double) -> Double {
    phase += (110 + 30 * sin(time * 3)) / Double(rate)
    let formant = [500.0, 1200, 2300][syllable % 3]
    var sum = 0.0
    for harmonic in 1...30 {
      let distance = (Double(harmonic) * 120 - formant) / 300
      sum += exp(-distance * distance) * sin(2 * .pi * phase * Double(harmonic))
    }
    return sum
  }
}
