/// Tells a dissolve, one picture that comes through another over three frames or more, from a cut.
///
/// Inside a dissolve each frame lies halfway between its two neighbours. At a cut each of the two frames is like its neighbour on
/// its own side, so it differs from the mean of both neighbours by half of the change from one shot to the other. What moves
/// meanwhile is seen in two places in a mean of neighbours. So frames are compared at a small size, at which most of it moves by
/// less than a sample.
enum Dissolve {
  /// Frames are compared where the image pyramid is no wider than this; in small pyramids at their last level. At that
  /// size all of 189 cuts between clips, at up to four times their speed, were told from dissolves.
  private static let mostWidth = 96
  /// The most by which a frame inside differs from the mean of its neighbours, in fifths of the change. Dissolves between scenes
  /// that move have come to 0.04 to 0.4, cuts to 0.47 and more.
  private static let mostFifths = 2

  /// Whether two frames belong to a dissolve: one of them, or both, lie inside it.
  ///
  /// - Parameters:
  ///   - before: the frame before the first; nil if there is none. The first is then not asked.
  ///   - after: likewise, the frame after the second.
  static func joins(before: GuidePyramid?, _ first: GuidePyramid, _ second: GuidePyramid, after: GuidePyramid?) -> Bool
  {
    let (one, other) = (small(first), small(second))
    let change = sum(over: one) { one.blockDifference($0, $1, to: other) }
    func isInside(_ frame: PaddedPlane<UInt8>, between neighbour: PaddedPlane<UInt8>, _ beyond: GuidePyramid?) -> Bool {
      guard let beyond = beyond.map(small) else { return false }
      let twiceError = sum(over: frame) { frame.twiceDifference($0, $1, toMeanOf: neighbour, beyond) }
      return 5 * twiceError < 2 * mostFifths * change
    }
    return isInside(one, between: other, before) || isInside(other, between: one, after)
  }

  private static func small(_ pyramid: GuidePyramid) -> PaddedPlane<UInt8> {
    pyramid.levels.first { $0.width <= mostWidth } ?? pyramid.levels[pyramid.levels.count - 1]
  }

  /// Of what a function gives for the column and the row of each block.
  private static func sum(over plane: PaddedPlane<UInt8>, _ value: (Int, Int) -> Int) -> Int {
    var sum = 0
    for row in 0..<MotionGeometry.blockCount(plane.height) {
      for column in 0..<MotionGeometry.blockCount(plane.width) { sum += value(column, row) }
    }
    return sum
  }
}
