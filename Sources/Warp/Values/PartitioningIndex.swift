extension RandomAccessCollection {
  /// The first index at which `isBeyond` holds, given that it holds for all later ones: binary search, O(log n).
  package func partitioningIndex(where isBeyond: (Element) -> Bool) -> Index {
    var (low, count) = (startIndex, self.count)
    while count > 0 {
      let half = count / 2
      let middle = index(low, offsetBy: half)
      if isBeyond(self[middle]) {
        count = half
      } else {
        low = index(after: middle)
        count -= half + 1
      }
    }
    return low
  }
}
