/// The frames on which a made frame depends: the two neighbours in time, and the frames before and after these two.
package struct FrameRow: Equatable {
  /// Nil at the beginning of the input, and if only the two frames are used.
  let before: Int?
  let first: Int
  let second: Int
  /// Nil at the end of the input, and if only the two frames are used.
  let after: Int?

  /// Creates a row of two frames alone, which need not be neighbours.
  package init(_ first: Int, _ second: Int) {
    (before, after) = (nil, nil)
    self.first = first
    self.second = second
  }

  /// - Parameter count: the number of frames in the input. If the frame after `second` has come, the number of frames
  ///   so far is enough.
  package init(_ first: Int, _ second: Int, of count: Int) {
    before = first > 0 ? first - 1 : nil
    self.first = first
    self.second = second
    after = second + 1 < count ? second + 1 : nil
  }

  var numbers: [Int] { [before, first, second, after].compactMap(\.self) }

  /// The two frames in the middle, between which frames are made.
  var middle: FramePair { FramePair(first: first, second: second) }

  /// All pairs of neighbours, between which motion is searched.
  var pairs: [FramePair] { zip(numbers, numbers.dropFirst()).map { FramePair(first: $0, second: $1) } }
}

/// Two neighbouring frames, the earlier in the source first.
struct FramePair: Equatable {
  let first: Int
  let second: Int
}
