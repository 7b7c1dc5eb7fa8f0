import Values

/// Reads a map from the bytes of a table, once and in chunks of any size. Errors contain file, line and column.
package struct TableReader: ~Copyable {
  private let name: String
  private var line = TableLine()
  private var lineNumber = 1
  /// The order of the columns; nil before the first line that is not blank.
  private var order: ColumnOrder?
  /// The decimal mark of the table; nil before the first number with decimals.
  private var decimalMark: DecimalMark?
  private var assembly = RowAssembly()

  private enum DecimalMark: String {
    case point, comma
  }

  /// - Parameter name: the name of the table in errors.
  package init(name: String) { self.name = name }

  /// Reads a whole table. `next` fills its buffer from the start with the next bytes and returns their number, 0 at the
  /// end.
  package static func map(named name: String, reading next: (inout [UInt8]) throws -> Int) throws -> TimeMap {
    var reader = TableReader(name: name)
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = try next(&buffer), count > 0 {
      try reader.read(buffer.span.extracting(0..<count))
    }
    return try reader.finish()
  }

  package mutating func read(_ bytes: Span<UInt8>) throws(Refusal) {
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      guard line.take(bytes.extracting(start..<end)) else { throw tooLong() }
      if end < bytes.count { try endLine() }
      start = end + 1
    }
  }

  /// The error for a line of more than `TableLine.longest` bytes, which means that the file is not a table.
  private func tooLong() -> Refusal {
    refusal(
      "the line is too long for a row", column: nil,
      advice: "a row has at most \(TableLine.longest) bytes")
  }

  /// The map, after all bytes have been read.
  package consuming func finish() throws(Refusal) -> TimeMap {
    // The text after the last line feed is a line only if it is not empty.
    if !line.isEmpty { try endLine() }
    do throws(RowFault) {
      return try assembly.map()
    } catch {
      lineNumber = max(1, lineNumber - 1)
      throw refusal(error.problem, column: nil, source: error.source, advice: error.advice)
    }
  }

  private mutating func endLine() throws(Refusal) {
    defer {
      line.removeAll()
      lineNumber += 1
    }
    if lineNumber == 1, line.bytes.starts(with: [0xFF, 0xFE]) || line.bytes.starts(with: [0xFE, 0xFF]) {
      throw refusal("the table is UTF-16", column: nil, advice: "save it as UTF-8")
    }
    if let open = line.split(isFirstOfText: lineNumber == 1) {
      throw .map(
        "the quotation mark is not closed on the same line", at: "\(name):\(lineNumber):\(open + 1)",
        advice: "close the quotation mark, or remove the line break from the cell")
    }
    if line.fields.isEmpty { return }
    if let order {
      try addRow(order)
    } else if namesColumns {
      order = try namedOrder()
    } else {
      order = .standard
      try addRow(.standard)
    }
  }

  /// Whether the line contains column names: its first word is not a number, or a field has the name of a column.
  private var namesColumns: Bool {
    let names = columnNames
    if names.contains(where: { MapTable.Column(rawValue: $0) != nil }) { return true }
    guard let first = names[0].first, ("a"..."z").contains(first) else { return false }
    return !["inf", "infinity", "nan"].contains(names[0])
  }

  private var columnNames: [String] { line.fields.indices.map { line.text(of: $0).lowercased() } }

  private func namedOrder() throws(Refusal) -> ColumnOrder {
    let names = columnNames
    func index(of column: MapTable.Column) throws(Refusal) -> Int {
      guard let index = names.firstIndex(of: column.rawValue) else {
        throw refusal(
          "the header has no column '\(column.rawValue)'", column: 0,
          advice: "name at least source and warped, or remove the header")
      }
      return index
    }
    return ColumnOrder(
      source: try index(of: .source), warped: try index(of: .warped),
      scale: names.firstIndex(of: MapTable.Column.scale.rawValue))
  }

  private mutating func addRow(_ order: ColumnOrder) throws(Refusal) {
    // A spreadsheet may write empty fields after the last column.
    let columnCount = MapTable.Column.allCases.count
    guard !order.isStandard || !line.fields.dropFirst(columnCount).contains(where: { !$0.isEmpty }) else {
      throw refusal(
        "the row has more than three columns", column: columnCount,
        advice: "name the columns in a header; with decimal commas, separate columns by semicolons")
    }
    let source = try number(.source, order)
    let warped = try number(.warped, order, source: source)
    let scale = try number(.scale, order, source: source)
    do throws(RowFault) {
      try assembly.add(source: source, warped: warped, scale: scale)
    } catch {
      throw refusal(error.problem, column: order[error.column], source: error.source ?? source, advice: error.advice)
    }
  }

  /// The number in a column; nil if the row has none. `source` is the row's source time, for errors, if it has been
  /// read.
  private mutating func number(
    _ column: MapTable.Column, _ order: ColumnOrder, source: Double? = nil
  ) throws(Refusal) -> Double? {
    guard let index = order[column], index < line.fields.count, !line.fields[index].isEmpty else { return nil }
    let field = line.fields[index]
    if decimalMark != .comma, let number = NumberSyntax.parse(line.bytes.span.extracting(field)) {
      if decimalMark == nil, line.bytes[field].contains(UInt8(ascii: ".")) { decimalMark = .point }
      return number
    }
    let word = line.text(of: index)
    if word.lowercased() == "inf" { return .infinity }
    let hasComma = word.contains(",") && line.separator != UInt8(ascii: ",")
    let text = hasComma ? String(word.map { $0 == "," ? "." : $0 }) : word
    guard let number = NumberSyntax.parse(text) ?? (column == .scale ? nil : TimeSyntax.clock(text)) else {
      throw refusal(
        "'\(word)' is not a \(column == .scale ? "number" : "time")", column: index, source: source,
        advice: advice(on: word, in: column))
    }
    if let mark = hasComma ? DecimalMark.comma : text.contains(".") ? .point : nil {
      guard decimalMark ?? mark == mark else {
        throw refusal(
          "'\(word)' has a decimal \(mark.rawValue), unlike the numbers before it", column: index,
          source: source, advice: "use one decimal mark, and no thousands separators")
      }
      decimalMark = mark
    }
    return number
  }

  private func advice(on word: String, in column: MapTable.Column) -> String {
    if word.contains(",") {
      return line.separator == UInt8(ascii: ",")
        ? "with decimal commas, separate columns by semicolons or tabs" : "remove thousands separators"
    }
    if column == .scale { return "write a number such as 0.5" }
    return word.split(separator: ":", omittingEmptySubsequences: false).count == 4
      ? "write seconds; a table has no frame rate" : "write seconds such as 12.5, or 1:02:03.5"
  }

  private func refusal(
    _ problem: String, column: Int?, source: Double? = nil, advice: String? = nil
  ) -> Refusal {
    var place = "\(name):\(lineNumber)"
    if let column {
      place += ":\((column < line.fields.count ? line.fields[column].lowerBound : line.bytes.count) + 1)"
    }
    if let source, source.isFinite { place += ", source \(NumberSyntax.print(source)) s" }
    return .map(problem, at: place, advice: advice)
  }
}

/// The index of each column in a row.
private struct ColumnOrder {
  let source: Int
  let warped: Int
  let scale: Int?
  /// Whether the table has no line of column names.
  var isStandard = false

  static let standard = ColumnOrder(source: 0, warped: 1, scale: 2, isStandard: true)

  subscript(column: MapTable.Column) -> Int? {
    switch column {
    case .source: source
    case .warped: warped
    case .scale: scale
    }
  }
}
