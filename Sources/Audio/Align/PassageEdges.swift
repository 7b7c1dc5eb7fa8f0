import Streams

/// In how many of the seconds compared two recordings sound alike.
package struct Agreement: Equatable {
  package fileprivate(set) var fitting = 0
  package fileprivate(set) var tried = 0

  /// Chance makes a quarter alike next to never. Noise may hide the other seconds.
  var isLikely: Bool { 4 * fitting >= tried }

  static func += (sum: inout Agreement, other: Agreement) {
    sum.fitting += other.fitting
    sum.tried += other.tried
  }
}

/// Finds where the part in which two recordings match along a line begins and ends.
struct PassageEdges {
  private let other: SoundDigest
  private let reference: SoundDigest
  /// Correlates excerpts of a second, and of a quarter of a second.
  private let coarse = PhaseCorrelator(length: 8192 - 2 * reach, reach: reach)
  private let fine = PhaseCorrelator(length: 2048, reach: reach)
  private let sharpener = JointSharpener()

  private static let reach = 16
  /// A correlation peak of this height, in standard deviations, is as likely a match as chance.
  private static let even = 2.6
  /// Chance gives a higher peak once in a thousand times.
  private static let sure = 3.5
  /// A lower peak counts no less than this, because it may come from a moment of silence.
  private static let leastDoubt = 0.6
  /// Higher peaks count no more, so that one loud second does not outweigh many.
  private static let highest = 12.0

  init(for other: SoundDigest, in reference: SoundDigest) { (self.other, self.reference) = (other, reference) }

  /// The time of the edge in the recording to align, to about a tenth of a second.
  ///
  /// - Parameters:
  ///   - inside: a time at which the recordings match.
  ///   - limit: the farthest time, before `inside` for the beginning of the part.
  func edge(along line: ClockLine, from inside: Double, to limit: Double) throws(StreamFailure) -> Double {
    let rough = try last(along: line, from: inside, to: limit, step: 0.512, by: coarse)
    let (before, after) = limit > inside ? (-1.3, 1.3) : (1.3, -1.3)
    let bounds = min(inside, limit)...max(inside, limit)
    func bounded(_ time: Double) -> Double { min(bounds.upperBound, max(bounds.lowerBound, time)) }
    return try last(along: line, from: bounded(rough + before), to: bounded(rough + after), step: 0.128, by: fine)
  }

  /// The last time up to which matches outweigh the lack of them.
  private func last(
    along line: ClockLine, from start: Double, to end: Double, step: Double, by correlator: PhaseCorrelator
  ) throws(StreamFailure) -> Double {
    let stride = end > start ? step : -step
    var (time, balance, best) = (start, 0.0, (time: start, balance: 0.0))
    while end > start ? time + stride <= end : time + stride >= end {
      if let height = try height(along: line, at: time + stride / 2, by: correlator) {
        balance += max(-Self.leastDoubt, min(Self.highest, height) - Self.even)
      }
      time += stride
      if balance > best.balance { best = (time, balance) }
    }
    return best.time
  }

  /// Compares up to a minute of single seconds, evenly spread over a span of the recording to align.
  func agreement(along fit: ClockFit, in span: ClosedRange<Double>) throws(StreamFailure) -> Agreement {
    let length = span.upperBound - span.lowerBound
    let count = max(1, min(60, Int(length)))
    var agreement = Agreement()
    for number in 0..<count {
      let time = span.lowerBound + length * (Double(number) + 0.5) / Double(count)
      guard let height = try height(along: fit.line(at: time), at: time, by: coarse) else { continue }
      agreement.tried += 1
      if height > Self.sure { agreement.fitting += 1 }
    }
    return agreement
  }

  /// When the recording to align ends, or earlier the reference.
  func lengthInCommon(along line: ClockLine?) -> Double {
    let end = Double(reference.count) / Double(SoundDigest.rate)
    return min(other.length, line?.other(at: end) ?? other.length)
  }

  /// The height of the correlation peak of an excerpt, in standard deviations; nil beyond an end of a recording.
  private func height(
    along line: ClockLine, at time: Double, by correlator: PhaseCorrelator
  ) throws(StreamFailure) -> Double? {
    let (rate, half) = (Double(SoundDigest.rate), correlator.length / 2)
    let start = Int((time * rate).rounded()) - half
    let place = Int((line.reference(at: time) * rate).rounded()) - half
    guard other.has(start..<start + 2 * half), reference.has(place..<place + 2 * half) else { return nil }
    var lags: [Float] = []
    try correlator.correlate(other, at: start, with: reference, at: place, into: &lags)
    let best = lags[Self.reach - 2...Self.reach + 2].max() ?? 0
    return Double(best / max(DriftSearch.deviation(of: lags), 1e-12))
  }

  /// The exact time of an edge that is known to about 0.3 s.
  func sharpened(_ time: Double, along line: ClockLine, isEnd: Bool) throws(StreamFailure) -> Double {
    let rate = Double(SoundDigest.rate)
    let sample = Int((time * rate).rounded())
    let place = line.reference(at: Double(sample) / rate) * rate
    return Double(
      try sharpener.joint(
        near: sample, in: other, of: reference, at: isEnd ? place : nil, then: isEnd ? nil : place)) / rate
  }
}
