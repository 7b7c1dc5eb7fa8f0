/// The motion in the two outer pairs: from the frame before a pair to its first frame, and from its second frame to the
/// frame after it. If patterns repeat or things cross, several vectors fit, and the best fit differs from pair to pair.
/// A vector that both outer pairs have in the same place is then preferred.
struct MotionBeside {
  /// The largest difference between equal vectors of the two pairs, in sixteenths of a pixel.
  private static let tolerance = 48
  /// A vector that differs by more than this from those of both pairs, in sixteenths of a pixel, is a different one.
  private static let another = 96

  /// Each pair is nil if it does not exist or contains a cut.
  let earlier: PairMotion?
  let later: PairMotion?

  /// The vector that both outer pairs have at a block, if it differs from `vector`; otherwise nil. A `vector` of less
  /// than a pixel is kept: a repeated frame stands still while the outer pairs move.
  func steady(_ column: Int, _ row: Int, insteadOf vector: MotionVector) -> MotionVector? {
    guard vector.distance(to: .zero) >= MotionGeometry.unitsPerPixel, let one = earlier?.forward[column, row],
      let other = later?.forward[column, row],
      one.distance(to: other) <= Self.tolerance,
      one.distance(to: vector) > Self.another, other.distance(to: vector) > Self.another
    else { return nil }
    return MotionVector((one.x + other.x) / 2, (one.y + other.y) / 2)
  }
}
