/// The motion in the pairs of frames before and after a pair. Where patterns repeat or things cross, several vectors
/// fit a block. A vector that both neighbouring pairs have in the same place is then preferred.
struct MotionBeside {
  /// Vectors of the earlier and the later pair that differ by at most this, in sixteenths of a pixel, count as equal.
  private static let tolerance = 48
  /// A vector is replaced only if it differs by more than this from the vectors of the pair before and the pair after.
  /// The unit is a sixteenth of a pixel.
  private static let another = 96

  /// The motion in the pair before; nil if there is no such pair, or if it has a cut or a blank frame. `later` is the
  /// motion in the pair after.
  let earlier: PairMotion?
  let later: PairMotion?

  /// The vector that both neighbouring pairs have at a block, if it differs from `vector`; otherwise nil. Nil also if
  /// `vector` is shorter than a pixel: a repeated frame stands still, even while the neighbouring pairs move.
  func steady(_ column: Int, _ row: Int, insteadOf vector: MotionVector) -> MotionVector? {
    guard vector.distance(to: .zero) >= MotionGeometry.unitsPerPixel, let one = earlier?.forward[column, row],
      let other = later?.forward[column, row],
      one.distance(to: other) <= Self.tolerance,
      one.distance(to: vector) > Self.another, other.distance(to: vector) > Self.another
    else { return nil }
    return MotionVector((one.x + other.x) / 2, (one.y + other.y) / 2)
  }
}
