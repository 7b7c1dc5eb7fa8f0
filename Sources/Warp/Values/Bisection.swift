extension RandomAccessCollection where Index == Int {
  /// The index of the first element for which `isBeyond` holds; `endIndex` if it holds for none.
  ///
  /// Precondition: once `isBeyond` holds for an element, it holds for all elements after it. Bisection, O(log n):
  /// `isBeyond` is false up to the index `before` and true from the index `beyond` on, and the two close in on each
  /// other.
  package func borderIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (before, beyond) = (startIndex - 1, endIndex)
    while beyond - before > 1 {
      let middle = before + (beyond - before) / 2
      if isBeyond(self[middle]) { beyond = middle } else { before = middle }
    }
    return beyond
  }
}

/// The union of intervals, as intervals in rising order of which no two have a point in common, so that `borderIndex`
/// can search them.
package struct DisjointIntervals<Bound: Comparable & Sendable>: Equatable, Sendable {
  package let intervals: [ClosedRange<Bound>]

  /// The union of `intervals`, which may come in any order and may overlap. O(n log n).
  package init(_ intervals: [ClosedRange<Bound>]) {
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
