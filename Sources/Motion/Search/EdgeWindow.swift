/// A window of one frame that is compared with windows partly outside another frame. Outside, a plane only repeats its
/// edges, and a wrong vector would fit that repetition best. The part outside is therefore ignored.
///
/// That alone would match flat areas anywhere along the edges, and move repeating patterns out of the picture by a
/// period. The part inside must therefore have three quarters of the window's contrast per sample. Each sample that is
/// outside only because of the motion adds a cost.
struct EdgeWindow {
  /// With fewer samples inside, or too little contrast, the whole window is compared without the cost. With the cost,
  /// titles at four times the rate would be 0.7 dB worse.
  private static let leastInside = MotionGeometry.windowArea / 4
  /// The smallest contrast per sample of the part inside, in quarters of the window's contrast per sample.
  private static let leastQuarters = 3
  /// The cost of each sample that is outside along the vector but inside without motion, in code values of the window's
  /// summed difference.
  private static let costPerSample = 4

  private let x: Int
  private let y: Int
  private let mean: Int
  /// The sum of the differences to the mean.
  private let contrast: Int

  /// Creates the window of `from` at (`x`, `y`), which must be contained.
  init(_ x: Int, _ y: Int, of from: PaddedPlane<UInt8>) {
    (self.x, self.y) = (x, y)
    let mean = from.mean(x, y)
    self.mean = Int(mean)
    contrast = from.difference(x, y, toFlat: mean)
  }

  /// The difference between the window and the window of `to` at these coordinates, which the margin of `to` must
  /// contain. It is the difference of the part inside, scaled up to a whole window, plus the cost of the part outside.
  /// Nil if the part inside is too small or has too little contrast.
  ///
  /// - Parameter from: the plane of the window.
  func difference(of from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int) -> Int? {
    let (columns, rows) = (Self.inside(toX, to.width), Self.inside(toY, to.height))
    let (count, area) = (columns.count &* rows.count, MotionGeometry.windowArea)
    guard count >= Self.leastInside else { return nil }
    let (difference, contrastInside) = sums(from, to, toX, toY, columns, rows)
    guard contrastInside &* area &* 4 >= contrast &* count &* Self.leastQuarters else { return nil }
    let unmoved = Self.inside(x, to.width).count &* Self.inside(y, to.height).count
    return difference &* area / count &+ max(0, unmoved &- count) &* Self.costPerSample
  }

  /// The part of a window that begins at `start`, along one axis, that is within `length`.
  private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
    PaddedPlane<UInt8>.inside(start, start, length)
  }

  /// Sums over some columns and rows of the two windows: their differences, and the first window's differences to its
  /// mean.
  private func sums(
    _ from: PaddedPlane<UInt8>, _ to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int, _ columns: Range<Int>,
    _ rows: Range<Int>
  ) -> (difference: Int, contrast: Int) {
    let side = MotionGeometry.windowSide
    precondition(from.contains(x, y, width: side, height: side) && to.contains(toX, toY, width: side, height: side))
    let mean = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: mean))
    // A lane adds 2 × 16 differences of at most 255: 8160 fits into 16 bits.
    var (difference, contrast) = (SIMD8<Int16>(), SIMD8<Int16>())
    for half in [0, MotionGeometry.lanes] {
      let isInside = Self.mask(columns, from: half)
      for row in rows {
        let one = unsafe UnsafePointer(from.pointer(x &+ half, y &+ row)).eight(as: Int16.self)
        let other = unsafe UnsafePointer(to.pointer(toX &+ half, toY &+ row)).eight(as: Int16.self)
        difference &+= Self.magnitude(one &- other) & isInside
        contrast &+= Self.magnitude(one &- mean) & isInside
      }
    }
    return (Self.total(difference), Self.total(contrast))
  }

  /// A mask with all bits set for those of the eight columns from `first` on that are in `columns`.
  private static func mask(_ columns: Range<Int>, from first: Int) -> SIMD8<Int16> {
    var mask = SIMD8<Int16>()
    for index in mask.indices where columns.contains(first &+ index) { mask[index] = -1 }
    return mask
  }

  private static func magnitude(_ values: SIMD8<Int16>) -> SIMD8<Int16> { pointwiseMax(values, 0 &- values) }

  private static func total(_ values: SIMD8<Int16>) -> Int {
    Int(SIMD8<Int32>(truncatingIfNeeded: values).wrappedSum())
  }
}
