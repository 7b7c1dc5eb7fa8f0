/// Which parts of the source a map shows.
extension TimeMap {
  /// In seconds: parts that are closer to each other are one. To decode what lies between takes about as long as to begin
  /// anew elsewhere.
  package static let leastGapBetweenParts = 10.0
  /// The same for sound, which is decoded much faster.
  package static let leastGapBetweenSounds = 60.0

  /// The source times that are shown, in rising order, those less than `gap` seconds apart as one. An open end goes on for
  /// ever.
  package func shownParts(apart gap: Double = leastGapBetweenParts) -> [ClosedRange<Double>] {
    let shown = DisjointIntervals(
      stretches.map { $0.earliestSource...($0.isOpen ? Double.infinity : $0.latestSource) })
    return shown.intervals.reduce(into: []) { parts, next in
      if let last = parts.last, next.lowerBound - last.upperBound < gap {
        parts[parts.count - 1] = last.lowerBound...next.upperBound
      } else {
        parts.append(next)
      }
    }
  }
}
