/// Splits a stream into lines, in memory of limited size. Lines end in LF or CRLF; the last line may have no ending.
/// Returned lines have neither their ending nor the byte order mark that some editors put before UTF-8.
package struct LineReader: ~Copyable {
  /// The largest number of bytes in a line. A longer line is an error, so an input without line ends cannot fill the
  /// memory.
  private let longestLine: Int

  private let source: any ByteSource
  private var block = [UInt8](repeating: 0, count: 64 * 1024)
  /// The bytes that have been read and not yet returned.
  private var pending: ArraySlice<UInt8> = []

  /// The number of the line returned last, counted from 1; 0 before the first.
  package private(set) var lineNumber = 0

  /// - Parameter start: bytes that the caller has already read.
  package init(_ source: any ByteSource, after start: [UInt8] = [], longestLine: Int = 64 * 1024) {
    (self.source, self.longestLine, pending) = (source, longestLine, start[...])
  }

  /// The name of the stream in messages.
  package var name: String { source.name }

  /// Whether `next()` can return a line without reading. If not, flush output first: the program that writes the stream
  /// may be waiting for the results so far.
  package var holdsLine: Bool { pending.contains(UInt8(ascii: "\n")) }

  /// The next line, or nil at the end of the stream.
  package mutating func next() throws(StreamFailure) -> ArraySlice<UInt8>? {
    var searched = 0
    while true {
      if let end = pending.dropFirst(searched).firstIndex(of: UInt8(ascii: "\n")) {
        return try takeLine(endingAt: end, resumingAt: end + 1)
      }
      searched = pending.count
      try checkLength(searched)
      if try readMore() == 0 {
        return pending.isEmpty ? nil : try takeLine(endingAt: pending.endIndex, resumingAt: pending.endIndex)
      }
    }
  }

  private mutating func takeLine(endingAt end: Int, resumingAt next: Int) throws(StreamFailure) -> ArraySlice<UInt8> {
    var line = pending[..<end]
    try checkLength(line.count)
    pending = pending[next...]
    lineNumber += 1
    if lineNumber == 1, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
    return line.last == UInt8(ascii: "\r") ? line.dropLast() : line
  }

  /// Checks unfinished lines as well as finished ones, so that the result does not depend on how reads divide the
  /// stream.
  private func checkLength(_ length: Int) throws(StreamFailure) {
    guard length <= longestLine else {
      throw .tooLong("line \(lineNumber + 1) is longer than \(longestLine) bytes (\(name))")
    }
  }

  private mutating func readMore() throws(StreamFailure) -> Int {
    let count = try source.read(into: &block)
    pending += block[..<count]
    return count
  }
}
