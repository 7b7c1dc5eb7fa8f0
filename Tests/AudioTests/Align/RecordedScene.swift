import Streams
import TestSupport

@testable import Audio

/// A synthetic sound scene, which simulated recorders with inexact clocks record.
struct RecordedScene {
  private let samples: [Float]
  /// The sample rate of the scene, in Hz. Recordings interpolate linearly between its samples.
  private static let rate = 24_000.0

  /// Creates a scene of bursts of noise that begin at random times.
  init(seconds: Double, seed: UInt64) {
    var random = SplitMix64(seed: seed)
    var samples: [Float] = []
    let count = Int(seconds * Self.rate)
    samples.reserveCapacity(count)
    var (level, older, old) = (Float(0), Float(0), Float(0))
    while samples.count < count {
      if random.whole(below: 6000) == 0 { level = Float(random.double(0.2, 1)) }
      level *= 0.9995
      let new = Float(Int32(truncatingIfNeeded: random.next() >> 32)) / 2_147_483_648 * level
      samples.append((older + 2 * old + new) / 4)
      (older, old) = (old, new)
    }
    self.samples = samples
  }

  private init(_ samples: [Float]) { self.samples = samples }

  /// Returns a scene that loops this scene from `start` to `end` and is silent elsewhere.
  func repeated(seconds: Double, from start: Double, to end: Double) -> RecordedScene {
    let span = Int(start * Self.rate)..<Int(end * Self.rate)
    return RecordedScene(
      (0..<Int(seconds * Self.rate)).map { span.contains($0) ? samples[$0 % samples.count] : 0 })
  }

  func mixed(with other: RecordedScene, level: Float) -> RecordedScene {
    RecordedScene(zip(samples, other.samples).map { $0 + level * $1 })
  }

  /// Records the scene with noise. When the recorder's clock shows t seconds, the scene is at `time(t)`.
  func recorded(seconds: Double, rate: Int, noise: Float, seed: UInt64, at time: (Double) -> Double) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<Int(seconds * Double(rate))).map { index in
      let place = time(Double(index) / Double(rate)) * Self.rate
      let hiss = Float(Int32(truncatingIfNeeded: random.next() >> 32)) / 2_147_483_648 * noise
      guard place >= 0, Int(place) + 1 < samples.count else { return hiss }
      let share = Float(place - place.rounded(.down))
      return samples[Int(place)] * (1 - share) + samples[Int(place) + 1] * share + hiss
    }
  }

  static func digest(_ samples: [Float], rate: Int, memory: Int = 1 << 26) throws -> SoundDigest {
    let digest = SoundDigest(rate: rate, memory: memory, spill: MemorySpill())
    // Passes the samples on in blocks, as a file reader does.
    for start in stride(from: 0, to: samples.count, by: 5000) {
      try digest.take(Array(samples[start..<min(samples.count, start + 5000)]))
    }
    try digest.end()
    return digest
  }
}
