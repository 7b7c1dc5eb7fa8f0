import Glibc

/// What the voice detector keeps of each frame, a hundredth of a second of a sound at 16 kHz.
struct VoiceSpectra {
  /// The number of frequency bands between 100 Hz and 7.2 kHz.
  static let bandCount = 20
  /// The number of Fourier bins, 31.25 Hz apart.
  static let binCount = 257
  static let length = 512

  private var frames: SpectrumFrames
  private let filters: BandFilters
  /// The reciprocal of the sum of the weights of each band.
  private let scales: [Float]

  struct Frame {
    /// The power of each Fourier bin. A tone at full scale has power 1.
    var bins: [Float]
    /// The mean power of the bins of each band.
    var bands: [Float]
    /// The peak of the samples over their mean level.
    var crest: Float
  }

  init() {
    let window = (0..<Self.length).map {
      Float(0.5 - 0.5 * cos(2 * .pi * Double($0) / Double(Self.length))) / 128
    }
    // The window of a frame is centered on the middle of its own samples.
    let hop = RateConverter.rate / SpectrumFrames.rate
    let lead = Self.length / 2 - hop / 2
    frames = SpectrumFrames(
      rate: RateConverter.rate, window: window, size: Self.length, lead: lead, trail: Self.length - lead - hop)
    filters = BandFilters(count: Self.bandCount, from: 100, to: 7200, rate: RateConverter.rate, size: Self.length)
    scales = filters.sums { _ in 1 }.map { 1 / $0 }
  }

  mutating func take(_ samples: [Float]) -> [Frame] {
    var made: [Frame] = []
    frames.take(samples[...]) { [filters, scales] in made.append(Self.frame($0, $1, filters, scales)) }
    return made
  }

  mutating func end() -> [Frame] {
    var made: [Frame] = []
    frames.end { [filters, scales] in made.append(Self.frame($0, $1, filters, scales)) }
    return made
  }

  private static func frame(
    _ transform: FourierTransform, _ samples: ArraySlice<Float>, _ filters: BandFilters, _ scales: [Float]
  ) -> Frame {
    let bins = (0..<binCount).map(transform.power(of:))
    let bands = zip(filters.sums { bins[$0] }, scales).map { $0 * $1 + 1e-12 }
    let (peak, power) = samples.reduce((Float(0), Float(0))) { (max($0.0, $1.magnitude), $0.1 + $1 * $1) }
    let level = (power / Float(max(1, samples.count))).squareRoot() + 1e-6
    return Frame(bins: bins, bands: bands, crest: min(8, peak / level))
  }
}
