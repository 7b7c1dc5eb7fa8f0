/// A part of a plot's time axis, and its content.
package struct PlotSpan<Content: Equatable & Sendable>: Equatable, Sendable {
  package let start: Double
  package var end: Double
  package let content: Content

  fileprivate var length: Double { end - start }
}

/// Spans sorted by start. No two start within the same column of the plot, which limits their number.
struct PlotSpans<Content: Equatable & Sendable> {
  private(set) var spans: [PlotSpan<Content>] = []
  /// The width of a column, in seconds.
  private let resolution: Double

  init(_ axis: PlotAxis) {
    resolution = (axis.range.upperBound - axis.range.lowerBound) / Double(PlotPen.columnCount)
  }

  /// Adds a span that starts after all others. If it touches the last span and has the same content, the two are
  /// joined. If both start within one column, the longer one is kept.
  mutating func add(_ content: Content, from start: Double, to end: Double) {
    let span = PlotSpan(start: start, end: end, content: content)
    guard let last = spans.last else { return spans.append(span) }
    if last.content == content, start <= last.end {
      spans[spans.count - 1].end = max(last.end, end)
    } else if start - last.start >= resolution {
      spans.append(span)
    } else if span.length > last.length {
      spans[spans.count - 1] = span
    }
  }
}
