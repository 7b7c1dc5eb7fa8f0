import Values

/// The parts of the source that a map shows.
extension TimeMap {
  /// In seconds of source time. Closer parts are joined, because decoding the gap takes about as long as seeking.
  package static let leastGapBetweenParts = 10.0
  /// In seconds of source time. Larger than for pictures, because sound is decoded much faster.
  package static let leastGapBetweenSounds = 60.0

  /// The shown source times, rising. Parts less than `gap` seconds apart are joined. An open end reaches infinity.
  ///
  /// - Parameter window: a span of warped time; only source times shown in this span count.
  package func shownParts(
    apart gap: Double = leastGapBetweenParts, within window: ClosedRange<Double> = 0...Double.infinity
  ) -> [ClosedRange<Double>] {
    let shown = DisjointIntervals(spans(within: window).map(\.source))
    return shown.intervals.reduce(into: []) { parts, next in
      if let last = parts.last, next.lowerBound - last.upperBound < gap {
        parts[parts.count - 1] = last.lowerBound...next.upperBound
      } else {
        parts.append(next)
      }
    }
  }

  /// Whether the shown source time never goes back within a window of warped time.
  package func neverReturns(within window: ClosedRange<Double>) -> Bool {
    if neverReturns { return true }
    let spans = spans(within: window)
    return spans.allSatisfy { $0.direction != .backward }
      && zip(spans, spans.dropFirst()).allSatisfy { $0.source.upperBound <= $1.source.lowerBound }
  }

  /// The direction and the source times of each stretch, as far as it lies within a window of warped time.
  private func spans(within window: ClosedRange<Double>) -> [(direction: Direction, source: ClosedRange<Double>)] {
    // If the window begins at the end of the map, the last stretch is included.
    let first = min(stretches.borderIndex { $0.warpedEnd > window.lowerBound }, stretches.count - 1)
    return stretches[first...].prefix { $0.warpedStart <= window.upperBound }.map { stretch in
      let startsBefore = stretch.warpedStart < window.lowerBound && window.lowerBound < stretch.warpedEnd
      let start = startsBefore ? instant(at: window.lowerBound)?.source : nil
      let end = window.upperBound < stretch.warpedEnd ? instant(at: window.upperBound)?.source : nil
      let (one, other) = (start ?? stretch.sourceStart, end ?? stretch.sourceEnd)
      return (stretch.direction, min(one, other)...max(one, other))
    }
  }
}
