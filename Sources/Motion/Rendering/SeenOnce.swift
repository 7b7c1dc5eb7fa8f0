/// Finds things that only one of the two frames shows, because another thing moves across them and hides them in the
/// other frame. Their blocks are taken from the one frame, and move like their surroundings there.
struct SeenOnce {
  /// How far around a block its surroundings are searched, in blocks.
  private static let reach = 8
  /// The smallest number of the eight directions in which the surroundings must have the same vector.
  private static let leastAlike = 3
  /// Vectors that differ by at most `same`, in sixteenths, are equal. Vectors that differ by more than `another` are
  /// different.
  private static let same = 24, another = 48

  private let leaving: MotionLeg
  private let arriving: MotionLeg
  private let phase: Phase

  init(_ motion: PairMotion, at phase: Phase) {
    (leaving, arriving) = (motion.leaving, motion.arriving)
    self.phase = phase
  }

  /// The vector, from the first frame to the second, and the frame to take the block from; nil if neither frame
  /// qualifies, or if both do.
  ///
  /// - Parameter vector: the vector along which the two frames do not match at the block.
  func choice(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    let later = hidden(column, row, seen: arriving, by: phase.remaining(vector), from: leaving) { vector in
      // This vector leads from the second frame to the first. The rest of its way is the part that is not yet
      // travelled.
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

  /// The vector, in `leg`, of a thing that passes over a block and is hidden in the other frame.
  ///
  /// - Parameters:
  ///   - step: the way from the block to its position in the leg's frame.
  ///   - rest: returns, for a vector of the leg, the way from the block to its position in the other frame.
  private func hidden(
    _ column: Int, _ row: Int, seen leg: MotionLeg, by step: MotionVector, from other: MotionLeg,
    rest: (MotionVector) -> MotionVector
  ) -> MotionVector? {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    guard leg.out.contains(x, y), !leg.isCertain(x, y), let vector = Self.around(x, y, in: leg) else { return nil }
    let (otherX, otherY) = MotionGeometry.block(column, row, movedBy: rest(vector))
    guard other.out.contains(otherX, otherY), other.isCertain(otherX, otherY),
      (-other.out[otherX, otherY]).distance(to: vector) > Self.another
    else { return nil }
    return vector
  }

  /// The vector that most of the nearest certain blocks in eight directions share; nil if too few do.
  private static func around(_ column: Int, _ row: Int, in leg: MotionLeg) -> MotionVector? {
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
