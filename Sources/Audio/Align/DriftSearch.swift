import Streams

/// Finds a part of one recording in another, if the part's time there is known to about 60 ms. Correlations of short
/// excerpts are summed for each offset and each clock drift up to 400 ppm. Noise may hide one excerpt, but not fifty.
struct DriftSearch {
  private let other: SoundDigest
  private let reference: SoundDigest
  private let correlator: PhaseCorrelator

  struct Finding {
    let line: ClockLine
    /// The height of the correlation peak, in standard deviations.
    let height: Double
  }

  /// The largest clock drift that is searched for.
  static let mostDrift = 400e-6
  /// The smallest correlation peak that is not due to chance, in standard deviations.
  static let leastHeight = 8.0

  init(for other: SoundDigest, in reference: SoundDigest, by correlator: PhaseCorrelator) {
    (self.other, self.reference, self.correlator) = (other, reference, correlator)
  }

  /// The number of samples from the start of one excerpt to the start of the next.
  var step: Int { correlator.length / 2 }

  /// - Parameters:
  ///   - span: the samples of the recording to align that are searched for in the reference; at most a minute.
  ///   - lag: about how many samples later the sound of `span` occurs in the reference.
  ///   - share: 2 compares only every second excerpt, 3 every third, and so on.
  func finding(_ span: Range<Int>, near lag: Int, oneIn share: Int = 1) throws(StreamFailure) -> Finding? {
    let (length, lagCount) = (correlator.length, correlator.lagCount)
    var (starts, likenesses) = ([Int](), [Float]())
    for start in stride(from: span.lowerBound, through: span.upperBound - length, by: share * step)
    where reference.has(start + lag..<start + lag + length) {
      starts.append(start)
      try correlator.correlate(other, at: start, with: reference, at: start + lag, into: &likenesses)
    }
    guard let first = starts.first, let last = starts.last, starts.count >= Self.leastCount else { return nil }
    let middle = Double(first + last) / 2
    let most = Int((Self.mostDrift * (Double(last) - middle)).rounded(.up))
    let kept = most..<lagCount - most
    var best: (sum: Float, lag: Int, drift: Double) = (-1, 0, 0)
    var usual: Float = 0
    // From one drift to the next, the excerpts at the ends of the span move by one sample.
    for step in 0...2 * most {
      let drift = most == 0 ? 0 : Self.mostDrift * Double(step - most) / Double(most)
      let shifts = starts.map { Int((drift * (Double($0) - middle)).rounded()) }
      let sums = Self.sums(of: likenesses, lagCount, kept, shifts)
      if step == most { usual = Self.deviation(of: sums) }
      guard let lag = sums.indices.max(by: { sums[$0] < sums[$1] }), sums[lag] > best.sum else { continue }
      best = (sums[lag], lag + kept.lowerBound, drift)
    }
    let time = (middle + Double(length) / 2) / Double(SoundDigest.rate)
    let place = time + Double(lag + best.lag - correlator.reach) / Double(SoundDigest.rate)
    return Finding(
      line: ClockLine(other: time, reference: place, drift: best.drift), height: Double(best.sum / max(usual, 1e-12)))
  }

  /// The smallest number of excerpts that is enough for a result.
  private static let leastCount = 4

  private static func sums(
    of likenesses: [Float], _ lagCount: Int, _ kept: Range<Int>, _ shifts: [Int]
  ) -> [Float] {
    var sums = [Float](repeating: 0, count: kept.count)
    unsafe likenesses.withUnsafeBufferPointer { likenesses in
      unsafe sums.withUnsafeMutableBufferPointer { sums in
        for (index, shift) in shifts.enumerated() {
          let start = index * lagCount + kept.lowerBound + shift
          for lag in 0..<kept.count { unsafe sums[lag] += likenesses[start + lag] }
        }
      }
    }
    return sums
  }

  static func deviation(of values: [Float]) -> Float {
    1.4826 * values.map { abs($0) }.sorted()[values.count / 2]
  }
}
