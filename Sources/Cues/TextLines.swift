/// A text as lines with their line endings, so that it can be written unchanged.
///
/// Lines end in LF or CRLF, or in CR if there is no LF. The last line may have no ending.
struct TextLines: Sendable {
  /// Small, because a text of only line endings has as many lines as bytes.
  private struct Line: Sendable {
    /// The offsets of the line ending and of the next line.
    let contentEnd: UInt32
    let end: UInt32
  }

  private let bytes: [UInt8]
  private let lines: [Line]
  private let start: Int

  /// The first line does not include a byte order mark.
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

  /// The byte order mark before the first line; empty if there is none.
  var mark: ArraySlice<UInt8> { bytes[..<start] }

  var count: Int { lines.count }

  /// The bytes of a line without its line ending.
  func content(_ index: Int) -> ArraySlice<UInt8> {
    bytes[offset(of: index)..<Int(lines[index].contentEnd)]
  }

  /// The bytes of some lines with their line endings.
  func text(_ range: Range<Int>) -> ArraySlice<UInt8> {
    bytes[offset(of: range.lowerBound)..<offset(of: range.upperBound)]
  }

  private func offset(of line: Int) -> Int { line == 0 ? start : Int(lines[line - 1].end) }

  func isBlank(_ index: Int) -> Bool { content(index).allSatisfy(\.isBlank) }

  /// The line ending of this text.
  var ending: [UInt8] {
    guard let first = lines.first, first.contentEnd < first.end else { return [.lineFeed] }
    return Array(bytes[Int(first.contentEnd)..<Int(first.end)])
  }

  /// Whether the last line has no line ending.
  var isCutOff: Bool { lines.last.map { $0.contentEnd == $0.end } ?? false }
}

extension UInt8 {
  static let lineFeed = UInt8(ascii: "\n")
  static let carriageReturn = UInt8(ascii: "\r")

  /// A space, a tab, or a lone carriage return.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") || self == .carriageReturn }

  var isDigit: Bool { UInt8(ascii: "0")...UInt8(ascii: "9") ~= self }
}
