/// The numbers of the source frames on which a new frame depends: the two frames around it, and the frames before and
/// after these two.
package struct FrameRow: Equatable {
  /// The number of the frame before `first`; nil at the beginning of the input, and in a row of two frames alone.
  let before: Int?
  let first: Int
  let second: Int
  /// The number of the frame after `second`; nil at the end of the input, and in a row of two frames alone.
  let after: Int?

  /// Creates a row of two frames alone, which need not be neighbours.
  package init(_ first: Int, _ second: Int) {
    (before, after) = (nil, nil)
    self.first = first
    self.second = second
  }

  /// - Parameter count: the number of frames in the input. If the frame after `second` has been read, the number of
  ///   frames read so far is enough.
  package init(_ first: Int, _ second: Int, of count: Int) {
    before = first > 0 ? first - 1 : nil
    self.first = first
    self.second = second
    after = second + 1 < count ? second + 1 : nil
  }

  var numbers: [Int] { [before, first, second, after].compactMap(\.self) }

  /// The two frames between which new frames are made.
  var middle: FramePair { FramePair(first: first, second: second) }

  /// All pairs of neighbouring frames of the row. Motion is searched in each pair.
  var pairs: [FramePair] { zip(numbers, numbers.dropFirst()).map { FramePair(first: $0, second: $1) } }
}

/// The numbers of two neighbouring frames, the earlier one first.
struct FramePair: Equatable {
  let first: Int
  let second: Int
}
