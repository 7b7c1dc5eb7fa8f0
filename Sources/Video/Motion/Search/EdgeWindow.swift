/// A window of one frame, for comparing it with windows of another that lie partly outside of it.
///
/// Beyond the edges of a frame there is nothing but their repetition. What moves out of the picture differs from it, so that a
/// wrong vector would be taken: what lies outside is left out of the comparison. But then flat ground would be found anywhere
/// along the edges, and patterns that repeat a period farther out. So the rest has to have its share of the contrast, and a
/// vector that leads outside costs more.
struct EdgeWindow {
  /// A smaller part of the window tells nothing.
  private static let leastInside = MotionGeometry.windowArea / 4
  /// The part inside has at least so many quarters of the contrast, a sample, of the whole.
  private static let leastQuarters = 3
  /// In codes, for each sample that the vector leads outside, and the zero vector does not.
  private static let price = 4

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
  /// lies inside, scaled up to the whole window, and with the price. Nil where that part is too small or has too little contrast.
  func difference(of from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int) -> Int? {
    let (columns, rows) = (Self.inside(toX, to.width), Self.inside(toY, to.height))
    let (count, area) = (columns.count &* rows.count, MotionGeometry.windowArea)
    guard count >= Self.leastInside else { return nil }
    let (difference, seen) = sums(from, to, toX, toY, columns, rows)
    guard seen &* area &* 4 >= contrast &* count &* Self.leastQuarters else { return nil }
    let unmoved = Self.inside(x, to.width).count &* Self.inside(y, to.height).count
    return difference &* area / count &+ max(0, unmoved &- count) &* Self.price
  }

  /// Along one axis, what lies within `length` of a window that begins at `start`.
  private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
    let first = max(0, 0 &- start)
    return first..<max(first, min(MotionGeometry.windowSide, length &- start))
  }

  /// In some columns and rows of the windows: the sum of their differences, and of those of the first to its mean.
  private func sums(
    _ from: PaddedPlane<UInt8>, _ to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int, _ columns: Range<Int>,
    _ rows: Range<Int>
  ) -> (difference: Int, contrast: Int) {
    let side = MotionGeometry.windowSide
    precondition(from.contains(x, y, width: side, height: side) && to.contains(toX, toY, width: side, height: side))
    let mean = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: mean))
    // 16 bits hold what the rows of a window add up to.
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
