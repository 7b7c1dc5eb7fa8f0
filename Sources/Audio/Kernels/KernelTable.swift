import Glibc

/// The tables of one kernel for all speeds within an octave, a twelfth of an octave apart. Each is built when it is
/// first prepared.
struct KernelBank: Sendable {
  static let tablesInOctave = 12

  let shape: KernelShape
  private var tables: [KernelTable?]
  private let halfWidths: [Int]

  init(_ shape: KernelShape) {
    self.shape = shape
    tables = Array(repeating: nil, count: Self.tablesInOctave)
    halfWidths = (0...Self.tablesInOctave).map { KernelTable.halfWidth(shape, widening: Self.widenings[$0]) }
  }

  /// By how much the kernel of each table is wider than at speed 1; the last entry, 2, is the octave's end.
  static let widenings = (0...tablesInOctave).map { exp2(Double($0) / Double(tablesInOctave)) }

  /// How many samples the widest kernel reaches to either side.
  var reach: Int { halfWidths[Self.tablesInOctave] }

  mutating func prepare(_ number: Int) {
    if tables[number] != nil { return }
    tables[number] = KernelTable(
      shape, widening: Self.widenings[number], rowHalfWidth: halfWidths[min(number + 1, Self.tablesInOctave - 1)])
  }

  /// A table that has been prepared.
  subscript(number: Int) -> KernelTable {
    guard let table = tables[number] else { preconditionFailure("the table is not prepared") }
    return table
  }
}

/// A kernel for one speed, tabulated: a row of weights for each of the phases between one sample and the next.
///
/// A row is as wide as the next wider kernel, with zeros outside its own, so that two neighbouring tables can be
/// blended weight by weight.
struct KernelTable: Sendable {
  /// How many samples the kernel reaches to either side; a multiple of 4.
  let halfWidth: Int
  let phases: Int
  /// Half the weights in a row. For a position between samples n and n + 1, weight i is for sample
  /// n + 1 − rowHalfWidth + i.
  let rowHalfWidth: Int
  /// `phases` + 1 rows: the last is the first, one sample on.
  let weights: [Float]

  /// - Parameters:
  ///   - widening: by how much the kernel is wider than at speed 1.
  ///   - rowHalfWidth: at least the kernel's own half width.
  init(_ shape: KernelShape, widening: Double, rowHalfWidth: Int) {
    halfWidth = Self.halfWidth(shape, widening: widening)
    self.rowHalfWidth = rowHalfWidth
    // A wider kernel is smoother and needs fewer rows for the same precision. The number is even because the second
    // half of the rows mirrors the first.
    phases = Int(Double(shape.phases) / widening / 2) * 2
    weights = Self.rows(shape, widening: widening, phases: phases, rowHalfWidth: rowHalfWidth)
  }

  static func halfWidth(_ shape: KernelShape, widening: Double) -> Int {
    Int((Double(shape.halfWidth) * widening / 4).rounded(.up)) * 4
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
        // The kernel is symmetric: seen from the next sample, at distance 1 − phase, the row is the same reversed.
        weights[(phases - phase) * width + width - 1 - tap] = Float(row[tap])
      }
    }
    return weights
  }
}

extension KernelTable {
  /// Calls `body` with the `count` weights in the middle of every row.
  func withRows(count: Int, _ body: (KernelRows) -> Void) {
    unsafe weights.withUnsafeBufferPointer { weights in
      unsafe body(KernelRows(self, weights.baseAddress!, count: count))
    }
  }
}

/// The rows of a table by pointer, narrowed to the weights in their middle that are wanted.
///
/// Valid only while `KernelTable.withRows` runs.
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

  /// The rows on either side of a fraction, and the share of the second in a linear interpolation between them.
  @unsafe struct Pair {
    let first: UnsafePointer<Float>
    let second: UnsafePointer<Float>
    let share: Float
  }

  @inline(__always)
  func pair(at fraction: Double) -> Pair {
    let position = unsafe fraction * phases
    // For a fraction just below 1 the product may round up to `phases`, the last row, which has none after it.
    let phase = unsafe min(lastPhase, Int(position))
    let row = unsafe first + phase * width
    return unsafe Pair(first: row, second: row + width, share: Float(position - Double(phase)))
  }
}
