/// The samples of one component, surrounded by a margin that repeats the edges. A window may thus extend beyond the
/// frame. The inner loops are extensions of this type. Each checks its window once, and then reads without checks.
@safe final class PaddedPlane<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: @unchecked Sendable {
  let width: Int
  let height: Int
  let stride: Int
  private let samples: UnsafeMutablePointer<Sample>

  init(width: Int, height: Int) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    let margin = MotionGeometry.margin
    stride = width + 2 * margin
    let count = stride * (height + 2 * margin)
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0, count: count)
  }

  deinit { unsafe samples.deallocate() }

  /// The address of a sample, which may lie in the margin. The coordinates are not checked: the caller must have called
  /// `contains` or `clamped`.
  @unsafe func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Sample> {
    let margin = MotionGeometry.margin
    return unsafe samples + ((y &+ margin) &* stride &+ x &+ margin)
  }

  /// How far outside the frame a window may lie, in samples.
  @inline(__always)
  private var windowMargin: Int { MotionGeometry.margin &- MotionGeometry.kernelReach }

  /// Whether the plane and its margin contain a window, and `MotionGeometry.kernelReach` more samples on each side.
  func contains(_ x: Int, _ y: Int, width: Int, height: Int) -> Bool {
    let margin = windowMargin
    return x >= 0 &- margin && y >= 0 &- margin && x &+ width <= self.width &+ margin
      && y &+ height <= self.height &+ margin
  }

  /// The coordinates nearest to (`x`, `y`) at which the plane and its margin contain a window of this size.
  func clamped(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let margin = windowMargin
    return (
      min(max(x, 0 &- margin), self.width &+ margin &- width),
      min(max(y, 0 &- margin), self.height &+ margin &- height)
    )
  }

  subscript(x: Int, y: Int) -> Sample {
    get {
      precondition(x >= 0 && y >= 0 && x < width && y < height)
      return unsafe pointer(x, y).pointee
    }
    set {
      precondition(x >= 0 && y >= 0 && x < width && y < height)
      unsafe pointer(x, y).pointee = newValue
    }
  }

  /// Fills the margin with the samples of the edges. Must be called after samples have been set.
  func extendEdges() {
    let margin = MotionGeometry.margin
    for row in 0..<height {
      unsafe pointer(-margin, row).update(repeating: self[0, row], count: margin)
      unsafe pointer(width, row).update(repeating: self[width - 1, row], count: margin)
    }
    for distance in 1...margin {
      unsafe pointer(-margin, -distance).update(from: pointer(-margin, 0), count: stride)
      unsafe pointer(-margin, height - 1 + distance).update(from: pointer(-margin, height - 1), count: stride)
    }
  }
}
