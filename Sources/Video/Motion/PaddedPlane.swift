/// The samples of one component with its edges repeated outward, so that windows may reach beyond them.
///
/// Memory of its own, read by many threads at once. The kernels that are extensions of this type check that the window
/// they were given lies within the margin, and only then go without checks.
@safe final class PaddedPlane<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable>: @unchecked Sendable {
  /// How far the edges are repeated.
  static var margin: Int { 48 }

  let width: Int
  let height: Int
  let stride: Int
  private let samples: UnsafeMutablePointer<Sample>

  init(width: Int, height: Int) {
    precondition(width > 0 && height > 0)
    self.width = width
    self.height = height
    stride = width + 2 * Self.margin
    let count = stride * (height + 2 * Self.margin)
    unsafe samples = .allocate(capacity: count)
    unsafe samples.initialize(repeating: 0, count: count)
  }

  deinit { unsafe samples.deallocate() }

  /// Where the sample lies that is so far across and down; both may lie in the margin.
  ///
  /// A caller has to have asked `contains`.
  @unsafe func pointer(_ x: Int, _ y: Int) -> UnsafeMutablePointer<Sample> {
    unsafe samples + ((y &+ Self.margin) &* stride &+ x &+ Self.margin)
  }

  /// Whether all samples of a window, and one more in each direction, are there.
  func contains(_ x: Int, _ y: Int, width: Int, height: Int) -> Bool {
    let margin = Self.margin &- 2
    return x >= 0 &- margin && y >= 0 &- margin && x &+ width <= self.width &+ margin
      && y &+ height <= self.height &+ margin
  }

  /// The place nearest to the one wanted at which a window of that size is contained.
  func clamped(_ x: Int, _ y: Int, width: Int, height: Int) -> (x: Int, y: Int) {
    let margin = Self.margin &- 2
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

  /// Repeats the edges, after the samples have been set.
  func extendEdges() {
    for row in 0..<height {
      unsafe pointer(-Self.margin, row).update(repeating: self[0, row], count: Self.margin)
      unsafe pointer(width, row).update(repeating: self[width - 1, row], count: Self.margin)
    }
    for distance in 1...Self.margin {
      unsafe pointer(-Self.margin, -distance).update(from: pointer(-Self.margin, 0), count: stride)
      unsafe pointer(-Self.margin, height - 1 + distance)
        .update(from: pointer(-Self.margin, height - 1), count: stride)
    }
  }
}
