/// Which of two things that pass over a block of the frame to be made is in front, where both frames show both of them.
///
/// What is in front hides a part of what is behind, and not the same part in both frames. Where it was in the first
/// frame, the second one shows something that the first one does not.
extension PhaseMatch {
  /// Vectors no farther apart than this, in sixteenths, are the same.
  private static let same = 32

  /// Whether what certainly moves along `one` hides what moves along `other` in more of the two frames than the other
  /// way round.
  func isInFront(_ one: MotionVector, of other: MotionVector, _ column: Int, _ row: Int) -> Bool {
    one.distance(to: other) > Self.same && hiding(one, other, column, row) > hiding(other, one, column, row)
      && doubt(about: one, column, row) <= Self.same
  }

  /// In how many of the two frames what moves along `one` hides what moves along `other`.
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
  /// Whether the block in which the middle of a block lies, once it has moved, is not found in the leg's other frame.
  /// Outside of the picture nothing is known.
  fileprivate func isSeenOnce(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Bool {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return contains(x, y) && !isCertain(x, y)
  }
}
