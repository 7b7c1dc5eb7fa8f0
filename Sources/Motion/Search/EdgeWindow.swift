/// A window of one frame, for comparing it with windows of another that lie partly outside of it.
///
/// Beyond the edges of a frame there is nothing but the repetition of its edges. What moves out of the picture differs from that
/// repetition, and a wrong vector would be taken: so what lies outside is left out of the comparison. By itself this would find
/// flat ground anywhere along the edges, and move patterns that repeat out of the picture by a period. So the part inside must
/// have three quarters of the window's contrast, a sample, and each sample more that lies outside than without motion costs
/// something. A window without contrast always passes the first condition; for it only that cost counts.
struct EdgeWindow {
  /// With fewer samples inside, the whole window is compared, as where contrast is missing, and nothing is added: with the cost
  /// added there too, titles at four times the rate are farther by 0.7 dB.
  private static let leastInside = MotionGeometry.windowArea / 4
  /// The contrast of the part inside, a sample, is at least so many quarters of that of the window.
  private static let leastQuarters = 3
  /// In codes of the window's summed difference, for each sample that lies outside along the vector beyond those that lie
  /// outside without motion.
  private static let costPerSample = 4

  private let x: Int
  private let y: Int
  private let mean: Int
  /// The sum of the differences to the mean.
  private let contrast: Int

  /// The window of `from` at `x`, `y`, which is contained.
  init(_ x: Int, _ y: Int, of from: PaddedPlane<UInt8>) {
    (self.x, self.y) = (x, y)
    let mean = from.mean(x, y)
    self.mean = Int(mean)
    contrast = from.difference(x, y, toFlat: mean)
  }

  /// The difference between the window, which is one of `from`, and that of `to` at these coordinates, which is contained: of what
  /// lies inside, scaled up to the whole window, and the cost of what lies outside. Nil where that part is too small or has too little contrast.
  func difference(of from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int) -> Int? {
    let (columns, rows) = (Self.inside(toX, to.width), Self.inside(toY, to.height))
    let (count, area) = (columns.count &* rows.count, MotionGeometry.windowArea)
    guard count >= Self.leastInside else { return nil }
    let (difference, contrastInside) = sums(from, to, toX, toY, columns, rows)
    guard contrastInside &* area &* 4 >= contrast &* count &* Self.leastQuarters else { return nil }
    let unmoved = Self.inside(x, to.width).count &* Self.inside(y, to.height).count
    return difference &* area / count &+ max(0, unmoved &- count) &* Self.costPerSample
  }

  /// Along one axis, what of a window that begins at `start` lies within `length`.
  private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
    PaddedPlane<UInt8>.inside(start, start, length)
  }

  /// In some columns and rows of the windows: the sum of their differences, and of those of the first to its mean.
  private func sums(
    _ from: PaddedPlane<UInt8>, _ to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int, _ columns: Range<Int>,
    _ rows: Range<Int>
  ) -> (difference: Int, contrast: Int) {
    let side = MotionGeometry.windowSide
    precondition(from.contains(x, y, width: side, height: side) && to.contains(toX, toY, width: side, height: side))
    let mean = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: mean))
    // A lane adds up 2 × 16 differences of at most 255: 8160 fits in 16 bits.
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

  /// All bits set for those of the columns that are among the eight from `first` on.
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
