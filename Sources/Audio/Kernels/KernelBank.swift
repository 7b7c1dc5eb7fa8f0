/// The tables of one kernel for twelve speeds, 1/12 octave apart. `prepare` computes a table when it is first needed.
struct KernelBank<Table: KernelTable>: Sendable {
  let shape: KernelShape
  private var tables: [Table?]
  private let halfWidths: [Int]

  init(_ shape: KernelShape) {
    self.shape = shape
    tables = Array(repeating: nil, count: Band.tablesInOctave)
    halfWidths = Band.widenings.map { shape.halfWidth(widening: $0) }
  }

  /// How many samples the widest kernel reaches to either side.
  var reach: Int { halfWidths[Band.tablesInOctave] }

  mutating func prepare(_ number: Int) {
    if tables[number] != nil { return }
    tables[number] = Table(
      shape, widening: Band.widenings[number], rowHalfWidth: halfWidths[min(number + 1, Band.tablesInOctave - 1)])
  }

  /// Returns a table for which `prepare` was called before.
  subscript(number: Int) -> Table {
    guard let table = tables[number] else { preconditionFailure("the table is not prepared") }
    return table
  }
}
