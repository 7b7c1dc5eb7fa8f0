/// The frames that what is made up depends on: the two it lies between, and the one on either side of them.
package struct FrameRow: Equatable {
  /// Nil where the input begins, and where nobody looks around.
  let before: Int?
  let first: Int
  let second: Int
  /// Nil where the input ends, and where nobody looks around.
  let after: Int?

  /// Two frames alone, which need not be neighbours.
  package init(_ first: Int, _ second: Int) {
    (before, after) = (nil, nil)
    self.first = first
    self.second = second
  }

  /// - Parameter count: how many frames the input has, or has had so far if the frame after `second` is among them.
  package init(_ first: Int, _ second: Int, of count: Int) {
    before = first > 0 ? first - 1 : nil
    self.first = first
    self.second = second
    after = second + 1 < count ? second + 1 : nil
  }

  var numbers: [Int] { [before, first, second, after].compactMap(\.self) }

  /// The pair that is shown from: the two in the middle.
  var middle: FramePair { FramePair(first: first, second: second) }

  /// All neighbours, between which motion is searched.
  var pairs: [FramePair] { zip(numbers, numbers.dropFirst()).map { FramePair(first: $0, second: $1) } }
}

/// Two frames that follow each other, the earlier in the source first.
struct FramePair: Equatable {
  let first: Int
  let second: Int
}
