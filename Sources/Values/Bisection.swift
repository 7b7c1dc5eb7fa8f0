extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isBeyond` is true; `endIndex` if there is none.
  ///
  /// Precondition: if `isBeyond` is true for an element, it is true for all later elements. Bisection, O(log n):
  /// `isBeyond` is false up to the index `before` and true from the index `beyond` on. Inlinable, so that other modules
  /// specialise it: it is called for every frame.
  @inlinable package func borderIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (before, beyond) = (startIndex - 1, endIndex)
    while beyond - before > 1 {
      let middle = before + (beyond - before) / 2
      if isBeyond(self[middle]) { beyond = middle } else { before = middle }
    }
    return beyond
  }
}

/// The union of intervals, as sorted intervals without common points, which `borderIndex` can search.
package struct DisjointIntervals<Bound: Comparable & Sendable>: Equatable, Sendable {
  package let intervals: [ClosedRange<Bound>]

  /// The union of `intervals`, which may be unsorted and may overlap. O(n log n).
  @inlinable package init(_ intervals: [ClosedRange<Bound>]) {
    var union: [ClosedRange<Bound>] = []
    for interval in intervals.sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = union.last, interval.lowerBound <= last.upperBound {
        union[union.count - 1] = last.lowerBound...max(last.upperBound, interval.upperBound)
      } else {
        union.append(interval)
      }
    }
    self.intervals = union
  }
}
