/// A kernel table with a row of weights for each of `phases` positions between two samples. At other positions, weights
/// are interpolated linearly between two rows.
package struct LinearTable: KernelTable {
  package typealias OctaveElement = Float

  package let halfWidth: Int
  let phases: Int
  /// Half the number of weights in a row. For a position between samples n and n + 1, weight i is for sample n + 1 −
  /// rowHalfWidth + i.
  let rowHalfWidth: Int
  /// `phases` + 1 rows. The last row is the first one, shifted by a sample.
  let weights: [Float]

  package init(_ shape: KernelShape, widening: Double, rowHalfWidth: Int) {
    halfWidth = shape.halfWidth(widening: widening)
    self.rowHalfWidth = rowHalfWidth
    phases = shape.phases(widening: widening)
    weights = Self.rows(shape, widening: widening, phases: phases, rowHalfWidth: rowHalfWidth)
  }

  private static func rows(_ shape: KernelShape, widening: Double, phases: Int, rowHalfWidth: Int) -> [Float] {
    let profile = KernelProfile(shape, widening: widening, halfWidth: rowHalfWidth)
    let width = 2 * rowHalfWidth
    var weights = [Float](repeating: 0, count: (phases + 1) * width)
    var row = [Double](repeating: 0, count: width)
    for phase in 0...phases / 2 {
      profile.fill(&row, at: Double(phase) / Double(phases))
      for tap in 0..<width {
        weights[phase * width + tap] = Float(row[tap])
        // The kernel is symmetric, so the row for 1 − phase has the weights in reverse order.
        weights[(phases - phase) * width + width - 1 - tap] = Float(row[tap])
      }
    }
    return weights
  }

  package func withRows(count: Int, _ body: (LinearRows) -> Void) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe body(LinearRows(self, weights.baseAddress!, count: count))
    }
  }
}

/// Valid only while `LinearTable.withRows` runs.
@safe package struct LinearRows: KernelRows {
  private let first: UnsafePointer<Float>
  private let width: Int
  private let phases: Double
  private let lastPhase: Int

  init(_ table: LinearTable, _ weights: UnsafePointer<Float>, count: Int) {
    width = 2 * table.rowHalfWidth
    unsafe first = weights + (width - count) / 2
    phases = Double(table.phases)
    lastPhase = table.phases - 1
  }

  @inline(__always)
  @unsafe package func weights(at fraction: Double) -> LinearWeights {
    let position = fraction * phases
    // For a fraction just below 1, the product may round up to `phases`, the last row, which has no next row.
    let phase = min(lastPhase, Int(position))
    let row = unsafe first + phase * width
    return unsafe LinearWeights(first: row, second: row + width, share: Float(position - Double(phase)))
  }
}

/// The table rows on either side of a position, and the share of the second row in the interpolation.
@safe package struct LinearWeights: KernelWeights {
  let first: UnsafePointer<Float>
  let second: UnsafePointer<Float>
  let share: Float

  package static var centre: Int { 0 }

  @inline(__always)
  @unsafe package func four(at start: Int) -> SIMD4<Float> {
    let values = unsafe Float.four(first + start)
    return unsafe values + (Float.four(second + start) - values) * share
  }

  @inline(__always)
  @unsafe package func wideFour(at start: Int) -> SIMD4<Double> { unsafe four(at: start).widened }
}
