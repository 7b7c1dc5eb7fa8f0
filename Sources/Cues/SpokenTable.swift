import Values

/// Rows with a start and an end, below a line of names: `start`, `end` and perhaps `text` and `speed`, in any order and
/// case.
enum SpokenTable {
  private struct Columns {
    let separator: UInt8
    let start: Int
    let end: Int
    let text: Int?
    let speed: Int?
    /// Whether the names are those of whisper's .tsv.
    let isOfWhisper: Bool

    /// Nil if the line does not name start and end.
    init?(_ header: ArraySlice<UInt8>) {
      separator = TableRows.separator(of: header)
      let names = TableRows.fields(header, separator).map { String(decoding: $0, as: UTF8.self).lowercased() }
      guard let start = names.firstIndex(of: "start"), let end = names.firstIndex(of: "end") else { return nil }
      (self.start, self.end) = (start, end)
      (text, speed) = (names.firstIndex(of: "text"), names.firstIndex(of: "speed"))
      isOfWhisper = header.trimmed.elementsEqual("start\tend\ttext".utf8)
    }
  }

  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool { Columns(line) != nil }

  /// - Parameter duration: that of the film, if it is known.
  static func transcript(_ bytes: [UInt8], lasting duration: Double?) throws(CueError) -> Transcript {
    let lines = try TextLines(bytes)
    guard let first = (0..<lines.count).first(where: { !lines.isBlank($0) }),
      let columns = Columns(lines.content(first))
    else { throw CueError("the first line does not name the columns start and end", line: 1) }
    var rows: [(line: Int, cells: [String])] = []
    var line = first + 1
    while line < lines.count {
      let (fields, end) = try TableRows.row(line, in: lines, columns.separator)
      let cells = fields.map { String(decoding: $0, as: UTF8.self).replacing("\"\"", with: "\"") }
      if cells.contains(where: { !$0.isEmpty }) { rows.append((line + 1, cells)) }
      line = end
    }
    var segments: [Transcript.Segment] = []
    for row in rows { segments.append(try segment(row.cells, columns, line: row.line)) }
    let areWhole = rows.allSatisfy { row in
      [columns.start, columns.end].allSatisfy { row.cells[$0].utf8.allSatisfy(\.isDigit) }
    }
    let areScaled = areWhole && columns.isOfWhisper && areMilliseconds(segments, lasting: duration)
    return Transcript(segments: areScaled ? segments.map(\.inSeconds) : segments)
  }

  private static func segment(
    _ cells: [String], _ columns: Columns, line: Int
  ) throws(CueError) -> Transcript.Segment {
    func time(_ column: Int) throws(CueError) -> Double {
      guard cells.indices.contains(column) else { throw CueError("the row has too few fields", line: line) }
      // Spreadsheets with semicolons between fields have commas in numbers.
      let text =
        columns.separator == UInt8(ascii: ";") ? cells[column].replacing(",", with: ".") : cells[column]
      do throws(Refusal) { return try TimeSyntax.seconds(text) } catch {
        throw CueError("'\(cells[column])' is not a time", line: line, advice: "write 62.5 or 1:02.5")
      }
    }
    func cell(_ column: Int?) -> String? { column.flatMap { cells.indices.contains($0) ? cells[$0] : nil } }
    let (start, end) = (try time(columns.start), try time(columns.end))
    guard start <= end else { throw CueError("the range ends before it begins", line: line) }
    let speed = cell(columns.speed).flatMap { $0.isEmpty ? nil : $0 }
    let text = (cell(columns.text) ?? "").split(whereSeparator: \.isNewline).joined(separator: " ")
    return .init(start: start, end: end, text: text, speed: speed, line: line)
  }

  /// Whether whole numbers are milliseconds. As seconds, they would go far beyond the film. If that is unknown, half
  /// of the segments would last minutes.
  private static func areMilliseconds(_ segments: [Transcript.Segment], lasting duration: Double?) -> Bool {
    guard let end = segments.map(\.end).max() else { return false }
    if let duration { return end > 2 * duration }
    let lengths = segments.map { $0.end - $0.start }.sorted()
    return lengths[lengths.count / 2] >= 100
  }
}

extension Transcript.Segment {
  fileprivate var inSeconds: Self { .init(start: start / 1000, end: end / 1000, text: text, line: line) }
}
