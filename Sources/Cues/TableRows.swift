/// Rows of comma-separated text with a column of times, which the first line names. All other columns stay. Dates count
/// from the date of the first row.
enum TableRows {
  /// - Parameter column: the name of the column with times.
  static func document(_ lines: TextLines, column: String, origin: Double) throws(CueError) -> CueDocument<InstantCue> {
    guard lines.count > 0 else { throw CueError("the text has no line of names", line: nil) }
    let header = lines.content(0)
    guard header.count(of: UInt8(ascii: "\"")) % 2 == 0 else {
      throw CueError("a quotation mark is not closed", line: 1)
    }
    let separator = separator(of: header)
    let names = fields(header, separator).map { String(decoding: $0, as: UTF8.self) }
    guard let index = names.firstIndex(where: { $0.lowercased() == column.lowercased() }) else {
      let list = names.prefix(20).joined(separator: ", ")
      throw CueError(
        "there is no column '\(column)'", line: 1, advice: "write --time-column with one of these names: \(list)")
    }
    var document = CueDocument<InstantCue>()
    var (leadStart, line, first) = (0, 1, 0.0)
    while line < lines.count {
      let end = try self.end(ofRow: line, in: lines)
      let row = lines.text(line..<end)
      let cells = fields(row, separator)
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
      let cue = InstantCue(text: row, time: time, first: first, origin: origin)
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

  /// The line after a row. A field in quotation marks may continue on the next line.
  static func end(ofRow line: Int, in lines: TextLines) throws(CueError) -> Int {
    var (end, isOpen) = (line, false)
    repeat {
      if lines.content(end).count(of: UInt8(ascii: "\"")) % 2 == 1 { isOpen.toggle() }
      end += 1
    } while isOpen && end < lines.count
    guard !isOpen else { throw CueError("a quotation mark is not closed", line: line + 1) }
    return end
  }

  /// The fields of a row, without surrounding quotation marks and blanks.
  static func fields(_ row: ArraySlice<UInt8>, _ separator: UInt8) -> [ArraySlice<UInt8>] {
    var (fields, start, isQuoted): ([ArraySlice<UInt8>], Int, Bool) = ([], row.startIndex, false)
    for index in row.indices {
      if row[index] == UInt8(ascii: "\"") { isQuoted.toggle() }
      guard row[index] == separator, !isQuoted else { continue }
      fields.append(row[start..<index])
      start = index + 1
    }
    fields.append(row[start...])
    return fields.map { field in
      let field = field.trimmed
      let isQuoted = field.count > 1 && field.first == UInt8(ascii: "\"") && field.last == UInt8(ascii: "\"")
      return isQuoted ? field.dropFirst().dropLast().trimmed : field
    }
  }
}

extension ArraySlice<UInt8> {
  fileprivate func count(of byte: UInt8) -> Int { reduce(0) { $1 == byte ? $0 + 1 : $0 } }
}
