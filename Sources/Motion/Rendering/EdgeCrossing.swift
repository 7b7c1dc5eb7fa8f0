/// Finds the motion of things that enter or leave the picture between two frames. Only one of the two frames shows such
/// a thing completely, so there is little to compare. It is assumed to move as in the next or the previous pair of
/// frames, where both frames show it.
struct EdgeCrossing {
  /// A block is the right one if its vector is within this, in sixteenths of a pixel, of the vector that led to it.
  private static let tolerance = 16
  /// The number of attempts to find the block that moves to a position. Each attempt follows the last vector found.
  private static let mostTries = 3

  /// The motion from the second frame to the one after it.
  private let later: MotionLeg
  /// The motion from the first frame back to the one before it.
  private let earlier: MotionLeg
  private let phase: Phase
  private let size: (width: Int, height: Int)

  init(_ beside: MotionBeside, at phase: Phase, width: Int, height: Int) {
    (later, earlier) = (beside.later?.leaving ?? .unknown, beside.earlier?.arriving ?? .unknown)
    self.phase = phase
    size = (width, height)
  }

  /// The vector, from the first frame to the second, of a thing that passes over a block of the new frame. The thing
  /// must be at least partly outside one of the two frames. Nil if there is none.
  func vector(_ column: Int, _ row: Int) -> MotionVector? { arriving(column, row) ?? departing(column, row) }

  /// The vector of a thing that enters the picture: only the second frame shows it.
  private func arriving(_ column: Int, _ row: Int) -> MotionVector? {
    guard let vector = Self.vector(passing: column, row, along: later, to: { phase.remaining($0) }),
      leaves(column, row, by: -phase.travelled(vector))
    else { return nil }
    return vector
  }

  /// The vector of a thing that leaves the picture: only the first frame shows it. Its vector in `earlier` leads back
  /// in time, and is therefore negated.
  private func departing(_ column: Int, _ row: Int) -> MotionVector? {
    guard let vector = Self.vector(passing: column, row, along: earlier, to: { phase.travelled($0) }),
      leaves(column, row, by: -phase.remaining(vector))
    else { return nil }
    return -vector
  }

  /// The vector, in `leg`, of the block that passes over a block of the new frame. Nil if there is none, or if its
  /// motion is uncertain.
  ///
  /// - Parameter way: returns the part of a vector that leads from the new frame to the frame where `leg` begins.
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

  /// Whether a block that is moved by `step` extends beyond the frame.
  private func leaves(_ column: Int, _ row: Int, by step: MotionVector) -> Bool {
    let (side, bits) = (MotionGeometry.blockSide, MotionGeometry.unitBits)
    let (x, y) = (column &* side &+ step.x &>> bits, row &* side &+ step.y &>> bits)
    return x < 0 || y < 0 || x &+ side > size.width || y &+ side > size.height
  }
}
