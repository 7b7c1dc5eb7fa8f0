import Streams
import Testing
import Tool
import Values

@testable import MapShow

@Suite struct TimeLinesTests {
  @Test func blankLinesAreSkippedAndTheLastAvailableLineIsMarked() throws {
    var seen: [String] = []
    try TimeLines.read(MemorySource(Array("1 \n\n \t2\tx\n3".utf8))) { time, isLast in
      seen.append(time + (isLast ? "!" : ""))
    }
    // A line without a line feed is complete only at the end of the stream.
    #expect(seen == ["1", "2!", "3!"])
  }

  @Test func errorsNameTheLine() throws {
    let failure = try #require(throws: Failure.self) {
      try TimeLines.read(MemorySource(Array("1\nx\n".utf8))) { time, _ in _ = try TimeSyntax.seconds(time) }
    }
    #expect(failure.status == .input && failure.message.contains(":2"))
  }
}
