/// Two frames as they meet at a phase.
struct Meeting {
  let first: PaddedPlane<UInt8>
  let second: PaddedPlane<UInt8>
  let motion: PairMotion
  let phase: Phase

  /// A contrast of so many codes makes up for one of difference.
  private static let contrastPerDifference = 4

  /// How badly they agree in the window around a block, if what is seen there moves along `vector`: their difference,
  /// less part of the contrast of what is seen. Below 0 where a contrast is met again.
  ///
  /// What is flat agrees with everything that is flat. Without this, a thin thing that moves would be lost between two
  /// pieces of the wall behind it, which agree better than it does with itself.
  ///
  /// The window is moved to whole samples of the first frame, so that only the second has to be interpolated; what
  /// lies between is exactly the vector.
  func disagreement(along vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let half = MotionVector.unitsPerPixel / 2
    let place = FieldSearch.window(column, row)
    let travelled = phase.travelled(vector)
    let here = first.clamped(
      place.x &- (travelled.x &+ half) &>> 4, place.y &- (travelled.y &+ half) &>> 4,
      width: CompareWindow.side, height: CompareWindow.side)
    let difference = first.fineDifference(here.x, here.y, to: second, moved: vector)
    let contrast = first.difference(here.x, here.y, toPlain: first.mean(here.x, here.y))
    return difference &- contrast / Self.contrastPerDifference
  }

  /// How far, in sixteenths, the motion found at either end is from `vector`, whichever is farther.
  func doubt(about vector: MotionVector, _ column: Int, _ row: Int) -> Int {
    let (gone, ahead) = (phase.travelled(vector), phase.remaining(vector))
    // The blocks in which the centre lies; blocks are 128 sixteenths wide.
    let there = motion.forward.nearest(column &+ (64 &- gone.x) &>> 7, row &+ (64 &- gone.y) &>> 7)
    let back = motion.backward.nearest(column &+ (64 &+ ahead.x) &>> 7, row &+ (64 &+ ahead.y) &>> 7)
    return max(there.distance(to: vector), (-back).distance(to: vector))
  }
}
