import Warp

extension TimeMap {
  /// The largest difference in warped time from a map of the same source, at nine samples in each piece of this map.
  package func distance(from exact: TimeMap) -> Double {
    var largest = 0.0
    for piece in pieces {
      for step in 1..<10 {
        let source = piece.sourceStart + (piece.sourceEnd - piece.sourceStart) * Double(step) / 10
        guard let other = exact.visits(of: source).first else { return .infinity }
        largest = max(largest, abs(piece.warped(at: source) - other.warped))
      }
    }
    return largest
  }
}
