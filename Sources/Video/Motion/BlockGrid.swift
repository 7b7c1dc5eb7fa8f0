/// A value for each block of a frame.
///
/// It lies in memory of its own, so that threads can fill different rows of one grid at once. Every access is checked
/// to be inside; that no two threads write one row is up to whoever shares out the rows.
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
    get { unsafe values[place(column, row)] }
    set { unsafe values[place(column, row)] = newValue }
  }

  /// The value of the nearest block there is.
  func nearest(_ column: Int, _ row: Int) -> Value {
    self[min(max(column, 0), columns &- 1), min(max(row, 0), rows &- 1)]
  }

  private func place(_ column: Int, _ row: Int) -> Int {
    precondition(column >= 0 && column < columns && row >= 0 && row < rows)
    return row &* columns &+ column
  }
}
