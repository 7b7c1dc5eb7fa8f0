/// The smallest and largest scale of a map, whichever way it plays.
extension TimeMap {
  /// Over the stretches that play; nil where the map only stands.
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
  /// Exact for cubics; for other laws found among samples and sharpened.
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

/// The largest value of a smooth function on an interval.
private enum Peak {
  private static let sampleCount = 64

  /// `landmarks` are places none of the function's bends lies between.
  static func height(
    between start: Double, and end: Double, landmarks: [Double], of function: (Double) -> Double
  ) -> Double {
    let grid = (0...sampleCount).map { start + (end - start) * Double($0) / Double(sampleCount) }
    let places = distinct((grid + landmarks).sorted(), apart: 1e-9 * (end - start))
    let heights = places.map(function)
    let best = heights.indices.reduce(0) { heights[$1] > heights[$0] ? $1 : $0 }
    return max(
      heights[best],
      sharpened(from: places[max(0, best - 1)], to: places[min(places.count - 1, best + 1)], function))
  }

  /// Two samples of one place, but for its rounding, would leave no room between neighbours to look for the peak.
  private static func distinct(_ places: [Double], apart distance: Double) -> [Double] {
    var distinct: [Double] = []
    for place in places where place - (distinct.last ?? -.infinity) > distance { distinct.append(place) }
    return distinct
  }

  /// Golden-section search: 40 steps narrow the place to 1e-8 of the interval, which near a peak is 1e-16 of the
  /// height.
  private static func sharpened(from start: Double, to end: Double, _ function: (Double) -> Double) -> Double {
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (start, end)
    for _ in 0..<40 {
      let (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
      if function(left) > function(right) { high = right } else { low = left }
    }
    return function(low + (high - low) / 2)
  }
}
