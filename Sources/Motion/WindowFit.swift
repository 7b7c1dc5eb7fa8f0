/// How well the window around a block matches the other frame along the block's vector. Only the part of the window
/// inside both frames is compared.
struct WindowFit {
  /// Whether enough of the window is inside both frames for a comparison. If not, the other properties mean nothing.
  let isSeen: Bool
  /// The sum of the differences between the window and the part of the other frame to which the vector leads.
  let difference: Int
  /// The sum of the differences between the window's samples and their mean.
  let contrast: Int
  /// The change of the window's mean between the two frames, at the same place.
  let change: Int

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

  /// Whether the vector is probably right: the difference is at most half of the contrast, plus four code values of
  /// noise per sample.
  var isConvincing: Bool { isSeen && difference <= 4 * MotionGeometry.windowArea + contrast / 2 }
}
