extension PaddedPlane<UInt8> {
  /// The sum of absolute differences between two 8 × 8 squares, given by their top left corners; nil if not below
  /// `bound`.
  @inline(__always)
  func squareDifference(
    _ x: Int, _ y: Int, to other: PaddedPlane<UInt8>, _ otherX: Int, _ otherY: Int, below bound: Int
  ) -> Int? {
    let side = MotionGeometry.blockSide
    precondition(contains(x, y, width: side, height: side))
    precondition(other.contains(otherX, otherY, width: side, height: side))
    // Most squares already differ by too much in their upper half, so the lower half is rarely read.
    let upper = unsafe halfDifference(pointer(x, y), stride, other.pointer(otherX, otherY), other.stride)
    guard upper < bound else { return nil }
    let below = side / 2
    let sum =
      unsafe upper
      &+ halfDifference(pointer(x, y &+ below), stride, other.pointer(otherX, otherY &+ below), other.stride)
    return sum < bound ? sum : nil
  }

  /// The contrast of a square: the sum of differences between its samples and their mean.
  func squareContrast(_ x: Int, _ y: Int) -> Int {
    let side = MotionGeometry.blockSide
    precondition(contains(x, y, width: side, height: side))
    var sum = SIMD8<Int16>.zero
    for line in y..<y &+ side { sum &+= unsafe eight(x, line) }
    let mean = SIMD8<Int16>(repeating: Int16(truncatingIfNeeded: Int(sum.wrappedSum()) / (side &* side)))
    var contrast = SIMD8<Int16>.zero
    for line in y..<y &+ side { contrast &+= unsafe Self.magnitude(of: eight(x, line) &- mean) }
    return Int(contrast.wrappedSum())
  }

  /// The difference between a block of this plane and the block at the same place in another plane of the same size.
  func blockDifference(_ column: Int, _ row: Int, to other: PaddedPlane<UInt8>) -> Int {
    precondition(other.width == width && other.height == height)
    let (x, y) = corner(column, row)
    return squareDifference(x, y, to: other, x, y, below: .max) ?? .max
  }

  /// Twice the sum of absolute differences between a block of this plane and the mean of the same block in two other
  /// planes. Doubling avoids fractions.
  func twiceDifference(
    _ column: Int, _ row: Int, toMeanOf one: PaddedPlane<UInt8>, _ other: PaddedPlane<UInt8>
  ) -> Int {
    precondition(one.width == width && one.height == height && other.width == width && other.height == height)
    let (x, y) = corner(column, row)
    // Each of the eight lanes is at most 8 × 510, and their sum still fits into 16 bits.
    var sum = SIMD8<Int16>.zero
    for line in y..<y &+ MotionGeometry.blockSide {
      let both = unsafe one.eight(x, line) &+ other.eight(x, line)
      sum &+= unsafe Self.magnitude(of: eight(x, line) &* 2 &- both)
    }
    return Int(sum.wrappedSum())
  }

  /// The top left corner of a block, which must be within this plane.
  private func corner(_ column: Int, _ row: Int) -> (x: Int, y: Int) {
    let side = MotionGeometry.blockSide
    let (x, y) = (column &* side, row &* side)
    precondition(contains(x, y, width: side, height: side))
    return (x, y)
  }

  @unsafe private func eight(_ x: Int, _ y: Int) -> SIMD8<Int16> {
    unsafe UnsafePointer(pointer(x, y)).eight(as: Int16.self)
  }

  private static func magnitude(of values: SIMD8<Int16>) -> SIMD8<Int16> { pointwiseMax(values, 0 &- values) }
}

/// The sum of absolute differences over half of a block: four rows of eight samples.
@inline(__always)
@unsafe private func halfDifference(
  _ one: UnsafePointer<UInt8>, _ oneStride: Int, _ other: UnsafePointer<UInt8>, _ otherStride: Int
) -> Int {
  var sum: UInt32 = 0
  var (first, second) = unsafe (one, other)
  for _ in 0..<MotionGeometry.blockSide / 2 {
    for index in 0..<MotionGeometry.lanes {
      let difference = unsafe Int32(first[index]) &- Int32(second[index])
      sum = sum &+ UInt32(bitPattern: difference < 0 ? 0 &- difference : difference)
    }
    unsafe first += oneStride
    unsafe second += otherStride
  }
  return Int(sum)
}
