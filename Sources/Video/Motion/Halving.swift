/// The next level of a pyramid.
extension PaddedPlane<UInt8> {
  /// Fills the plane with means of 2 × 2 samples, rounded half up, of one twice as large; odd edges are repeated.
  func halve(_ larger: PaddedPlane<UInt8>) {
    precondition(width == (larger.width + 1) / 2 && height == (larger.height + 1) / 2)
    for row in 0..<height {
      // The margin of the larger one holds what an odd width lacks.
      let (above, below) = unsafe (larger.pointer(0, 2 * row), larger.pointer(0, 2 * row + 1))
      let result = unsafe pointer(0, row)
      for column in 0..<width {
        let left = 2 &* column
        let sum =
          unsafe UInt16(above[left]) &+ UInt16(above[left &+ 1]) &+ UInt16(below[left])
          &+ UInt16(below[left &+ 1])
        unsafe result[column] = UInt8(truncatingIfNeeded: (sum &+ 2) &>> 2)
      }
    }
    extendEdges()
  }
}
