/// The smallest and largest absolute scale (warped seconds per source second) of a map.
extension TimeMap {
  /// The range over everything that plays, forward or backward; nil if the map consists only of freezes.
  package var scaleRange: ClosedRange<Double>? {
    var range: ClosedRange<Double>?
    func widen(to other: ClosedRange<Double>) {
      range = range.map { min($0.lowerBound, other.lowerBound)...max($0.upperBound, other.upperBound) } ?? other
    }
    for piece in pieces {
      if let pieceRange = piece.scaleRange { widen(to: pieceRange) }
    }
    if let openEnd { widen(to: openEnd.scale...openEnd.scale) }
    return range
  }
}

extension Piece {
  /// Nil for a freeze. Exact for cubics. For other laws, the extremes of samples are refined by golden-section search.
  package var scaleRange: ClosedRange<Double>? {
    guard let law else { return nil }
    let (start, end) = (min(sourceStart, sourceEnd), max(sourceStart, sourceEnd))
    func scale(_ source: Double) -> Double { gain * law.scale(at: source) }
    if case .cubic(let cubic) = law {
      let turn = cubic.turningPoint.flatMap { $0 > start && $0 < end ? $0 : nil }
      let scales = [scale(start), scale(end)] + (turn.map { [scale($0)] } ?? [])
      return scales.reduce(scales[0], min)...scales.reduce(scales[0], max)
    }
    let low = Peak.height(between: start, and: end, landmarks: law.landmarks(between: start, and: end)) { -scale($0) }
    let high = Peak.height(between: start, and: end, landmarks: law.landmarks(between: start, and: end), of: scale)
    return min(-low, high)...high
  }
}

/// The maximum of a smooth function on an interval: its highest sample, refined.
private enum Peak {
  private static let sampleCount = 64

  /// - Parameter landmarks: arguments to sample in addition to an even grid, from `Law.landmarks`.
  static func height(
    between start: Double, and end: Double, landmarks: [Double], of function: (Double) -> Double
  ) -> Double {
    let grid = (0...sampleCount).map { start + (end - start) * Double($0) / Double(sampleCount) }
    let samples = distinct((grid + landmarks).sorted(), apart: 1e-9 * (end - start))
    let heights = samples.map(function)
    let best = heights.indices.reduce(0) { heights[$1] > heights[$0] ? $1 : $0 }
    return max(
      heights[best],
      refined(from: samples[max(0, best - 1)], to: samples[min(samples.count - 1, best + 1)], function))
  }

  /// Drops each sample within `distance` of the last one kept. Two samples that differ only by rounding would leave
  /// `refined` no interval to search around the highest sample.
  private static func distinct(_ samples: [Double], apart distance: Double) -> [Double] {
    var distinct: [Double] = []
    for sample in samples where sample - (distinct.last ?? -.infinity) > distance { distinct.append(sample) }
    return distinct
  }

  /// Golden-section search. 40 steps narrow the interval to 1e-8 of its length. A smooth function is flat at its
  /// maximum, so the error of its value is about 1e-16.
  private static func refined(from start: Double, to end: Double, _ function: (Double) -> Double) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (start, end)
    for _ in 0..<40 {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if function(left) > function(right) { high = right } else { low = left }
    }
    return function(low + (high - low) / 2)
  }
}
