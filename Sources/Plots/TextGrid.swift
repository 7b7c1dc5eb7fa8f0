/// Rows of characters with styles.
struct TextGrid {
  enum Style: String {
    case normal = ""
    case axis = ";2"
    case curve = ";36"
    case mark = ";1;31"
    case range = ";33"

    /// The escape sequence that resets the terminal's style and sets this one.
    fileprivate var escape: String { "\u{1B}[0\(rawValue)m" }
  }

  private struct Cell {
    var character: Character = " "
    var style = Style.normal
  }

  private let columns: Int
  private var cells: [[Cell]]

  init(columns: Int, rows: Int) {
    self.columns = columns
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
  }

  mutating func write(_ text: String, row: Int, column: Int, style: Style) {
    for (offset, character) in text.enumerated() {
      cells[row][column + offset] = Cell(character: character, style: style)
    }
  }

  /// Writes a label centred on `column`, or as close as the ends of the row allow. Writes nothing if the label would
  /// cover or touch another character.
  mutating func writeLabel(_ text: String, row: Int, around column: Int, style: Style) {
    let start = max(0, min(columns - text.count, column - text.count / 2))
    let room = max(0, start - 1)..<min(columns, start + text.count + 1)
    guard text.count <= columns, cells[row][room].allSatisfy({ $0.character == " " }) else { return }
    write(text, row: row, column: start, style: style)
  }

  /// The rows, without trailing blanks.
  func lines(colour: Bool) -> [String] {
    cells.map { row in
      let end = row.lastIndex { $0.character != " " }.map { $0 + 1 } ?? 0
      var (line, style) = ("", Style.normal)
      for cell in row[..<end] {
        if colour, cell.style != style { line += cell.style.escape }
        style = cell.style
        line.append(cell.character)
      }
      return colour && style != .normal ? line + Style.normal.escape : line
    }
  }
}
