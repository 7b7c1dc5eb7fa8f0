/// Finds the source times that a map shows in a span of warped time.
extension TimeMap {
  /// The earliest and latest source time that a map shows within a span of warped time.
  package struct SourceSpan: Equatable, Sendable {
    package let earliest: Double
    package let latest: Double
    /// Whether the source time at the end of the span is earlier than at its start.
    package let isBackward: Bool

    package var length: Double { latest - earliest }
  }

  /// The source times shown between two warped times; nil if the map shows nothing there. O(log n), plus the
  /// number of stretches in the span.
  package func sourceSpan(from start: Double, to end: Double) -> SourceSpan? {
    let end = min(end, warpedLength ?? .infinity)
    guard start <= end, end >= 0, let first = instant(at: max(0, start))?.source else { return nil }
    var (earliest, latest, last) = (first, first, first)
    let index = stretches.borderIndex { $0.warpedEnd > max(0, start) }
    for stretch in stretches[index...].prefix(while: { $0.warpedStart < end }) {
      // At the end of a stretch, `instant(at:)` returns the start of the next stretch, which the span does not show.
      last = stretch.warpedEnd <= end ? stretch.sourceEnd : instant(at: end)?.source ?? stretch.sourceEnd
      let begin = stretch.warpedStart < start ? first : stretch.sourceStart
      (earliest, latest) = (min(earliest, begin, last), max(latest, begin, last))
    }
    return SourceSpan(earliest: earliest, latest: latest, isBackward: last < first)
  }

  /// The source time shown at a warped time. Before the map's start and after its end, playback continues at normal
  /// speed.
  package func sourceBeyond(_ warped: Double) -> Double {
    let inside = max(0, min(warped, warpedLength ?? .infinity))
    return (instant(at: inside)?.source ?? 0) + (warped - inside)
  }
}
