/// Bytes of a table → a map. Fed in chunks of any size, once, from start to end; a refusal names file, line and column.
package struct TableReader: ~Copyable {
  /// In bytes, without the comment. A longer line is refused: the input is probably no table, and memory stays bounded.
  static let longestLine = 4096

  private let name: String
  private var line: [UInt8] = []
  private var lineNumber = 1
  private var isInComment = false
  /// Where the fields of `line` lie. A property only to keep its storage from line to line.
  private var fields: [Range<Int>] = []
  /// Nil before the first line that is not blank.
  private var order: ColumnOrder?
  private var assembly = RowAssembly()

  /// `name` is what refusals call the table.
  package init(name: String) { self.name = name }

  /// Reads a whole table. `next` fills the buffer it is given from the start with the bytes that come next and returns
  /// their number, 0 at the end.
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
      try take(bytes.extracting(start..<end))
      if end < bytes.count { try endLine() }
      start = end + 1
    }
  }

  /// Adds a part of a line to `line`, except for what belongs to a comment.
  private mutating func take(_ bytes: Span<UInt8>) throws(Refusal) {
    if isInComment { return }
    var end = 0
    while end < bytes.count, bytes[end] != UInt8(ascii: "#") { end += 1 }
    isInComment = end < bytes.count
    guard line.count + end <= Self.longestLine else { throw tooLong() }
    // Appending writes to the array's buffer even if nothing is appended; all arrays without storage share one buffer,
    // so that would be a data race between threads.
    if end == 0 { return }
    line.append(addingCapacity: end) { room in
      for index in 0..<end { room.append(bytes[index]) }
    }
  }

  private func tooLong() -> Refusal {
    refusal(
      "the line is too long to be a row", column: nil, advice: "rows stand in lines of up to \(Self.longestLine) bytes")
  }

  /// The map, once every byte has been read.
  package consuming func finish() throws(Refusal) -> TimeMap {
    // What follows the last line feed is a line only if it is not empty.
    if !line.isEmpty || isInComment { try endLine() }
    do throws(RowFault) {
      return try assembly.map()
    } catch {
      lineNumber = max(1, lineNumber - 1)
      throw refusal(error.problem, column: nil, source: error.source, advice: error.advice)
    }
  }

  private mutating func endLine() throws(Refusal) {
    defer {
      line.removeAll(keepingCapacity: true)
      isInComment = false
      lineNumber += 1
    }
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    FieldSplitter.split(line, into: &fields)
    if fields.isEmpty { return }
    if let order {
      try addRow(order)
    } else if startsWithWord {
      order = try namedOrder()
    } else {
      order = .standard
      try addRow(.standard)
    }
  }

  /// Whether the first field begins with a letter and is not a number spelled as a word: then the line names the
  /// columns.
  private var startsWithWord: Bool {
    let word = String(decoding: line[fields[0]], as: UTF8.self).lowercased()
    guard let first = word.first, ("a"..."z").contains(first) else { return false }
    return !["inf", "infinity", "nan"].contains(word)
  }

  private func namedOrder() throws(Refusal) -> ColumnOrder {
    let names = fields.map { String(decoding: line[$0], as: UTF8.self) }
    func index(of column: MapTable.Column) throws(Refusal) -> Int {
      guard let index = names.firstIndex(of: column.rawValue) else {
        throw refusal(
          "no column is named '\(column.rawValue)'", column: 0,
          advice: "name at least source and warped, or leave the names out")
      }
      return index
    }
    return ColumnOrder(
      source: try index(of: .source), warped: try index(of: .warped),
      scale: names.firstIndex(of: MapTable.Column.scale.rawValue))
  }

  private mutating func addRow(_ order: ColumnOrder) throws(Refusal) {
    guard !order.isStandard || fields.count <= MapTable.Column.allCases.count else {
      throw refusal("the row has more than three columns", column: 3, advice: "name the columns in the first line")
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

  /// The number in a column; nil where the row has none. `source` is the row's source time, for refusals, if it has
  /// been read.
  private func number(
    _ column: MapTable.Column, _ order: ColumnOrder, source: Double? = nil
  ) throws(Refusal) -> Double? {
    guard let index = order[column], index < fields.count, !fields[index].isEmpty else { return nil }
    let text = line.span.extracting(fields[index])
    if let number = NumberSyntax.parse(text) { return number }
    let word = String(decoding: line[fields[index]], as: UTF8.self)
    if word.lowercased() == "inf" { return .infinity }
    throw refusal("'\(word)' is not a number", column: index, source: source, advice: "write decimals with a point")
  }

  private func refusal(
    _ problem: String, column: Int?, source: Double? = nil, advice: String? = nil
  ) -> Refusal {
    var place = "\(name):\(lineNumber)"
    if let column { place += ":\(column < fields.count ? fields[column].lowerBound + 1 : line.count + 1)" }
    if let source, source.isFinite { place += ", source \(NumberSyntax.print(source)) s" }
    return .map(problem, at: place, advice: advice)
  }
}

/// Which field holds which column, by its index in the row.
private struct ColumnOrder {
  let source: Int
  let warped: Int
  let scale: Int?
  /// Whether the table has no line of names.
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

/// Cuts a line at tabs; without any, at commas; without either, at blanks, several of which count as one. Blanks around
/// a field are not part of it.
private enum FieldSplitter {
  /// No fields at all where the line is blank.
  static func split(_ line: [UInt8], into fields: inout [Range<Int>]) {
    fields.removeAll(keepingCapacity: true)
    guard line.contains(where: { !isBlank($0) }) else { return }
    let separator = line.contains(UInt8(ascii: "\t")) ? UInt8(ascii: "\t") : UInt8(ascii: ",")
    if line.contains(separator) {
      var start = 0
      for index in line.indices where line[index] == separator {
        fields.append(trimmed(start..<index, of: line))
        start = index + 1
      }
      fields.append(trimmed(start..<line.count, of: line))
    } else {
      var start = 0
      for index in 0...line.count where index == line.count || isBlank(line[index]) {
        if start < index { fields.append(start..<index) }
        start = index + 1
      }
    }
  }

  private static func trimmed(_ range: Range<Int>, of line: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, isBlank(line[start]) { start += 1 }
    while start < end, isBlank(line[end - 1]) { end -= 1 }
    return start..<end
  }

  /// A carriage return counts as a blank, so lines may end as on Windows.
  private static func isBlank(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
