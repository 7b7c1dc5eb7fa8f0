/// What only one of the two frames shows, as it is hidden in the other one by something that moves across it: it is
/// taken from the one frame, and moves as what is around it there.
struct SeenOnce {
  /// How far, in blocks, it is looked for what moves around a block.
  private static let reach = 8
  /// In at least so many of eight directions, what is around has to have the same vector.
  private static let leastAlike = 3
  /// In sixteenths: vectors no farther apart are the same, and vectors farther apart are different.
  private static let same = 24, another = 48

  private let leaving: MotionLeg
  private let arriving: MotionLeg
  private let phase: Phase

  init(_ motion: PairMotion, at phase: Phase) {
    (leaving, arriving) = (motion.leaving, motion.arriving)
    self.phase = phase
  }

  /// The vector, from the first frame to the second, and the frame; nil if nothing speaks for it, or as much for one
  /// as for the other.
  ///
  /// - Parameter vector: along which the two frames do not match at a block.
  func choice(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    let later = hidden(column, row, seen: arriving, by: phase.remaining(vector), from: leaving) { vector in
      // From the second frame to the first: what is left of it is what it has not travelled.
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

  /// The vector, along the leg of the frame that shows it, of what passes over a block and is hidden in the other
  /// frame.
  ///
  /// - Parameters:
  ///   - step: from the block to where it is in the leg's frame.
  ///   - rest: how far it is from the block to the other frame along a vector of the leg.
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

  /// The vector that most of the nearest certain blocks in eight directions have; nil if too few do.
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
