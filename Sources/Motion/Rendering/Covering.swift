/// Decides which of two things that pass over a block of the new frame is in front. The thing in front hides a part of
/// the other thing, but a different part in each frame. The second frame shows what it hid in the first.
extension PhaseMatch {
  /// Vectors that differ by at most this, in sixteenths of a pixel, are equal.
  private static let same = 32

  /// Returns the vector of the thing in front: it hides the other thing in more of the two frames than the reverse, and
  /// its motion is certain. Nil if neither thing qualifies.
  func front(of one: MotionVector, and other: MotionVector, _ column: Int, _ row: Int) -> MotionVector? {
    guard one.distance(to: other) > Self.same else { return nil }
    let (byOne, byOther) = (hiding(one, other, column, row), hiding(other, one, column, row))
    if byOne == byOther { return nil }
    let front = byOne > byOther ? one : other
    return doubt(about: front, column, row) <= Self.same ? front : nil
  }

  /// The number of frames, of the two, in which the thing that moves along `one` hides the thing that moves along
  /// `other`.
  private func hiding(_ one: MotionVector, _ other: MotionVector, _ column: Int, _ row: Int) -> Int {
    let (gone, ahead) = (phase.travelled(one), phase.remaining(one))
    let uncovered = MotionVector(other.x &- gone.x, other.y &- gone.y)
    let covered = MotionVector(ahead.x &- other.x, ahead.y &- other.y)
    let isUncovered = motion.arriving.isSeenOnce(column, row, movedBy: uncovered)
    let isCovered = motion.leaving.isSeenOnce(column, row, movedBy: covered)
    return (isUncovered ? 1 : 0) &+ (isCovered ? 1 : 0)
  }
}

extension MotionLeg {
  /// Whether the block under a moved block's centre is not found in the frame to which this motion leads. False outside
  /// the frame, where nothing is known.
  fileprivate func isSeenOnce(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Bool {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return out.contains(x, y) && !isCertain(x, y)
  }
}
