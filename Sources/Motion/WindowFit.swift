/// How well the window around a block is found in the other frame, along its vector. Only the part inside both frames
/// is compared.
struct WindowFit {
  /// Whether the two windows overlap enough with both frames to compare. If not, the other properties mean nothing.
  let isSeen: Bool
  /// The sum of the differences between the window and the window to which the vector leads.
  let difference: Int
  /// The sum of differences between the window's samples and their mean.
  let contrast: Int
  /// The difference between the means of the two windows at the same coordinates.
  let change: Int

  /// Compares a window of the two frames, in the component in which motion is searched.
  init(
    _ column: Int, _ row: Int, from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ vector: MotionVector
  ) {
    let (x, y) = MotionGeometry.window(column, row)
    let mean = from.mean(x, y)
    let (difference, inside) = from.insideDifference(x, y, to: to, moved: vector)
    isSeen = inside >= MotionGeometry.leastSeen
    self.difference = difference
    contrast = from.difference(x, y, toFlat: mean)
    change = abs(Int(mean) - Int(to.mean(x, y)))
  }

  /// Whether the match is probably right: apart from noise of four code values per sample, at most half of the contrast
  /// may differ.
  var isConvincing: Bool { isSeen && difference <= 4 * MotionGeometry.windowArea + contrast / 2 }
}
