/// Finds things that only one of two source frames shows, because something else hides them in the other frame. Their
/// blocks are taken from the frame that shows them, and move like the blocks around them in this frame.
struct SeenOnce {
  /// How far to look for a reliable vector in each direction around a block, in blocks.
  private static let reach = 8
  /// At least this many of the eight directions around a block must give the same vector.
  private static let leastAlike = 3
  /// Vectors that differ by at most `same`, in sixteenths of a pixel, count as equal. Vectors that differ by more than
  /// `another` count as different.
  private static let same = 24, another = 48

  private typealias Leg = (leg: MotionLeg, around: BlockGrid<MotionVector?>)

  private let leaving: Leg
  private let arriving: Leg
  private let phase: Phase

  init(_ motion: PairMotion, at phase: Phase) {
    leaving = (motion.leaving, motion.aroundLeaving)
    arriving = (motion.arriving, motion.aroundArriving)
    self.phase = phase
  }

  /// The frame from which to take a block, and the vector of the block from the first frame to the second. Nil if
  /// neither frame alone shows the block's contents, or if both seem to.
  ///
  /// - Parameter vector: the vector along which the two frames do not match at the block.
  func choice(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    let later = hidden(column, row, seen: arriving, by: phase.remaining(vector), from: leaving) { vector in
      // This vector leads from the second frame to the first, so both it and the result are negated.
      -phase.travelled(-vector)
    }
    let earlier = hidden(column, row, seen: leaving, by: -phase.travelled(vector), from: arriving) { vector in
      phase.remaining(vector)
    }
    switch (earlier, later) {
    case (let vector?, nil): return (vector, .first)
    case (nil, let vector?): return (-vector, .second)
    default: return nil
    }
  }

  /// The vector of a thing that passes over a block of the new frame and is visible in only one of the two frames.
  ///
  /// - Parameters:
  ///   - seen: the vectors from the frame that shows the thing to the other frame.
  ///   - step: the displacement from the block to where its contents are in the frame that shows the thing.
  ///   - rest: returns, for a vector of `seen`, the displacement from the block to where its contents are in the other
  ///     frame.
  private func hidden(
    _ column: Int, _ row: Int, seen: Leg, by step: MotionVector, from other: Leg,
    rest: (MotionVector) -> MotionVector
  ) -> MotionVector? {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    guard seen.around.contains(x, y), let vector = seen.around[x, y] else { return nil }
    let (otherX, otherY) = MotionGeometry.block(column, row, movedBy: rest(vector))
    let back = other.leg
    guard back.out.contains(otherX, otherY), back.isCertain(otherX, otherY),
      (-back.out[otherX, otherY]).distance(to: vector) > Self.another
    else { return nil }
    return vector
  }

  /// The vector that most blocks around an uncertain block share. In each of eight directions, the nearest block with a
  /// reliable vector counts. Nil if too few share a vector, or if the block is certain.
  static func around(_ column: Int, _ row: Int, in leg: MotionLeg) -> MotionVector? {
    if leg.isCertain(column, row) { return nil }
    var found = InlineArray<8, MotionVector>(repeating: .zero)
    var count = 0
    for index in 0..<9 where index != 4 {
      let (across, down) = (index % 3 &- 1, index / 3 &- 1)
      for distance in 1...reach {
        let (x, y) = (column &+ across &* distance, row &+ down &* distance)
        guard leg.out.contains(x, y) else { break }
        if leg.isCertain(x, y) {
          found[count] = leg.out[x, y]
          count &+= 1
          break
        }
      }
    }
    var (best, most) = (MotionVector.zero, 0)
    for one in 0..<count {
      var alike = 0
      for other in 0..<count where found[one].distance(to: found[other]) <= same { alike &+= 1 }
      if alike > most { (best, most) = (found[one], alike) }
    }
    return most >= leastAlike ? best : nil
  }
}
