/// Measures how well two frames match at a phase, if a block of the new frame moves along a vector.
struct PhaseMatch {
  /// The components of the two frames in which motion is searched, at the same brightness.
  let first: PaddedPlane<UInt8>
  let second: PaddedPlane<UInt8>
  let motion: PairMotion
  let beside: MotionBeside
  /// Whether samples of one frame can replace those of the other. They cannot in a fade, or beside a flat frame.
  private let isInterchangeable: Bool
  let bends: RowBends
  let trial: BlendTrial
  let phase: Phase
  /// Created once for all blocks. The two values refer to memory that threads share, and counting references to it from
  /// several threads would cost more than everything else.
  private let edge: EdgeCrossing
  private let once: SeenOnce

  /// The amount of contrast that compensates for one code value of difference.
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

  /// The vector of a thing that crosses the edge of the picture at a block; nil if there is none, or if samples of one
  /// frame cannot replace those of the other.
  func crossing(_ column: Int, _ row: Int) -> MotionVector? {
    isInterchangeable ? edge.vector(column, row) : nil
  }

  /// For a block at which the two frames do not match along `vector`: the vector of a thing that only one frame shows,
  /// and that frame. Nil if there is none, or if samples of one frame cannot replace those of the other.
  func seenOnce(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    isInterchangeable ? once.choice(insteadOf: vector, column, row) : nil
  }

  /// How badly the two frames match in the window around a block, if its contents move along `vector`, in sixteenths.
  /// It is the difference minus a part of the contrast, and negative if much contrast matches.
  ///
  /// Contrast counts because a flat window matches every flat window. Without it, a thin moving thing would be lost:
  /// the wall on both sides of the thing matches itself better than the thing does.
  func disagreement(along vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let windows = windows(along: vector, column, row)
    return windows.difference &- windows.contrast / Self.contrastPerDifference
  }

  /// The difference of the two source windows that move to the window around a block along `vector`, and the contrast
  /// of the first one.
  ///
  /// The part outside a frame is assumed to differ as the part inside does, plus half a code value per sample. Contrast
  /// counts in proportion to the part inside. Otherwise vectors that lead out of the picture would win wherever nothing
  /// fits.
  ///
  /// The first window is rounded to whole samples, so that only the second is interpolated. The distance between them
  /// is still exactly `vector`.
  func windows(along vector: MotionVector, _ column: Int, _ row: Int) -> (difference: Int, contrast: Int) {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    let contrast = first.difference(start.x, start.y, toFlat: first.mean(start.x, start.y))
    let area = MotionGeometry.windowArea
    return (difference &+ (area &- inside) / 2, contrast &* inside / area)
  }

  /// The difference along `vector` in the part inside both frames, scaled to a whole window; nil if that part is too
  /// small.
  func seenDifference(along vector: MotionVector, _ column: Int, _ row: Int) -> Int? {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    return inside < MotionGeometry.leastSeen ? nil : difference
  }

  /// The top left corner of the window in the first frame that moves to the window around a block, clamped so that it
  /// is contained.
  private func start(_ vector: MotionVector, _ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let (half, bits) = (MotionGeometry.unitsPerPixel / 2, MotionGeometry.unitBits)
    let window = MotionGeometry.window(column, row)
    let travelled = phase.travelled(vector)
    return first.clamped(
      window.x &- (travelled.x &+ half) &>> bits, window.y &- (travelled.y &+ half) &>> bits,
      width: MotionGeometry.windowSide, height: MotionGeometry.windowSide)
  }

  /// How far the two fields contradict `vector`, in sixteenths. In each frame it is the distance to the vector of the
  /// block in which this block's centre would lie. The result is the larger of the two.
  func doubt(about vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let forward = motion.forward.landing(column, row, movedBy: -gone)
    let backward = motion.backward.landing(column, row, movedBy: ahead)
    return max(forward.distance(to: vector), (-backward).distance(to: vector))
  }
}
