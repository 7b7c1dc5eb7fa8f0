extension RandomAccessCollection where Index == Int {
  /// Where the part of a collection begins that lies beyond something; its end, if nothing does.
  ///
  /// Precondition: once `isBeyond` holds for an element it holds for all after it. Found by bisection, in O(log n) steps:
  /// at each, everything up to `before` is known not to lie beyond, and everything from `beyond` on to do so.
  package func borderIndex(where isBeyond: (Element) -> Bool) -> Int {
    var (before, beyond) = (startIndex - 1, endIndex)
    while beyond - before > 1 {
      let middle = before + (beyond - before) / 2
      if isBeyond(self[middle]) { beyond = middle } else { before = middle }
    }
    return beyond
  }
}
