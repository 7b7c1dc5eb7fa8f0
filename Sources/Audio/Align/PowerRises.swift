import Glibc

/// Changes of a sound's power in frequency bands, 62.5 times a second. Rooms, microphones and noise hardly affect them.
struct PowerRises {
  /// The number of samples from one value to the next.
  static let hop = 128
  static let perSecond = Double(SoundDigest.rate) / Double(hop)
  static let bandCount = edges.count - 1

  /// The values of each frequency band: 50 times the change of ln(power) over 2 · `hop` samples, limited to ±125.
  private(set) var bands = [[Int8]](repeating: [], count: bandCount)
  var count: Int { bands[0].count }

  private let transform = FourierTransform(length: 2 * hop)
  /// The previous `hop` samples.
  private var last = [Float](repeating: 0, count: hop)
  private var levels = [[Float]](repeating: [Float](repeating: log(floor), count: bandCount), count: 2)
  private var isFirst = true

  /// The first Fourier bin of each frequency band, and the end of the last band. A bin is 31.25 Hz wide.
  private static let edges = [4, 5, 6, 8, 10, 12, 15, 18, 22, 26, 31, 37, 44, 52, 62, 74, 88]
  /// The power that counts as silence.
  private static let floor: Float = 1e-9
  private static let shape = (0..<2 * hop).map { Float(1 - cos(2 * .pi * Double($0) / Double(2 * hop))) / 2 }

  /// Takes the next samples, whose number must be a multiple of `hop`.
  mutating func take(_ samples: ArraySlice<Float>) {
    let (hop, transform) = (Self.hop, transform)
    var start = samples.startIndex
    while start + hop <= samples.endIndex {
      if !isFirst {
        for index in 0..<hop {
          unsafe transform.samples[index] = last[index] * Self.shape[index]
          unsafe transform.samples[hop + index] = samples[start + index] * Self.shape[hop + index]
        }
        transform.forward()
        addLevels()
      }
      isFirst = false
      last = Array(samples[start..<start + hop])
      start += hop
    }
  }

  /// Appends a value to each band. Value k describes the sound from sample k · `hop` on.
  private mutating func addLevels() {
    var level = [Float](repeating: 0, count: Self.bandCount)
    for band in 0..<Self.bandCount {
      var power = Self.floor
      for bin in Self.edges[band]..<Self.edges[band + 1] {
        let value = unsafe transform.bins[bin]
        power += value.x * value.x + value.y * value.y
      }
      level[band] = logf(power)
      bands[band].append(Int8(50 * min(2.5, max(-2.5, level[band] - levels[0][band]))))
    }
    levels = [levels[1], level]
  }
}
