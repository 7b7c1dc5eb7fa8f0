/// A window of one frame that is compared with windows partly outside another frame. The part outside, where a plane
/// only repeats its edges, is ignored. Otherwise a wrong vector would match these repeated samples best.
///
/// Two rules prevent false matches of flat areas and repeating patterns at the edges. The part inside must have three
/// quarters of the window's contrast per sample. Each sample that only the motion moves out of the frame adds a cost.
struct EdgeWindow {
  /// With fewer samples than this inside the frame, the whole window is compared, and no cost is added. A cost would
  /// make titles at four times the frame rate 0.7 dB worse.
  private static let leastInside = MotionGeometry.windowArea / 4
  /// The smallest contrast per sample of the part inside the frame, in quarters of that of the whole window.
  private static let leastQuarters = 3
  /// The cost of each sample that the motion moves out of the frame, in code values of a window's sum of differences.
  private static let costPerSample = 4

  private let x: Int
  private let y: Int
  private let mean: Int
  /// The sum of the differences between the window's samples and their mean.
  private let contrast: Int

  /// Creates the window of `from` at (`x`, `y`), for which `from.contains` must be true.
  init(_ x: Int, _ y: Int, of from: PaddedPlane<UInt8>) {
    (self.x, self.y) = (x, y)
    let mean = from.mean(x, y)
    self.mean = Int(mean)
    contrast = from.difference(x, y, toFlat: mean)
  }

  /// The difference between this window and the window of `to` at these coordinates. The difference of the part inside
  /// is scaled up to a whole window, and the cost of the part outside is added. Nil if the part inside is too small or
  /// has too little contrast.
  ///
  /// - Parameter from: the plane with which this window was created.
  func difference(of from: PaddedPlane<UInt8>, to: PaddedPlane<UInt8>, _ toX: Int, _ toY: Int) -> Int? {
    let (columns, rows) = (Self.inside(toX, to.width), Self.inside(toY, to.height))
    let (count, area) = (columns.count &* rows.count, MotionGeometry.windowArea)
    guard count >= Self.leastInside else { return nil }
    let (difference, contrastInside) = sums(from, to, toX, toY, columns, rows)
    guard contrastInside &* area &* 4 >= contrast &* count &* Self.leastQuarters else { return nil }
    let unmoved = Self.inside(x, to.width).count &* Self.inside(y, to.height).count
    return difference &* area / count &+ max(0, unmoved &- count) &* Self.costPerSample
  }

  /// The part, inside a frame of `length` samples, of a window that begins at `start` along one axis.
  private static func inside(_ start: Int, _ length: Int) -> Range<Int> {
    PaddedPlane<UInt8>.inside(start, start, length)
  }

  /// Sums over some columns and rows of two windows: the differences between the windows, and those between the first
  /// window and its mean.
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

  /// A mask for the eight columns from `first` on. All bits are set for each column that is in `columns`.
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
