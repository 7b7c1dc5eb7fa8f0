/// How rows of numbers are written.
package enum ListingFormat: String, CaseIterable, Sendable {
  case tsv, csv, json
}

/// Rows of numbers → text: lines of fields, or an array of JSON objects.
///
/// Numbers are missing as an empty field or null. So are infinite ones, but for tab-separated text, the
/// only format in which `inf` may stand.
package struct ListingWriter: ~Copyable {
  private let format: ListingFormat
  private let columns: [String]
  private var bytes: [UInt8] = []
  private var rowCount = 0

  /// `title` and the line of names are for readers of tab-separated text; `isBare` leaves them out, for pipes into awk.
  package init(_ format: ListingFormat, columns: [String], title: String? = nil, isBare: Bool = false) {
    self.format = format
    self.columns = columns
    switch format {
    case .tsv where isBare: break
    case .tsv: append([title, columns.joined(separator: "\t")].compactMap { $0.map { "\($0)\n" } }.joined())
    case .csv: append(columns.joined(separator: ",") + "\n")
    case .json: append("[")
    }
  }

  package mutating func add(_ row: [Double?]) {
    switch format {
    case .tsv: appendLine(row, separator: "\t")
    case .csv: appendLine(row.map(Self.finite), separator: ",")
    case .json: appendObject(row.map(Self.finite))
    }
    rowCount += 1
  }

  /// What has been written since the last time.
  package mutating func take() -> [UInt8] {
    let taken = bytes
    bytes.removeAll(keepingCapacity: true)
    return taken
  }

  /// Enough to be worth a write.
  package var isFull: Bool { bytes.count >= 1 << 16 }

  /// The rest, with what ends the text.
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
