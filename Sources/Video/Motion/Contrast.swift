/// How much there is to be seen in a window.
extension PaddedPlane<UInt8> {
  /// The mean of its samples, rounded down.
  func mean(_ x: Int, _ y: Int) -> UInt8 { UInt8(difference(x, y, toPlain: 0) / CompareWindow.area) }

  /// The sum of the differences of its samples to one code.
  func difference(_ x: Int, _ y: Int, toPlain code: UInt8) -> Int {
    let side = CompareWindow.side
    precondition(contains(x, y, width: side, height: side))
    return unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: side) { plain in
      let row = plain.baseAddress!
      unsafe row.initialize(repeating: code, count: side)
      return unsafe sumOfDifferences(pointer(x, y), stride, row, 0)
    }
  }
}
