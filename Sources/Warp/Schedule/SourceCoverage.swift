/// What of the source a map shows at all: intervals in order, none touching another.
struct SourceCoverage: Equatable, Sendable {
  private let intervals: [ClosedRange<Double>]

  init(_ stretches: [Stretch]) {
    var intervals: [ClosedRange<Double>] = []
    for stretch in stretches.sorted(by: { $0.earliestSource < $1.earliestSource }) {
      let (start, end) = (stretch.earliestSource, stretch.latestSource)
      if let last = intervals.last, start <= last.upperBound {
        intervals[intervals.count - 1] = last.lowerBound...max(last.upperBound, end)
      } else {
        intervals.append(start...end)
      }
    }
    self.intervals = intervals
  }

  /// Whether anything of a frame that stands from `start` to `end` is shown; less than the grace is nothing. O(log n).
  func overlaps(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    // A freeze between cuts has no length and still shows its frame.
    let next = intervals.borderIndex { $0.upperBound > start + grace || $0.lowerBound >= start - grace }
    return next < intervals.count && intervals[next].lowerBound < end - grace
  }
}
