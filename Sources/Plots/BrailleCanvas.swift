/// A bitmap of dots for drawing lines, with two by four dots in each character cell.
struct BrailleCanvas {
  let columns: Int
  let rows: Int
  /// The dots of each cell, one bit per dot, in the order of Unicode's braille patterns.
  private var cells: [UInt8]

  init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
    cells = Array(repeating: 0, count: columns * rows)
  }

  var width: Int { 2 * columns }
  var height: Int { 4 * rows }

  /// Draws a line. Coordinates count dots from the top left.
  mutating func drawLine(from start: (x: Int, y: Int), to end: (x: Int, y: Int)) {
    let steps = max(1, abs(end.x - start.x), abs(end.y - start.y))
    for step in 0...steps {
      let share = Double(step) / Double(steps)
      set(
        start.x + Int((share * Double(end.x - start.x)).rounded()),
        start.y + Int((share * Double(end.y - start.y)).rounded()))
    }
  }

  private mutating func set(_ x: Int, _ y: Int) { cells[y / 4 * columns + x / 2] |= Self.dots[y % 4][x % 2] }

  private static let dots: [[UInt8]] = [[0x01, 0x08], [0x02, 0x10], [0x04, 0x20], [0x40, 0x80]]

  /// The braille character of a cell; nil if it is empty.
  func braille(_ column: Int, _ row: Int) -> Character? {
    let cell = cells[row * columns + column]
    return cell == 0 ? nil : Unicode.Scalar(0x2800 + UInt32(cell)).map(Character.init)
  }

  /// The ASCII character most similar to a cell's dots; nil if it is empty.
  func ascii(_ column: Int, _ row: Int) -> Character? {
    let cell = cells[row * columns + column]
    let isSet = Self.dots.map { cell & ($0[0] | $0[1]) != 0 }
    if isSet[0] { return isSet[2] || isSet[3] ? "|" : "'" }
    if isSet[3] { return isSet[1] ? "|" : "." }
    return isSet[1] || isSet[2] ? "-" : nil
  }
}
