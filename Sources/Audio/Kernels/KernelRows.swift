/// The rows of a table, on plain memory, as far as the weights in their middle that are wanted.
@unsafe struct KernelRows {
  private let first: UnsafePointer<Float>
  private let width: Int
  private let phases: Double
  private let lastPhase: Int

  init(_ table: KernelTable, _ weights: UnsafePointer<Float>, count: Int) {
    unsafe width = 2 * table.rowHalfWidth
    unsafe first = weights + (width - count) / 2
    unsafe phases = Double(table.phases)
    unsafe lastPhase = table.phases - 1
  }

  /// The two rows around a fraction, and how much of it is the second.
  @unsafe struct Pair {
    let one: UnsafePointer<Float>
    let other: UnsafePointer<Float>
    let share: Float
  }

  @inline(__always)
  func pair(at fraction: Double) -> Pair {
    let place = unsafe fraction * phases
    // Rounding may lift a fraction just below 1 to the last row, which has none after it.
    let phase = unsafe min(lastPhase, Int(place))
    let row = unsafe first + phase * width
    return unsafe Pair(one: row, other: row + width, share: Float(place - Double(phase)))
  }
}
