/// What comes into the picture between two frames, or leaves it: only one of the two shows it as a whole, so there is little
/// or nothing to compare it with. It is taken to move as it does in the next pair, or did in the pair before, which show it twice.
struct EdgeCrossing {
  /// In sixteenths. A block that is found this near to where its vector came from is the one that was looked for.
  private static let tolerance = 16
  /// How often a block is looked for: its vector says where it is, and what is there has a vector of its own.
  private static let mostTries = 3

  /// From the second frame to the one after it, and from the first back to the one before.
  private let later: MotionLeg
  private let earlier: MotionLeg
  private let phase: Phase
  /// The size of the guide.
  private let size: (width: Int, height: Int)

  init(_ beside: MotionBeside, at phase: Phase, width: Int, height: Int) {
    (later, earlier) = (beside.later?.leaving ?? .unknown, beside.earlier?.arriving ?? .unknown)
    self.phase = phase
    size = (width, height)
  }

  /// The vector, from the first frame to the second, of what passes over a block and is at least in part outside of one of the
  /// two frames; nil if nothing does.
  func vector(_ column: Int, _ row: Int) -> MotionVector? { arriving(column, row) ?? departing(column, row) }

  /// Of what the second frame shows, and the first one not yet.
  private func arriving(_ column: Int, _ row: Int) -> MotionVector? {
    guard let vector = Self.vector(passing: column, row, along: later, to: { phase.remaining($0) }),
      leaves(column, row, by: -phase.travelled(vector))
    else { return nil }
    return vector
  }

  /// Of what the first frame shows, and the second one no more. The leg leads back in time.
  private func departing(_ column: Int, _ row: Int) -> MotionVector? {
    guard let vector = Self.vector(passing: column, row, along: earlier, to: { phase.travelled($0) }),
      leaves(column, row, by: -phase.remaining(vector))
    else { return nil }
    return -vector
  }

  /// The vector, along the leg, of the block of the leg's frame that passes over a block of the frame that is made; nil if none is
  /// found, or where it leads is not certain.
  ///
  /// - Parameter way: how far, of a vector, it is from the frame that is made to the leg's frame.
  private static func vector(
    passing column: Int, _ row: Int, along leg: MotionLeg, to way: (MotionVector) -> MotionVector
  ) -> MotionVector? {
    var vector = leg.out.nearest(column, row)
    for _ in 0..<mostTries {
      let (x, y) = MotionGeometry.block(column, row, movedBy: way(vector))
      guard leg.out.contains(x, y) else { return nil }
      let found = leg.out[x, y]
      if found.distance(to: vector) <= tolerance { return leg.isCertain(x, y) ? found : nil }
      vector = found
    }
    return nil
  }

  /// Whether a block that is moved by `step` is no longer inside of the picture as a whole.
  private func leaves(_ column: Int, _ row: Int, by step: MotionVector) -> Bool {
    let (side, bits) = (MotionGeometry.blockSide, MotionGeometry.unitBits)
    let (x, y) = (column &* side &+ step.x &>> bits, row &* side &+ step.y &>> bits)
    return x < 0 || y < 0 || x &+ side > size.width || y &+ side > size.height
  }
}
