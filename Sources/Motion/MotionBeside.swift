/// What moves from the frame before the first of two to that one, and from the second to the frame after it.
///
/// Patterns that repeat, and things that move across each other, fit several vectors, and which fits best is different from pair to
/// pair. What moves moves on: a vector that both pairs beside have in the same place is to be believed before another.
struct MotionBeside {
  /// Vectors of the two pairs no farther apart than this, in sixteenths, are the same.
  private static let tolerance = 48
  /// A vector farther than this from both is another one.
  private static let another = 96

  /// Nil where there is no such pair, or a cut in it.
  let earlier: PairMotion?
  let later: PairMotion?

  /// The vector that both pairs have at a block, if `vector` is another one; else nil.
  ///
  /// What stands still between the two stays: in a frame that is repeated all of it does, while the pairs beside move.
  func steady(_ column: Int, _ row: Int, insteadOf vector: MotionVector) -> MotionVector? {
    guard vector.distance(to: .zero) >= MotionGeometry.unitsPerPixel, let one = earlier?.forward[column, row],
      let other = later?.forward[column, row],
      one.distance(to: other) <= Self.tolerance,
      one.distance(to: vector) > Self.another, other.distance(to: vector) > Self.another
    else { return nil }
    return MotionVector((one.x + other.x) / 2, (one.y + other.y) / 2)
  }
}
