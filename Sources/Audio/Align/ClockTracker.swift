import Streams

/// Measures the offset between the clocks of two recordings every 16 s, starting from a time whose offset is known.
struct ClockTracker {
  private let other: SoundDigest
  private let reference: SoundDigest
  private let correlator: PhaseCorrelator

  init(for other: SoundDigest, in reference: SoundDigest, by correlator: PhaseCorrelator) {
    (self.other, self.reference, self.correlator) = (other, reference, correlator)
  }

  /// The duration of one measurement, in seconds.
  static let step = 16.0
  /// The largest difference between a measured time and the expected time, in samples at 8 kHz: 2 ms.
  private static let reach = 16
  private static let leastHeight = 5.0
  /// After this many failed measurements in a row, the recordings count as no longer matching.
  private static let mostMisses = 4

  /// Measures clock offsets forward and backward from the time `line.other`, as far as the two recordings match.
  func run(along line: ClockLine, after start: Double, lengthOfOther end: Double) throws(StreamFailure) -> [ClockPoint]
  {
    var points: [ClockPoint] = []
    try follow(line, from: line.other, to: end, &points)
    let late = points
    points = late.reversed()
    try follow(line, from: line.other, to: start, &points)
    return points.sorted { $0.other < $1.other }
  }

  /// Measures clock offsets in steps from time `start` to time `end` of the recording to align. `end` may be earlier.
  private func follow(
    _ line: ClockLine, from start: Double, to end: Double, _ points: inout [ClockPoint]
  ) throws(StreamFailure) {
    let isForward = end > start
    var (time, misses) = (start, 0)
    while misses < Self.mostMisses, isForward ? time < end : time > end {
      let next = isForward ? min(end, time + Self.step) : max(end, time - Self.step)
      let expected = Self.line(through: points.suffix(8), near: line)
      let place = expected.reference(at: next)
      if let point = try point(min(time, next)..<max(time, next), along: expected), point.height >= Self.leastHeight {
        points.append(point)
        misses = 0
      } else {
        misses += 1
      }
      time = next
      if place < 0 || place > Double(reference.count) / Double(SoundDigest.rate) { break }
    }
  }

  /// Fits a line to the last measured points. Before the first measurement, returns `line`.
  private static func line(through points: ArraySlice<ClockPoint>, near line: ClockLine) -> ClockLine {
    guard let last = points.last else { return line }
    guard points.count >= 4 else { return ClockLine(other: last.other, reference: last.reference, drift: line.drift) }
    let centre = points.reduce(0) { $0 + $1.other } / Double(points.count)
    let offsets = points.map { $0.reference - $0.other }
    let mean = offsets.reduce(0, +) / Double(points.count)
    var (product, square) = (0.0, 0.0)
    for (point, offset) in zip(points, offsets) {
      product += (point.other - centre) * (offset - mean)
      square += (point.other - centre) * (point.other - centre)
    }
    return ClockLine(other: centre, reference: centre + mean, drift: product / square)
  }

  /// Measures the clock offset in `span`, in seconds of the recording to align; nil if the recordings share too little.
  func point(_ span: Range<Double>, along line: ClockLine) throws(StreamFailure) -> ClockPoint? {
    let (rate, length) = (Double(SoundDigest.rate), correlator.length)
    var sums = [Float](repeating: 0, count: correlator.lagCount)
    var (count, rounding, middle) = (0, 0.0, 0.0)
    let first = Int((span.lowerBound * rate).rounded())
    for start in stride(from: first, through: Int(span.upperBound * rate) - length, by: length / 2) {
      let centre = (Double(start) + Double(length) / 2) / rate
      let exact = line.reference(at: centre) * rate - Double(length) / 2
      let place = Int(exact.rounded())
      guard reference.has(place..<place + length), other.has(start..<start + length) else { continue }
      var likeness: [Float] = []
      try correlator.correlate(other, at: start, with: reference, at: place, into: &likeness)
      for lag in sums.indices { sums[lag] += likeness[lag] }
      count += 1
      rounding += exact - exact.rounded()
      middle += centre
    }
    guard count >= 3 else { return nil }
    let deviation = max(1e-12, Double(DriftSearch.deviation(of: sums)))
    let near = correlator.reach - Self.reach...correlator.reach + Self.reach
    guard let best = near.max(by: { sums[$0] < sums[$1] }) else { return nil }
    let lag = Double(best - correlator.reach) + Self.peak(sums[best - 1], sums[best], sums[best + 1])
    let time = middle / Double(count)
    // Positions were rounded to whole samples. The mean rounding error is `rounding / count`.
    let place = line.reference(at: time) + (lag - rounding / Double(count)) / rate
    return ClockPoint(other: time, reference: place, height: Double(sums[best]) / deviation)
  }

  /// Returns the peak of the parabola through three neighbouring values, as an offset from the middle value.
  private static func peak(_ before: Float, _ top: Float, _ after: Float) -> Double {
    let bend = Double(before) - 2 * Double(top) + Double(after)
    guard bend < 0 else { return 0 }
    return min(0.5, max(-0.5, (Double(before) - Double(after)) / (2 * bend)))
  }
}
