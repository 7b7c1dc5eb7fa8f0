/// Which of two things that pass over a block of the frame to be made is in front, where both frames show both of them.
///
/// What is in front hides a part of what is behind, and not the same part in both frames. Where it was in the first
/// frame, the second one shows something that the first one does not.
extension PhaseMatch {
  /// Vectors no farther apart than this, in sixteenths, are the same.
  private static let same = 32

  /// The one of two vectors along which something certainly moves that hides what moves along the other, in more of the
  /// two frames than the other way round; nil if nothing speaks for either.
  func front(of one: MotionVector, and other: MotionVector, _ column: Int, _ row: Int) -> MotionVector? {
    guard one.distance(to: other) > Self.same else { return nil }
    let (byOne, byOther) = (hiding(one, other, column, row), hiding(other, one, column, row))
    if byOne == byOther { return nil }
    let front = byOne > byOther ? one : other
    return doubt(about: front, column, row) <= Self.same ? front : nil
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
    return out.contains(x, y) && !isCertain(x, y)
  }
}
