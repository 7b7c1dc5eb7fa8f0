/// Sums of absolute differences over the samples of a block, without motion.
extension PaddedPlane<UInt8> {
  /// Between the block of this plane and that of another of the same size.
  func blockDifference(_ column: Int, _ row: Int, to other: PaddedPlane<UInt8>) -> Int {
    precondition(other.width == width && other.height == height)
    let (x, y) = corner(column, row)
    var sum = SIMD8<Int16>.zero
    for line in y..<y &+ MotionGeometry.blockSide {
      sum &+= unsafe Self.magnitude(of: eight(x, line) &- other.eight(x, line))
    }
    return Int(sum.wrappedSum())
  }

  /// Twice the difference between the block of this plane and the mean of those of two others: a sum of integers.
  func twiceDifference(
    _ column: Int, _ row: Int, toMeanOf one: PaddedPlane<UInt8>, _ other: PaddedPlane<UInt8>
  ) -> Int {
    precondition(one.width == width && one.height == height && other.width == width && other.height == height)
    let (x, y) = corner(column, row)
    // Eight times twice a code fits in a lane, and eight lanes of that in 16 bits.
    var sum = SIMD8<Int16>.zero
    for line in y..<y &+ MotionGeometry.blockSide {
      let both = unsafe one.eight(x, line) &+ other.eight(x, line)
      sum &+= unsafe Self.magnitude(of: eight(x, line) &* 2 &- both)
    }
    return Int(sum.wrappedSum())
  }

  /// The top left corner of a block, once it is certain that this plane contains the block.
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
