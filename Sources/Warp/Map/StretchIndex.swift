/// Finds the stretches (parts of the map without a cut) that show a span of source time. This is a tree over the
/// stretches in warped order. Each node stores the earliest and latest source time below it.
struct StretchIndex: Equatable, Sendable {
  /// The number of children of a node.
  private static let width = 32

  /// Level 0 has a node for each stretch. Each higher level has a node for every `width` nodes of the level below.
  private let levels: [[ClosedRange<Double>]]

  /// O(n).
  init(_ stretches: [Stretch]) {
    var levels = [stretches.map { $0.earliestSource...$0.latestSource }]
    while let below = levels.last, below.count > 1 {
      levels.append(
        stride(from: 0, to: below.count, by: Self.width).map { first in
          let nodes = below[first..<min(first + Self.width, below.count)]
          return nodes.dropFirst().reduce(nodes[first]) {
            min($0.lowerBound, $1.lowerBound)...max($0.upperBound, $1.upperBound)
          }
        })
    }
    self.levels = levels
  }

  /// The first stretch from `index` on that shows a source time from `start` to `end`; nil if there is none. O(log n).
  func next(from index: Int, between start: Double, and end: Double) -> Int? {
    var (level, position) = (0, index)
    while position < levels[level].count {
      let node = levels[level][position]
      if node.lowerBound <= end, node.upperBound >= start {
        if level == 0 { return position }
        (level, position) = (level - 1, position * Self.width)
      } else {
        position += 1
        // At the end of a parent's children, the search continues one level up, where it can skip all children of the
        // next parent.
        while level + 1 < levels.count, position % Self.width == 0 {
          (level, position) = (level + 1, position / Self.width)
        }
      }
    }
    return nil
  }
}

extension TimeMap {
  /// The stretches that show a source time from `start` to `end`, in warped order.
  func stretches(between start: Double, and end: Double) -> some Sequence<Stretch> {
    sequence(state: 0) { index in
      guard let found = self.stretchIndex.next(from: index, between: start, and: end) else { return nil }
      index = found + 1
      return self.stretches[found]
    }
  }
}
