import Streams

/// Finds the time at which one of two recorders was stopped for a while, so that the offset between their clocks jumps.
struct ClockJoint {
  private let other: SoundDigest
  private let reference: SoundDigest
  /// Correlates excerpts of a quarter of a second.
  private let correlator = PhaseCorrelator(length: 2048, reach: 16)
  private let sharpener = JointSharpener()
  /// In standard deviations.
  private static let usualNoise = 2.2

  init(for other: SoundDigest, in reference: SoundDigest) { (self.other, self.reference) = (other, reference) }

  /// Returns the time within `span` at which the relation of the two clocks changes from `line` to `next`. Times are
  /// those of the recording that was stopped: the recording to align if `onOther`, otherwise the reference.
  func place(from line: ClockLine, to next: ClockLine, within span: Range<Double>, onOther: Bool) throws(StreamFailure)
    -> Double
  {
    let step = 1024.0 / Double(SoundDigest.rate)
    var (time, balance, best) = (span.lowerBound, 0.0, (place: span.lowerBound, balance: 0.0))
    // The balance rises while `line` matches better, and falls while `next` matches better. It is largest where the
    // recorder stopped.
    while time + step <= span.upperBound {
      let middle = time + step / 2
      balance +=
        try likeness(along: line, at: middle, onOther) - likeness(along: next, at: middle, onOther)
      time += step
      if balance > best.balance { best = (time, balance) }
    }
    return try sharpened(best.place, from: line, to: next, onOther)
  }

  private func sharpened(
    _ time: Double, from line: ClockLine, to next: ClockLine, _ onOther: Bool
  ) throws(StreamFailure) -> Double {
    let rate = Double(SoundDigest.rate)
    let sample = Int((time * rate).rounded())
    let places = [line, next].map { onOther ? $0.reference(at: time) : $0.other(at: time) }
      .map { ($0 - time) * rate + Double(sample) }
    let joint = try sharpener.joint(
      near: sample, in: onOther ? other : reference, of: onOther ? reference : other, at: places[0], then: places[1])
    return Double(joint) / rate
  }

  private func likeness(along line: ClockLine, at time: Double, _ onOther: Bool) throws(StreamFailure) -> Double {
    let (rate, half) = (Double(SoundDigest.rate), correlator.length / 2)
    let (source, scene) = onOther ? (time, line.reference(at: time)) : (line.other(at: time), time)
    let (start, place) = (Int((source * rate).rounded()) - half, Int((scene * rate).rounded()) - half)
    guard other.has(start..<start + 2 * half), reference.has(place..<place + 2 * half) else { return 0 }
    var lags: [Float] = []
    try correlator.correlate(other, at: start, with: reference, at: place, into: &lags)
    let usual = DriftSearch.deviation(of: lags)
    let best = lags[correlator.reach - 1...correlator.reach + 1].max() ?? 0
    // Lower peaks are those of noise. In silence, their differences would add up to anything.
    return max(0, Double(best / max(usual, 1e-12)) - Self.usualNoise)
  }
}
