import Streams
import Testing

@Suite struct MemorySinkTests {
  @Test func gathersWhatIsWritten() throws {
    var sink = MemorySink()
    try sink.write("warp ")
    try sink.write([0x6D, 0x61, 0x70].span)
    #expect(sink.text == "warp map")
    #expect(!sink.isFinished)
    sink.finish()
    #expect(sink.isFinished)
  }

  @Test(arguments: 0...3) func takesNoMoreThanItsCapacity(capacity: Int) {
    var sink = MemorySink(failingAfter: capacity)
    #expect(throws: StreamFailure.inputOutput("cannot write memory: it fails after \(capacity) bytes")) {
      try sink.write("abcd")
    }
    #expect(sink.text == "abcd".prefix(capacity))
  }

  @Test func takesExactlyItsCapacity() throws {
    var sink = MemorySink(failingAfter: 4)
    try sink.write("abcd")
    #expect(sink.text == "abcd")
  }
}
