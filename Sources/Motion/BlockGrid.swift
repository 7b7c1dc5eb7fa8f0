/// A value for each block of a frame.
///
/// A class with memory of its own, so that several threads can fill different rows of one grid at once. Every access is
/// checked to be inside; the caller has to share out the rows so that no two threads write the same one.
@safe final class BlockGrid<Value: BitwiseCopyable>: @unchecked Sendable {
  let columns: Int
  let rows: Int
  private let values: UnsafeMutablePointer<Value>

  init(columns: Int, rows: Int, filledWith value: Value) {
    precondition(columns > 0 && rows > 0)
    self.columns = columns
    self.rows = rows
    unsafe values = .allocate(capacity: columns * rows)
    unsafe values.initialize(repeating: value, count: columns * rows)
  }

  deinit { unsafe values.deallocate() }

  subscript(column: Int, row: Int) -> Value {
    get { unsafe values[index(column, row)] }
    set { unsafe values[index(column, row)] = newValue }
  }

  func contains(_ column: Int, _ row: Int) -> Bool { column >= 0 && row >= 0 && column < columns && row < rows }

  /// The value of the block in which the middle of a block lies once it has moved by so many sixteenths, or of the one
  /// nearest to that.
  func landing(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Value {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return nearest(x, y)
  }

  /// The value of the block of the grid that is nearest to these coordinates, which may be outside.
  func nearest(_ column: Int, _ row: Int) -> Value {
    self[min(max(column, 0), columns &- 1), min(max(row, 0), rows &- 1)]
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    precondition(contains(column, row))
    return row &* columns &+ column
  }
}
