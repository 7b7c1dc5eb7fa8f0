import Glibc

/// The power of a sound in frequency bands as wide as those of human hearing, 100 times a second.
struct BandMeter {
  /// The number of frequency bands between 100 Hz and 8 kHz.
  static let count = 25

  private var frames: SpectrumFrames
  private let filters: BandFilters

  init(rate: Int) {
    let length = max(2, rate / 50)
    var size = 64
    while size < length { size *= 2 }
    // Windows have more samples at higher sample rates. The gain keeps a sound's level independent of its rate.
    let gain = 320 / Double(length)
    let window = (0..<length).map { Float(gain * (0.5 - 0.5 * cos(2 * .pi * (Double($0) + 0.5) / Double(length)))) }
    frames = SpectrumFrames(rate: rate, window: window, size: size, lead: length / 2, trail: length - length / 2)
    filters = BandFilters(
      count: Self.count, from: 100, to: min(8000, Double(rate) / 2), rate: rate, size: size)
  }

  /// Takes the next samples. For each complete frame, appends the power in each of the `count` frequency bands.
  mutating func take(_ new: ArraySlice<Float>, into powers: inout [Float]) {
    frames.take(new) { [filters] transform, _ in powers += filters.sums(transform.power(of:)) }
  }

  /// Appends the powers of the remaining frames whose center is within the sound.
  mutating func end(into powers: inout [Float]) {
    frames.end { [filters] transform, _ in powers += filters.sums(transform.power(of:)) }
  }
}

extension FourierTransform {
  /// The power of a bin after `forward`.
  func power(of bin: Int) -> Float {
    let value = unsafe bins[bin]
    return (value * value).sum()
  }
}
