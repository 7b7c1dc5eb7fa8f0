/// A value for each block of a frame. The grid is a class with memory of its own, so that threads can fill different
/// rows at once. Every access checks its bounds. No two threads may write to the same row.
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

  /// Moves a block by `step`, in sixteenths of a pixel, and returns the value of the block at which its center arrives.
  /// Outside the grid, returns the value of the nearest block.
  func landing(_ column: Int, _ row: Int, movedBy step: MotionVector) -> Value {
    let (x, y) = MotionGeometry.block(column, row, movedBy: step)
    return nearest(x, y)
  }

  /// The value of a block. Coordinates outside the grid are clamped.
  func nearest(_ column: Int, _ row: Int) -> Value {
    self[min(max(column, 0), columns &- 1), min(max(row, 0), rows &- 1)]
  }

  private func index(_ column: Int, _ row: Int) -> Int {
    precondition(contains(column, row))
    return row &* columns &+ column
  }
}
