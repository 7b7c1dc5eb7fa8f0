import Glibc

/// A kernel for one speed, tabulated: for each phase between two samples the weights of the samples around it.
///
/// A row has room for the next wider kernel's weights too, so that two neighbouring tables can be blended weight by
/// weight.
struct KernelTable: Sendable {
  /// How many samples it reaches to either side; a multiple of 4.
  let halfWidth: Int
  let phases: Int
  /// Weights in a row: sample i of the 2 · `rowHalfWidth` around the place stands at i.
  let rowHalfWidth: Int
  /// One row more than there are phases: the last is the first, a sample on.
  let weights: [Float]

  /// - Parameters:
  ///   - stretch: by how much the kernel is wider than it is at speed 1.
  ///   - rowHalfWidth: at least its own half width.
  init(_ shape: KernelShape, stretch: Double, rowHalfWidth: Int) {
    halfWidth = Self.halfWidth(shape, stretch: stretch)
    self.rowHalfWidth = rowHalfWidth
    // A wider kernel is smoother and needs fewer rows for the same precision; even, since half are mirrored.
    phases = Int(Double(shape.phases) / stretch / 2) * 2
    weights = Self.rows(shape, stretch: stretch, phases: phases, rowHalfWidth: rowHalfWidth)
  }

  static func halfWidth(_ shape: KernelShape, stretch: Double) -> Int {
    Int((Double(shape.halfWidth) * stretch / 4).rounded(.up)) * 4
  }

  private static func rows(_ shape: KernelShape, stretch: Double, phases: Int, rowHalfWidth: Int) -> [Float] {
    let profile = KernelProfile(shape, stretch: stretch, halfWidth: rowHalfWidth)
    let width = 2 * rowHalfWidth
    var weights = [Float](repeating: 0, count: (phases + 1) * width)
    var row = [Double](repeating: 0, count: width)
    for phase in 0...phases / 2 {
      profile.fill(&row, at: Double(phase) / Double(phases))
      for tap in 0..<width {
        weights[phase * width + tap] = Float(row[tap])
        // Seen from the sample after, the same row is that of the phase yet to go, from the other end.
        weights[(phases - phase) * width + width - 1 - tap] = Float(row[tap])
      }
    }
    return weights
  }
}

extension KernelTable {
  /// Shows the `count` weights in the middle of every row.
  func withRows(count: Int, _ body: (KernelRows) -> Void) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe body(KernelRows(self, weights.baseAddress!, count: count))
    }
  }
}
