/// From a span of warped time back to the source.
extension TimeMap {
  /// All source times that a map shows within a span of warped time, from the earliest to the latest.
  package struct SourceSpan: Equatable, Sendable {
    package let earliest: Double
    package let latest: Double
    /// Whether the end of the span shows an earlier source time than its start.
    package let isBackward: Bool

    package var length: Double { latest - earliest }
  }

  /// The source times shown from one warped time to another; nil if the map shows nothing there. O(log n), and O(n) for
  /// the stretches in the span.
  package func sourceSpan(from start: Double, to end: Double) -> SourceSpan? {
    let end = min(end, warpedLength ?? .infinity)
    guard start <= end, end >= 0, let first = instant(at: max(0, start))?.source else { return nil }
    var (earliest, latest, last) = (first, first, first)
    let index = stretches.borderIndex { $0.warpedEnd > max(0, start) }
    for stretch in stretches[index...].prefix(while: { $0.warpedStart < end }) {
      // The end of a stretch belongs to the next one, but a span that ends there has shown all of the first.
      last = stretch.warpedEnd <= end ? stretch.sourceEnd : instant(at: end)?.source ?? stretch.sourceEnd
      let begin = stretch.warpedStart < start ? first : stretch.sourceStart
      (earliest, latest) = (min(earliest, begin, last), max(latest, begin, last))
    }
    return SourceSpan(earliest: earliest, latest: latest, isBackward: last < first)
  }

  /// The source time shown at a warped time. Before the map's start and after its end, as if it went on at normal
  /// speed.
  package func sourceBeyond(_ warped: Double) -> Double {
    let inside = max(0, min(warped, warpedLength ?? .infinity))
    return (instant(at: inside)?.source ?? 0) + (warped - inside)
  }
}
