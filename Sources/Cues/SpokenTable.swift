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

    /// Nil if the line does not name start and end.
    init?(_ header: ArraySlice<UInt8>) {
      separator = TableRows.separator(of: header)
      let names = TableRows.fields(header, separator).map { String(decoding: $0, as: UTF8.self).lowercased() }
      guard let start = names.firstIndex(of: "start"), let end = names.firstIndex(of: "end") else { return nil }
      (self.start, self.end) = (start, end)
      (text, speed) = (names.firstIndex(of: "text"), names.firstIndex(of: "speed"))
    }
  }

  static func isHeader(_ line: ArraySlice<UInt8>) -> Bool { Columns(line) != nil }

  static func transcript(_ bytes: [UInt8]) throws(CueError) -> Transcript {
    let lines = try TextLines(bytes)
    guard let first = (0..<lines.count).first(where: { !lines.isBlank($0) }),
      let columns = Columns(lines.content(first))
    else { throw CueError("the first line does not name the columns start and end", line: 1) }
    var segments: [Transcript.Segment] = []
    var line = first + 1
    while line < lines.count {
      let end = try TableRows.end(ofRow: line, in: lines)
      if !lines.isBlank(line) { segments.append(try segment(lines.text(line..<end), columns, line: line + 1)) }
      line = end
    }
    return Transcript(segments: areMilliseconds(segments, columns) ? segments.map(\.inSeconds) : segments)
  }

  private static func segment(
    _ row: ArraySlice<UInt8>, _ columns: Columns, line: Int
  ) throws(CueError) -> Transcript.Segment {
    let cells = TableRows.fields(row, columns.separator).map { String(decoding: $0, as: UTF8.self) }
    func time(_ column: Int) throws(CueError) -> Double {
      guard cells.indices.contains(column) else { throw CueError("the row has too few fields", line: line) }
      do throws(Refusal) { return try TimeSyntax.seconds(cells[column]) } catch {
        throw CueError("'\(cells[column])' is not a time", line: line, advice: "write 62.5 or 1:02.5")
      }
    }
    func cell(_ column: Int?) -> String? { column.flatMap { cells.indices.contains($0) ? cells[$0] : nil } }
    let (start, end) = (try time(columns.start), try time(columns.end))
    guard start <= end else { throw CueError("the range ends before it begins", line: line) }
    let speed = cell(columns.speed).flatMap { $0.isEmpty ? nil : $0 }
    return .init(start: start, end: end, text: cell(columns.text) ?? "", speed: speed, line: line)
  }

  /// Whether the times are whole milliseconds, as in whisper's .tsv: half of the segments would last minutes otherwise.
  private static func areMilliseconds(_ segments: [Transcript.Segment], _ columns: Columns) -> Bool {
    guard columns.separator == UInt8(ascii: "\t"), columns.text != nil, columns.speed == nil, !segments.isEmpty,
      segments.allSatisfy({ $0.start == $0.start.rounded() && $0.end == $0.end.rounded() })
    else { return false }
    let lengths = segments.map { $0.end - $0.start }.sorted()
    return lengths[lengths.count / 2] >= 100
  }
}

extension Transcript.Segment {
  fileprivate var inSeconds: Self { .init(start: start / 1000, end: end / 1000, text: text, line: line) }
}
