import Streams
import Testing

@Suite struct MemorySourceTests {
  private func readSizes(_ source: MemorySource, room: Int = 100) -> [Int] {
    var buffer = [UInt8](repeating: 0, count: room)
    var sizes: [Int] = []
    while let count = try? source.read(into: &buffer), count > 0 { sizes.append(count) }
    return sizes
  }

  private let ten = [UInt8](repeating: 7, count: 10)

  @Test func readsAllByDefault() {
    #expect(readSizes(MemorySource(ten)) == [10])
  }

  @Test func readsNoMoreThanTheBufferHolds() {
    #expect(readSizes(MemorySource(ten), room: 4) == [4, 4, 2])
  }

  @Test func chopsIntoChangingSizes() {
    #expect(readSizes(MemorySource(ten, chopping: 3)) == [1, 2, 3, 1, 2, 1])
    #expect(readSizes(MemorySource(ten, chopping: 1)) == Array(repeating: 1, count: 10))
  }

  @Test(arguments: [nil, 1, 3]) func readsBytesInOrder(longestRead: Int?) throws {
    let bytes = Array(UInt8.min...UInt8.max)
    let source = MemorySource(bytes, chopping: longestRead)
    var buffer = [UInt8](repeating: 0, count: 100)
    var received: [UInt8] = []
    while case let count = try source.read(into: &buffer), count > 0 { received += buffer[..<count] }
    #expect(received == bytes)
  }

  @Test func failsAfterTheLastByteBeforeTheFailure() {
    #expect(readSizes(MemorySource(ten, failingAfter: 4)) == [4])
    #expect(readSizes(MemorySource(ten, chopping: 3, failingAfter: 4)) == [1, 2, 1])
    #expect(readSizes(MemorySource(ten, failingAfter: 0)) == [])
    let source = MemorySource(ten, failingAfter: 0)
    var buffer: [UInt8] = [0]
    #expect(throws: StreamFailure.inputOutput("cannot read memory: it fails after 0 bytes")) {
      try source.read(into: &buffer)
    }
  }
}

@Suite struct MemorySinkTests {
  @Test func collectsWhatIsWritten() throws {
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
