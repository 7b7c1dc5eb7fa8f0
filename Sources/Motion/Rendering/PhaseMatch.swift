/// Measures how well two source frames match if a block of the new frame moves along a vector.
struct PhaseMatch {
  /// The plane of each source frame in which motion is searched. In a fade, both have the same brightness.
  let first: PaddedPlane<UInt8>
  let second: PaddedPlane<UInt8>
  let motion: PairMotion
  let beside: MotionBeside
  /// Whether samples of one frame can replace those of the other. They cannot in a fade, or beside a blank frame.
  private let isInterchangeable: Bool
  let bends: RowBends
  let trial: BlendTrial
  let phase: Phase
  /// `edge` and `once` are created once for all blocks, because threads would lose much time to reference counts.
  private let edge: EdgeCrossing
  private let once: SeenOnce

  /// The contrast, in code values, that makes up for one code value of difference.
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

  /// The vector of a thing that enters or leaves the picture at a block. Nil if there is none, or if samples of one
  /// frame cannot replace those of the other.
  func crossing(_ column: Int, _ row: Int) -> MotionVector? {
    isInterchangeable ? edge.vector(column, row) : nil
  }

  /// The vector of a thing that only one frame shows, and this frame, for a block at which the frames do not match
  /// along `vector`. Nil if there is no such thing, or if samples of one frame cannot replace those of the other.
  func seenOnce(insteadOf vector: MotionVector, _ column: Int, _ row: Int) -> (vector: MotionVector, side: Side)? {
    isInterchangeable ? once.choice(insteadOf: vector, column, row) : nil
  }

  /// How badly the two frames match in the window around a block if the block moves along `vector`. The result is the
  /// difference minus a part of the contrast. It is negative if a window with much contrast matches well.
  ///
  /// Contrast counts because a flat window matches every flat window. Otherwise a thin thing that moves in front of a
  /// flat wall would be lost: the wall would match better than the thing.
  func disagreement(along vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let windows = windows(along: vector, column, row)
    return windows.difference &- windows.contrast / Self.contrastPerDifference
  }

  /// The difference between the two windows, one in each source frame, that `vector` connects through a block of the
  /// new frame. Also returns the contrast of the first window.
  ///
  /// The part of a window outside a frame is assumed to differ as the part inside does, plus half a code value per
  /// sample. Contrast counts in proportion to the part inside. Otherwise vectors out of the picture would win too
  /// easily.
  ///
  /// The first window is rounded to whole samples, so that only the second must be interpolated. The distance between
  /// the two windows is still exactly `vector`.
  func windows(along vector: MotionVector, _ column: Int, _ row: Int) -> (difference: Int, contrast: Int) {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    let contrast = first.difference(start.x, start.y, toFlat: first.mean(start.x, start.y))
    let area = MotionGeometry.windowArea
    return (difference &+ (area &- inside) / 2, contrast &* inside / area)
  }

  /// The difference between the frames along `vector` in the part of a window inside both frames, scaled to a whole
  /// window. Nil if this part is too small.
  func seenDifference(along vector: MotionVector, _ column: Int, _ row: Int) -> Int? {
    let start = start(vector, column, row)
    let (difference, inside) = first.insideDifference(start.x, start.y, to: second, moved: vector)
    return inside < MotionGeometry.leastSeen ? nil : difference
  }

  /// The top left corner of the window in the first frame that moves along `vector` to a block's window, clamped.
  private func start(_ vector: MotionVector, _ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let (half, bits) = (MotionGeometry.unitsPerPixel / 2, MotionGeometry.unitBits)
    let window = MotionGeometry.window(column, row)
    let travelled = phase.travelled(vector)
    return first.clamped(
      window.x &- (travelled.x &+ half) &>> bits, window.y &- (travelled.y &+ half) &>> bits,
      width: MotionGeometry.windowSide, height: MotionGeometry.windowSide)
  }

  /// How far the vectors of the two source frames contradict `vector`, in sixteenths of a pixel. In each frame,
  /// `vector` is compared with the vector of the block to which it leads. The larger difference is the result.
  func doubt(about vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    let forward = motion.forward.landing(column, row, movedBy: -gone)
    let backward = motion.backward.landing(column, row, movedBy: ahead)
    return max(forward.distance(to: vector), (-backward).distance(to: vector))
  }
}
