import Glibc
import Streams

/// Correlates excerpts of two recordings by the phases of their spectra alone (GCC-PHAT). The level and the frequency
/// response of microphones and rooms therefore do not matter.
final class PhaseCorrelator {
  /// The number of samples in an excerpt.
  let length: Int
  /// How far from the expected position an excerpt is searched for, in samples to either side.
  let reach: Int
  var lagCount: Int { 2 * reach + 1 }

  private let transform: FourierTransform
  private let shape: [Float]
  private var other: [Float]
  private var reference: [Float]
  private var spectrum: [FourierTransform.Bin]
  private let band: Range<Int>

  /// The bins of a Fourier transform of `length` samples that cover 100 to 3600 Hz.
  static func band(for length: Int) -> Range<Int> { 100 * length / SoundDigest.rate..<3600 * length / SoundDigest.rate }

  /// The mean squared correlation, at one lag, of two sounds that have nothing in common.
  var chancePower: Double { 2 * Double(band.count) / Double(transform.length * transform.length) }

  init(length: Int, reach: Int) {
    (self.length, self.reach) = (length, reach)
    var size = 1
    while size < length + 2 * reach { size *= 2 }
    transform = FourierTransform(length: size)
    shape = (0..<length).map { Float(1 - cos(2 * .pi * (Double($0) + 0.5) / Double(length))) / 2 }
    other = [Float](repeating: 0, count: length)
    reference = [Float](repeating: 0, count: length + 2 * reach)
    band = Self.band(for: size)
    spectrum = [FourierTransform.Bin](repeating: .zero, count: band.count)
  }

  /// Appends the correlations of the excerpt of `recording` at `start` with the excerpts of `scene` at each sample from
  /// `place` − `reach` to `place` + `reach`.
  func correlate(
    _ recording: SoundDigest, at start: Int, with scene: SoundDigest, at place: Int, into lags: inout [Float]
  ) throws(StreamFailure) {
    try recording.copy(from: start, into: &other)
    try scene.copy(from: place - reach, into: &reference)
    for index in 0..<length { unsafe transform.samples[index] = other[index] * shape[index] }
    for index in length..<transform.length { unsafe transform.samples[index] = 0 }
    transform.forward()
    for index in 0..<band.count { unsafe spectrum[index] = transform.bins[band.lowerBound + index] }
    for index in 0..<reference.count { unsafe transform.samples[index] = reference[index] }
    for index in reference.count..<transform.length { unsafe transform.samples[index] = 0 }
    transform.forward()
    for index in 0..<band.count {
      let (a, b) = unsafe (transform.bins[band.lowerBound + index], spectrum[index])
      let product = FourierTransform.Bin(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y)
      let size = (product.x * product.x + product.y * product.y).squareRoot()
      unsafe transform.bins[band.lowerBound + index] = size > 1e-20 ? product / size : .zero
    }
    for bin in 0..<band.lowerBound { unsafe transform.bins[bin] = .zero }
    for bin in band.upperBound...transform.length / 2 { unsafe transform.bins[bin] = .zero }
    transform.inverse()
    for lag in 0..<lagCount { unsafe lags.append(transform.samples[lag]) }
  }
}
