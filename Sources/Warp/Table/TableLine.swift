import Values

/// One line of a table, received in parts of any size, and the positions of its fields.
///
/// Memory is limited: comments are dropped, and the rest of the line has at most `longest` bytes.
struct TableLine {
  static let longest = 4096

  /// The line without its comment.
  private(set) var bytes: [UInt8] = []
  /// The fields, without surrounding blanks and quotation marks. All lines use one array, to keep its storage.
  private(set) var fields: [Range<Int>] = []
  /// The separator of the fields; nil if blanks separate them.
  private(set) var separator: UInt8?
  /// Whether nothing of the line has arrived, not even a comment.
  var isEmpty: Bool { bytes.isEmpty && !isInComment }

  /// The separator of the first line that had one. Later lines that contain this separator are split there, even if a
  /// note in them contains another one.
  private var usual: UInt8?
  private var isInComment = false
  private var hasQuotes = false

  /// Adds the next part of the line. Returns false if the line is too long.
  mutating func take(_ part: Span<UInt8>) -> Bool {
    if isInComment { return true }
    let end = hasQuotes ? part.count : plainCount(of: part)
    guard bytes.count + end > Self.longest else {
      bytes.append(part.extracting(..<end))
      return true
    }
    // A line with quotation marks is kept whole, because a # between them does not begin a comment.
    guard hasQuotes else { return false }
    bytes.append(part.extracting(..<max(0, min(end, Self.longest + 1 - bytes.count))))
    guard let start = QuotedText.mask(bytes).commentStart else { return false }
    bytes.removeSubrange(start...)
    isInComment = true
    return true
  }

  /// The number of bytes of a part to keep: the bytes before a comment, or all bytes if a quotation mark comes first.
  private mutating func plainCount(of part: Span<UInt8>) -> Int {
    var end = 0
    while end < part.count, part[end] != UInt8(ascii: "#"), part[end] != UInt8(ascii: "\"") { end += 1 }
    if end == part.count { return end }
    hasQuotes = part[end] == UInt8(ascii: "\"")
    isInComment = !hasQuotes
    return hasQuotes ? part.count : end
  }

  /// Finds the fields; a blank line has none. Returns the position of a quotation mark that is not closed.
  mutating func split(isFirstOfText: Bool) -> Int? {
    fields.removeAll(keepingCapacity: true)
    if isFirstOfText, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard hasQuotes else {
      split(bytes)
      return nil
    }
    let quoted = QuotedText.mask(bytes)
    if let start = quoted.commentStart { bytes.removeSubrange(start...) }
    if let open = quoted.open { return open }
    split(quoted.mask)
    for index in fields.indices { fields[index] = unquoted(fields[index]) }
    return nil
  }

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    isInComment = false
    hasQuotes = false
  }

  func text(of field: Int) -> String { String(decoding: bytes[fields[field]], as: UTF8.self) }

  /// Splits at the separator of the first line, else at tabs, else at semicolons, else at commas. A line without
  /// these is split at blanks.
  private mutating func split(_ line: [UInt8]) {
    guard line.contains(where: { !$0.isTableBlank }) else { return }
    separator = separator(of: line)
    if usual == nil { usual = separator }
    var start = 0
    if let separator {
      for index in line.indices where line[index] == separator {
        fields.append(trimmed(start..<index, of: line))
        start = index + 1
      }
      fields.append(trimmed(start..<line.count, of: line))
    } else {
      for index in 0...line.count where index == line.count || line[index].isTableBlank {
        if start < index { fields.append(start..<index) }
        start = index + 1
      }
    }
  }

  private func separator(of line: [UInt8]) -> UInt8? {
    if let usual, line.contains(usual) { return usual }
    return [UInt8(ascii: "\t"), UInt8(ascii: ";"), UInt8(ascii: ",")].first { line.contains($0) }
  }

  private func trimmed(_ range: Range<Int>, of line: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, line[start].isTableBlank { start += 1 }
    while start < end, line[end - 1].isTableBlank { end -= 1 }
    return start..<end
  }

  private func unquoted(_ field: Range<Int>) -> Range<Int> {
    let mark = UInt8(ascii: "\"")
    guard field.count >= 2, bytes[field.lowerBound] == mark, bytes[field.upperBound - 1] == mark else { return field }
    return trimmed(field.lowerBound + 1..<field.upperBound - 1, of: bytes)
  }
}

/// Finds the bytes between quotation marks. A mark opens at the start of a line, or after a blank or separator. It
/// closes at the next mark that is not doubled.
private enum QuotedText {
  /// - Returns: the bytes before the comment, with each quoted byte replaced by a letter; the start of the comment; and
  ///   the position of a mark that is not closed.
  static func mask(_ line: [UInt8]) -> (mask: [UInt8], commentStart: Int?, open: Int?) {
    var mask: [UInt8] = []
    var open: Int?
    var index = 0
    while index < line.count {
      let byte = line[index]
      let isMark = byte == UInt8(ascii: "\"")
      if open != nil, isMark, index + 1 < line.count, line[index + 1] == byte {
        mask.append(UInt8(ascii: "x"))
        index += 1
      } else if open != nil, isMark {
        open = nil
      } else if open == nil, isMark, index == 0 || line[index - 1].mayPrecedeQuote {
        open = index
      } else if open == nil {
        if byte == UInt8(ascii: "#") { return (mask, index, nil) }
        mask.append(byte)
        index += 1
        continue
      }
      mask.append(UInt8(ascii: "x"))
      index += 1
    }
    return (mask, nil, open)
  }
}

extension UInt8 {
  /// A carriage return counts as a blank, so lines may end as on Windows.
  fileprivate var isTableBlank: Bool {
    self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == UInt8(ascii: "\r")
  }

  fileprivate var mayPrecedeQuote: Bool {
    isTableBlank || self == UInt8(ascii: ";") || self == UInt8(ascii: ",")
  }
}
