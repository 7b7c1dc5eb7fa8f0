/// The source times that a map shows at all.
struct SourceCoverage: Equatable, Sendable {
  private let shown: DisjointIntervals<Double>

  init(_ stretches: [Stretch]) {
    shown = DisjointIntervals(stretches.map { $0.earliestSource...$0.latestSource })
  }

  /// Whether anything is shown of a frame that is on screen from `start` to `end`; a part of it smaller than the grace
  /// does not count. O(log n).
  func overlaps(from start: Double, to end: Double) -> Bool {
    let grace = FramePosition.grace * (end - start)
    let intervals = shown.intervals
    // The second condition is for a freeze between cuts: its interval has no length and still shows its frame.
    let next = intervals.borderIndex { $0.upperBound > start + grace || $0.lowerBound >= start - grace }
    return next < intervals.count && intervals[next].lowerBound < end - grace
  }
}
