/// A text as lines, each with the bytes that end it, so that it can be written again as it was.
///
/// Lines end in LF or CRLF, or in CR where there is no LF; the last may end in none of them.
struct TextLines: Sendable {
  /// In few bytes, since a text may be nothing but ends of lines.
  private struct Line: Sendable {
    /// The offset of what ends it, and that of the next line.
    let contentEnd: UInt32
    let end: UInt32
  }

  private let bytes: [UInt8]
  private let lines: [Line]
  private let start: Int

  /// A byte order mark at the start is no part of the first line.
  ///
  /// Precondition: the text is shorter than 4 GiB.
  init(_ bytes: [UInt8]) throws(CueError) {
    if bytes.starts(with: [0xFF, 0xFE]) || bytes.starts(with: [0xFE, 0xFF]) {
      throw CueError("the text is UTF-16", line: 1, advice: "convert it with iconv -f UTF-16 -t UTF-8")
    }
    let ending: UInt8 = bytes.contains(.lineFeed) ? .lineFeed : .carriageReturn
    var lines: [Line] = []
    let first = bytes.starts(with: Self.byteOrderMark) ? Self.byteOrderMark.count : 0
    var start = first
    while start < bytes.count {
      let found = bytes[start...].firstIndex(of: ending)
      let stop = found ?? bytes.count
      let isPair = ending == .lineFeed && found != nil && stop > start && bytes[stop - 1] == .carriageReturn
      let end = found.map { $0 + 1 } ?? bytes.count
      lines.append(Line(contentEnd: UInt32(isPair ? stop - 1 : stop), end: UInt32(end)))
      start = end
    }
    self.bytes = bytes
    self.lines = lines
    self.start = first
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The byte order mark, if there is one: what comes before the first line.
  var mark: ArraySlice<UInt8> { bytes[..<start] }

  var count: Int { lines.count }

  /// The bytes of a line without those that end it.
  func content(_ index: Int) -> ArraySlice<UInt8> {
    bytes[offset(of: index)..<Int(lines[index].contentEnd)]
  }

  /// The bytes of some lines with those that end them.
  func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[offset(of: range.lowerBound)..<offset(of: range.upperBound)]
  }

  private func offset(of line: Int) -> Int { line == 0 ? start : Int(lines[line - 1].end) }

  func isBlank(_ index: Int) -> Bool { content(index).allSatisfy(\.isBlank) }

  /// What ends lines in this text.
  var ending: [UInt8] {
    guard let first = lines.first, first.contentEnd < first.end else { return [.lineFeed] }
    return Array(bytes[Int(first.contentEnd)..<Int(first.end)])
  }

  /// Whether the text ends in a line that is not ended.
  var isCutOff: Bool { lines.last.map { $0.contentEnd == $0.end } ?? false }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// A space or a tab; a lone carriage return is taken for one.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .carriageReturn }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
