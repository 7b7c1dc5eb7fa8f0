import Values

/// The text formats for rows of numbers.
package enum ListingFormat: String, CaseIterable, Sendable {
  case tsv, csv, json
}

/// Converts rows of numbers to text: lines of fields, or an array of JSON objects.
///
/// A missing number becomes an empty field or null. An infinite number is `inf` in tab-separated text, and missing in
/// the other formats.
package struct ListingWriter: ~Copyable {
  private let format: ListingFormat
  private let columns: [String]
  private var bytes: [UInt8] = []
  private var rowCount = 0

  /// `title` is a first line that only tab-separated text has. `isBare` omits the title and the column names from
  /// tab-separated text, for pipes into awk. It does not change other formats.
  package init(_ format: ListingFormat, columns: [String], title: String? = nil, isBare: Bool = false) {
    self.format = format
    self.columns = columns
    let start =
      switch format {
      case .tsv where isBare: ""
      case .tsv: [title, columns.joined(separator: "\t")].compactMap { $0.map { "\($0)\n" } }.joined()
      case .csv: columns.joined(separator: ",") + "\n"
      case .json: "["
      }
    bytes = Array(start.utf8)
  }

  package mutating func add(_ row: [Double?]) {
    switch format {
    case .tsv: appendLine(row, separator: "\t")
    case .csv: appendLine(row.map(Self.finite), separator: ",")
    case .json: appendObject(row.map(Self.finite))
    }
    rowCount += 1
  }

  /// Adds a row of three numbers without creating an array, which matters in a long table.
  package mutating func add(_ first: Double?, _ second: Double?, _ third: Double?) {
    guard format == .tsv else { return add([first, second, third]) }
    if let first { NumberSyntax.append(first, to: &bytes) }
    bytes.append(UInt8(ascii: "\t"))
    if let second { NumberSyntax.append(second, to: &bytes) }
    bytes.append(UInt8(ascii: "\t"))
    if let third { NumberSyntax.append(third, to: &bytes) }
    bytes.append(UInt8(ascii: "\n"))
    rowCount += 1
  }

  /// Returns the bytes written since the last call.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Whether enough bytes have accumulated for a system call.
  package var isFull: Bool { bytes.count >= 1 << 16 }

  /// The bytes not taken yet, with the end of the text.
  package consuming func finish() -> [UInt8] {
    if format == .json { append(rowCount == 0 ? "]\n" : "\n]\n") }
    return bytes
  }

  private static func finite(_ value: Double?) -> Double? { value.flatMap { $0.isFinite ? $0 : nil } }

  private mutating func appendLine(_ row: [Double?], separator: String) {
    for (index, value) in row.enumerated() {
      if index > 0 { append(separator) }
      if let value { NumberSyntax.append(value, to: &bytes) }
    }
    append("\n")
  }

  private mutating func appendObject(_ row: [Double?]) {
    append(rowCount == 0 ? "\n{" : ",\n{")
    for (index, (column, value)) in zip(columns, row).enumerated() {
      append("\(index > 0 ? ", " : "")\"\(column)\": \(value.map(NumberSyntax.print) ?? "null")")
    }
    append("}")
  }

  private mutating func append(_ text: String) { bytes.append(contentsOf: text.utf8) }
}
