import Streams
import TestSupport

@testable import Audio

/// A synthetic scene, and recordings of it by recorders with their own clocks.
struct RecordedScene {
  private let samples: [Float]
  /// Samples of the scene per second. Recordings interpolate between them linearly.
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

  /// This scene again and again between two times, and silence around.
  func repeated(seconds: Double, from start: Double, to end: Double) -> RecordedScene {
    let span = Int(start * Self.rate)..<Int(end * Self.rate)
    return RecordedScene(
      (0..<Int(seconds * Self.rate)).map { span.contains($0) ? samples[$0 % samples.count] : 0 })
  }

  func mixed(with other: RecordedScene, level: Float) -> RecordedScene {
    RecordedScene(zip(samples, other.samples).map { $0 + level * $1 })
  }

  /// A noisy recording whose sample at time t on its own clock is from the scene's time `time(t)`.
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
    // In pieces, as they come from a file.
    for start in stride(from: 0, to: samples.count, by: 5000) {
      try digest.take(Array(samples[start..<min(samples.count, start + 5000)]))
    }
    try digest.end()
    return digest
  }
}
