/// How well two frames match at a phase, if a block of the frame between them moves along some vector.
struct PhaseMatch {
  /// The guides of the two frames, at the same brightness.
  let first: PaddedPlane<UInt8>
  let second: PaddedPlane<UInt8>
  let motion: PairMotion
  let beside: MotionBeside
  /// Whether the samples of one frame can stand for those of the other: not in a fade, nor beside a frame that shows
  /// nothing.
  private let isInterchangeable: Bool
  let bends: RowBends
  let trial: BlendTrial
  let phase: Phase
  /// Made once for all blocks, not for each: they refer to memory that threads share, and counting references to it
  /// from several threads costs more than all the rest.
  private let edge: EdgeCrossing
  private let once: SeenOnce

  /// So many codes of contrast make up for one of difference.
  private static let contrastPerDifference = 4

  init(
    first: PaddedPlane<UInt8>, second: PaddedPlane<UInt8>, motion: PairMotion, beside: MotionBeside,
    isInterchangeable: Bool, bends: RowBends, trial: BlendTrial, phase: Phase
  ) {
    (self.first, self.second, self.motion, self.beside) = (first, second, motion, beside)
    (self.isInterchangeable, self.bends, self.trial, self.phase) = (isInterchangeable, bends, trial, phase)
    edge = EdgeCrossing(beside, at: phase, width: first.width, height: first.height)
    once = SeenOnce(motion, at: phase)
  }

  /// The vector of what crosses the edge of the picture at a block; nil if nothing does, or if its samples cannot stand
  /// for those of the other frame.
  func crossing(_ column: Int, _ row: Int) -> MotionVector? {
    isInterchangeable ? edge.vector(column, row) : nil
  }

  /// What only one of the two frames shows at a block, where they do not match along `vector`; nil if nothing speaks
  /// for it, or if its samples cannot stand for those of the other frame.
  func seenOnce(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    isInterchangeable ? once.choice(insteadOf: vector, column, row) : nil
  }

  /// How badly the two frames match in the window around a block, if its contents move along `vector` (sixteenths): their
  /// difference, less a part of the contrast. Below 0 where much contrast is found again.
  ///
  /// Contrast counts because flat windows match all flat windows. Without it a thin thing that moves would be lost: the
  /// wall behind it, left and right of the thing, matches itself better than the thing does.
  func disagreement(along vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let windows = windows(along: vector, column, row)
    return windows.difference &- windows.contrast / Self.contrastPerDifference
  }

  /// How much the windows of the two frames differ that lead to the one around a block along `vector`, and the contrast of
  /// the first one, which is found again if they do not.
  ///
  /// What is outside of a frame is not found again: they differ as they do inside, and by half a code more for each sample
  /// outside, and contrast counts by the share that is inside. Else vectors out of the picture would be the best ones
  /// wherever nothing fits.
  ///
  /// The window of the first frame is moved to whole samples, so that only the second has to be interpolated; the
  /// distance between the two windows is still `vector` exactly.
  func windows(along vector: MotionVector, _ column: Int, _ row: Int) -> (difference: Int, contrast: Int) {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    let contrast = first.difference(start.x, start.y, toFlat: first.mean(start.x, start.y))
    let area = MotionGeometry.windowArea
    return (difference &+ (area &- inside) / 2, contrast &* inside / area)
  }

  /// How much of what is inside of both frames differs along `vector`, for a whole window; nil if too little is.
  func seenDifference(along vector: MotionVector, _ column: Int, _ row: Int) -> Int? {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    return inside < MotionGeometry.leastSeen ? nil : difference
  }

  /// Where the window of the first frame begins that leads to the one around a block, clamped to where a window is contained.
  private func start(_ vector: MotionVector, _ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let (half, bits) = (MotionGeometry.unitsPerPixel / 2, MotionGeometry.unitBits)
    let window = MotionGeometry.window(column, row)
    let travelled = phase.travelled(vector)
    return first.clamped(
      window.x &- (travelled.x &+ half) &>> bits, window.y &- (travelled.y &+ half) &>> bits,
      width: MotionGeometry.windowSide, height: MotionGeometry.windowSide)
  }

  /// How far the two fields contradict `vector`: the distance, in sixteenths, to the vector of the block of each frame
  /// in which the centre of this block would lie; the larger of the two distances.
  func doubt(about vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let forward = motion.forward.landing(column, row, movedBy: -gone)
    let backward = motion.backward.landing(column, row, movedBy: ahead)
    return max(forward.distance(to: vector), (-backward).distance(to: vector))
  }
}
