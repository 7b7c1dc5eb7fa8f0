/// Which parts of the source a map shows.
extension TimeMap {
  /// In seconds: parts that are closer to each other are one. To decode what lies between takes about as long as to begin
  /// anew elsewhere.
  package static let leastGapBetweenParts = 10.0
  /// The same for sound, which is decoded much faster.
  package static let leastGapBetweenSounds = 60.0

  /// The source times that are shown, in rising order, those less than `gap` seconds apart as one. An open end goes on for
  /// ever.
  ///
  /// - Parameter window: of warped time; what is shown outside of it does not count.
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

  /// Whether within a window of warped time nothing is shown again once it has been passed.
  package func neverReturns(within window: ClosedRange<Double>) -> Bool {
    if neverReturns { return true }
    let spans = spans(within: window)
    return spans.allSatisfy { $0.direction != .backward }
      && zip(spans, spans.dropFirst()).allSatisfy { $0.source.upperBound <= $1.source.lowerBound }
  }

  /// What each stretch shows within a window of warped time, in the order in which it is shown.
  private func spans(within window: ClosedRange<Double>) -> [(direction: Direction, source: ClosedRange<Double>)] {
    // The last one also where the window begins at its end.
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
