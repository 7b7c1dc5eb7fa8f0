/// Splits blocks of bytes into lines. `LineReader` reads from a source; a `LineSplitter` is handed each block by its
/// caller.
package struct LineSplitter: Sendable {
  /// The bytes behind the last line feed.
  package private(set) var rest: [UInt8] = []

  package init() {}

  /// Adds a block and returns the lines that it completes, without their line feeds.
  package mutating func take(_ block: [UInt8]) -> [ArraySlice<UInt8>] {
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    while let end = block[start...].firstIndex(of: UInt8(ascii: "\n")) {
      lines.append(rest.isEmpty ? block[start..<end] : (rest + block[start..<end])[...])
      rest = []
      start = end + 1
    }
    rest += block[start...]
    return lines
  }

  /// Returns and forgets the last line, which no line feed ends; nil if there is none.
  package mutating func takeRest() -> [UInt8]? {
    defer { rest = [] }
    return rest.isEmpty ? nil : rest
  }
}
