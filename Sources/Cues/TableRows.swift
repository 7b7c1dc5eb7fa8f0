/// Rows of comma-separated text with a column of times, which the first line names. All other columns stay. Dates count
/// from the date of the first row.
enum TableRows {
  /// - Parameter column: the name of the column with times.
  static func document(_ lines: TextLines, column: String, origin: Double) throws(CueError) -> CueDocument<InstantCue> {
    guard lines.count > 0 else { throw CueError("the text has no line of names", line: nil) }
    let separator = separator(of: lines.content(0))
    let header = try row(0, in: lines, separator)
    let names = header.fields.map { String(decoding: $0, as: UTF8.self) }
    guard let index = names.firstIndex(where: { $0.lowercased() == column.lowercased() }) else {
      let list = names.prefix(20).joined(separator: ", ")
      throw CueError(
        "there is no column '\(column)'", line: 1, advice: "write --time-column with one of these names: \(list)")
    }
    var document = CueDocument<InstantCue>()
    var (leadStart, line, first) = (0, header.end, 0.0)
    while line < lines.count {
      let (cells, end) = try row(line, in: lines, separator)
      guard index < cells.count, !cells[index].isEmpty else {
        line = end
        continue
      }
      guard let time = InstantTime(cells[index]) else {
        throw CueError(
          "'\(String(decoding: cells[index].prefix(40), as: UTF8.self))' is not a time", line: line + 1,
          advice: "times are 62.5, 1:02.5 or 2024-05-01T09:30:00Z")
      }
      if document.cues.isEmpty, time.isDate { first = time.seconds }
      guard document.cues.first?.cue.time.isDate ?? time.isDate == time.isDate else {
        throw CueError("dates and seconds stand in one column", line: line + 1)
      }
      let cue = InstantCue(text: lines.text(line..<end), time: time, first: first, origin: origin)
      document.cues.append(.init(lead: lines.text(leadStart..<line), cue: cue))
      (line, leadStart) = (end, end)
    }
    document.tail = lines.text(leadStart..<lines.count)
    document.missingEnd = lines.isCutOff ? lines.ending : []
    return document
  }

  /// The byte between the fields of a line of names.
  static func separator(of header: ArraySlice<UInt8>) -> UInt8 {
    [",", ";", "\t"].map { UInt8(ascii: $0) }.max { header.count(of: $0) < header.count(of: $1) } ?? 0
  }

  /// The fields of a row, without surrounding quotation marks and blanks, and the line after it. A field in quotation
  /// marks may continue on the next line.
  static func row(
    _ line: Int, in lines: TextLines, _ separator: UInt8
  ) throws(CueError) -> (fields: [ArraySlice<UInt8>], end: Int) {
    var scan = FieldScan(separator, from: lines.content(line).startIndex)
    var end = line
    repeat {
      scan.take(lines.content(end))
      end += 1
    } while scan.isQuoted && end < lines.count
    guard !scan.isQuoted else { throw CueError("a quotation mark is not closed", line: line + 1) }
    return (scan.fields(of: lines.text(line..<end)), end)
  }

  /// The fields of a row on one line.
  static func fields(_ row: ArraySlice<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
    var scan = FieldScan(separator, from: row.startIndex)
    scan.take(row)
    return scan.fields(of: row)
  }
}

/// Finds the fields of a row. Quotation marks count only at the start of a field, and not between tabs: there, programs
/// write marks as a part of the text. Two marks inside a quoted field are one in the text.
private struct FieldScan {
  private let separator: UInt8
  private var ends: [Int] = []
  private var start: Int
  /// Whether the field has only blanks so far.
  private var isBlank = true
  private(set) var isQuoted = false

  init(_ separator: UInt8, from start: Int) { (self.separator, self.start) = (separator, start) }

  /// Takes the next line of the row.
  mutating func take(_ line: ArraySlice<UInt8>) {
    let mark = UInt8(ascii: "\"")
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if isQuoted, byte == mark {
        let isDouble = index + 1 < line.endIndex && line[index + 1] == mark
        isQuoted = isDouble
        if isDouble { index += 1 }
      } else if byte == separator, !isQuoted {
        ends.append(index)
        isBlank = true
      } else if isBlank, !byte.isBlank {
        isBlank = false
        isQuoted = byte == mark && separator != UInt8(ascii: "\t")
      }
      index += 1
    }
  }

  /// - Parameter row: the lines of the row.
  func fields(of row: ArraySlice<UInt8>) -> [ArraySlice<UInt8>] {
    zip([start - 1] + ends, ends + [row.endIndex]).map { before, end in
      let field = row[(before + 1)..<end].trimmed
      let isQuoted = field.count > 1 && field.first == UInt8(ascii: "\"") && field.last == UInt8(ascii: "\"")
      return isQuoted ? field.dropFirst().dropLast().trimmed : field
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func count(of byte: UInt8) -> Int { reduce(0) { $1 == byte ? $0 + 1 : $0 } }
}
