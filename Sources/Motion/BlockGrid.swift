/// A value for each block of a frame. The grid is a class with memory of its own, so that several threads can fill
/// different rows at once. Every access checks its bounds. The caller must ensure that no two threads write the same
/// row.
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

  /// The value of the block that contains the centre of a block after it has moved by `step`, in sixteenths of a pixel.
  /// Outside the grid, the value of the nearest block.
  func landing(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Value {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return nearest(x, y)
  }

  /// The value at these coordinates, which are clamped to the grid.
  func nearest(_ column: Int, _ row: Int) -> Value {
    self[min(max(column, 0), columns &- 1), min(max(row, 0), rows &- 1)]
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    precondition(contains(column, row))
    return row &* columns &+ column
  }
}
