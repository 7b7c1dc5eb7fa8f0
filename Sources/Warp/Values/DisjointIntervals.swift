/// The union of intervals as intervals in rising order, none of which touches another: ready to be searched by bisection.
package struct DisjointIntervals<Bound: Comparable & Sendable>: Equatable, Sendable {
  package let intervals: [ClosedRange<Bound>]

  /// The union of `intervals`, which come in any order and may overlap. O(n log n).
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
