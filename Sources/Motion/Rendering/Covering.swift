/// Decides which of two things that pass over a block of the new frame is in front. The thing in front hides one part
/// of the other thing in the first frame, and a different part in the second frame.
extension PhaseMatch {
  /// Vectors that differ by at most this, in sixteenths of a pixel, count as equal.
  private static let same = 32

  /// Returns the vector of the thing in front: the thing that hides the other in more of the two frames. Nil if both do
  /// so equally often, or if the motion of the thing in front is uncertain.
  func front(of one: MotionVector, and other: MotionVector, _ column: Int, _ row: Int) -> MotionVector? {
    guard one.distance(to: other) > Self.same else { return nil }
    let (byOne, byOther) = (hiding(one, other, column, row), hiding(other, one, column, row))
    if byOne == byOther { return nil }
    let front = byOne > byOther ? one : other
    return doubt(about: front, column, row) <= Self.same ? front : nil
  }

  /// The number of frames (0…2) in which the thing that moves along `one` hides the thing that moves along `other`.
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
  /// Whether a moved block arrives on a block that is not found in the other frame. False if it leaves the frame.
  fileprivate func isSeenOnce(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Bool {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return out.contains(x, y) && !isCertain(x, y)
  }
}
