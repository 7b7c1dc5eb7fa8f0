/// Finds where a part of one recording may lie in another, to about 20 ms.
struct RiseSearch {
  struct Place {
    /// The time in the reference at which the part begins, in steps of 16 ms; negative if before the reference begins.
    let lag: Int
    /// The height of the correlation peak, in standard deviations.
    let height: Float
  }

  private static let length = 1 << 16
  private let transform = FourierTransform(length: length)
  private let reference: PowerRises
  private let deviations: [Float]

  init(in reference: PowerRises) {
    self.reference = reference
    deviations = reference.bands.map(Self.deviation)
  }

  /// Returns the likeliest places of `part` in the reference, the best first.
  ///
  /// - Parameter room: the part of the reference in which they lie; nil if they may also reach beyond its ends.
  func places(
    of part: Range<Int>, in other: PowerRises, atMost count: Int, within room: Range<Int>? = nil
  ) -> [Place] {
    let length = part.count
    let first = room.map { max(0, $0.lowerBound) } ?? 1 - length
    let end = room.map { min($0.upperBound, reference.count) - length + 1 } ?? reference.count
    guard first < end else { return [] }
    var scores = [Float](repeating: 0, count: end - first)
    let spectra = (0..<PowerRises.bandCount).map { band in
      let scale = 1 / max(1, Self.deviation(Array(other.bands[band][part])) * deviations[band])
      return spectrum(of: other.bands[band], from: part.lowerBound, count: length, scale: scale)
    }
    // Correlation by Fourier transform is circular, so lags at which the part wraps around are not valid.
    let valid = Self.length - length + 1
    var start = 0
    while start < scores.count {
      correlate(spectra, at: first + start)
      for index in 0..<min(valid, scores.count - start) { unsafe scores[start + index] = transform.samples[index] }
      start += valid
    }
    for index in scores.indices {
      let lag = first + index
      let common = min(length, lag + length, reference.count - lag)
      scores[index] /= Float(max(common, 200)).squareRoot()
    }
    return Self.peaks(of: &scores, first: first, count: count)
  }

  private static func deviation(_ values: [Int8]) -> Float {
    let sum = values.reduce(0) { $0 + Int($1) * Int($1) }
    return (Float(sum) / Float(max(1, values.count))).squareRoot()
  }

  private func spectrum(of values: [Int8], from start: Int, count: Int, scale: Float) -> [FourierTransform.Bin] {
    for index in 0..<Self.length {
      let place = start + index
      unsafe transform.samples[index] =
        index < count && values.indices.contains(place) ? Float(values[place]) * scale : 0
    }
    transform.forward()
    return unsafe Array(transform.bins)
  }

  /// Computes the correlations at lags from `start` on, and leaves them in `transform.samples`.
  private func correlate(_ spectra: [[FourierTransform.Bin]], at start: Int) {
    var sum = [FourierTransform.Bin](repeating: .zero, count: Self.length / 2 + 1)
    for (band, spectrum) in spectra.enumerated() {
      let values = reference.bands[band]
      for index in 0..<Self.length {
        let place = start + index
        unsafe transform.samples[index] = place >= 0 && place < values.count ? Float(values[place]) : 0
      }
      transform.forward()
      for bin in sum.indices {
        let (a, b) = unsafe (transform.bins[bin], spectrum[bin])
        sum[bin] += FourierTransform.Bin(a.x * b.x + a.y * b.y, a.y * b.x - a.x * b.y)
      }
    }
    for bin in sum.indices { unsafe transform.bins[bin] = sum[bin] }
    transform.inverse()
  }

  private static func peaks(of scores: inout [Float], first: Int, count: Int) -> [Place] {
    let step = max(1, scores.count / 20_000)
    let sample = stride(from: 0, to: scores.count, by: step).map { scores[$0] }.sorted()
    let median = sample[sample.count / 2]
    let deviation = 1.4826 * sample.map { abs($0 - median) }.sorted()[sample.count / 2]
    var places: [Place] = []
    for _ in 0..<count {
      guard let best = scores.indices.max(by: { scores[$0] < scores[$1] }), scores[best] > median else { break }
      places.append(Place(lag: first + best, height: (scores[best] - median) / max(deviation, 1e-9)))
      for index in max(0, best - 8)...min(scores.count - 1, best + 8) { scores[index] = median }
    }
    return places
  }
}
