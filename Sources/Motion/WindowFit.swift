/// How well the window around a block is found in the other frame, along its vector. Only what is inside of both frames is compared.
struct WindowFit {
  /// Whether enough is inside of both to tell anything; if not, nothing else counts.
  let isSeen: Bool
  /// The sum of the differences to the window found.
  let difference: Int
  /// The sum of the differences of the window's samples to their own mean.
  let contrast: Int
  /// The difference between the means of the two windows at the same coordinates.
  let change: Int

  /// The planes are the guides at full size.
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

  /// Whether what moves along the vector is most likely what is in the window: up to four codes a sample are noise, and of
  /// what stands out from the mean half has to be found again.
  var isConvincing: Bool { isSeen && difference <= 4 * MotionGeometry.windowArea + contrast / 2 }
}
