import Streams
import Testing

@Suite struct LineReaderTests {
  private func lines(_ text: [UInt8], chopping longestRead: Int? = nil) throws -> [String] {
    var reader = LineReader(MemorySource(text, chopping: longestRead))
    var lines: [String] = []
    while let line = try reader.next() {
      lines.append(String(decoding: line, as: UTF8.self))
      #expect(reader.lineNumber == lines.count)
    }
    return lines
  }

  @Test(arguments: [
    ("", []),
    ("\n", [""]),
    ("a", ["a"]),
    ("a\n", ["a"]),
    ("a\nb", ["a", "b"]),
    ("a\n\nb\n", ["a", "", "b"]),
    ("a\r\nb\r\n", ["a", "b"]),
    ("a\r\r\nb\rc\n", ["a\r", "b\rc"]),
    ("a\r", ["a"]),
    ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]), ("\u{FEFF}\r\n", [""]), ("\u{FEFF}", [""]),
    ("source\twarped\n0\t0\n1\t2\n", ["source\twarped", "0\t0", "1\t2"]),
  ]) func portionsDoNotChangeLines(text: String, expected: [String]) throws {
    for longestRead in [nil, 1, 2, 3, 5] {
      #expect(try lines(Array(text.utf8), chopping: longestRead) == expected, "chopping \(longestRead ?? 0)")
    }
  }

  private static let longest = 65_536

  @Test(arguments: [nil, 1000, 60_000]) func refusesLinesOverTheLimit(longestRead: Int?) throws {
    for ending in ["", "\n"] {
      let long = [UInt8](repeating: 0x61, count: Self.longest)
      #expect(try lines(long + ending.utf8, chopping: longestRead).map(\.utf8.count) == [Self.longest])
      #expect(throws: StreamFailure.tooLong("line 2 is longer than 65536 bytes (memory)")) {
        try lines("first\n".utf8 + long + "b\(ending)".utf8, chopping: longestRead)
      }
    }
  }

  @Test func readsManyBlocks() throws {
    let expected = (0..<50_000).map { "line \($0)" }
    let text = expected.joined(separator: "\n").utf8
    #expect(try lines(Array(text)) == expected)
  }

  /// The source fails later than the length limit. A reader that went on looking for the end of the line would fail.
  @Test func stopsReadingALineThatDoesNotEnd() {
    let source = MemorySource([UInt8](repeating: 0x61, count: 1_000_000), failingAfter: 500_000)
    #expect(throws: StreamFailure.tooLong("line 1 is longer than 65536 bytes (memory)")) {
      var reader = LineReader(source)
      _ = try reader.next()
    }
  }

  @Test func knowsWhetherTheNextLineIsBuffered() throws {
    var reader = LineReader(MemorySource(Array("a\nb\nc".utf8)))
    var atHand = [reader.holdsLine]
    while try reader.next() != nil { atHand.append(reader.holdsLine) }
    #expect(atHand == [false, true, false, false])
  }

  @Test func returnsCompleteLinesBeforeAFailure() throws {
    var reader = LineReader(MemorySource(Array("one\ntwo\n".utf8), failingAfter: 6))
    #expect(try reader.next().map { Array($0) } == Array("one".utf8))
    do {
      _ = try reader.next()
      Issue.record("the failure was lost")
    } catch {
      #expect(error == .inputOutput("cannot read memory: it fails after 6 bytes"))
    }
  }
}
