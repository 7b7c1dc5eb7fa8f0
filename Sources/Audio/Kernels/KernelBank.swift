import Glibc

/// The tables of one kernel for all speeds within an octave, a twelfth of it apart, built when first needed.
struct KernelBank: Sendable {
  static let tablesInOctave = 12

  let shape: KernelShape
  private var tables: [KernelTable?]
  private let halfWidths: [Int]

  init(_ shape: KernelShape) {
    self.shape = shape
    tables = Array(repeating: nil, count: Self.tablesInOctave)
    halfWidths = (0...Self.tablesInOctave).map { KernelTable.halfWidth(shape, stretch: Self.stretches[$0]) }
  }

  /// How wide the kernel of each table is, and that of the octave's end.
  static let stretches = (0...tablesInOctave).map { exp2(Double($0) / Double(tablesInOctave)) }

  /// How many samples the widest kernel reaches to either side.
  var reach: Int { halfWidths[Self.tablesInOctave] }

  mutating func prepare(_ number: Int) {
    if tables[number] != nil { return }
    tables[number] = KernelTable(
      shape, stretch: Self.stretches[number], rowHalfWidth: halfWidths[min(number + 1, Self.tablesInOctave - 1)])
  }

  /// A table that has been prepared.
  subscript(number: Int) -> KernelTable {
    guard let table = tables[number] else { preconditionFailure("the table is not there") }
    return table
  }
}
