import Streams
import Testing

@Suite struct ByteInputTests {
  private static let lookAhead = ByteInput.lookAhead
  private let bytes = (0..<5000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 >> 8) }

  private func input(chopping longestRead: Int? = nil) -> ByteInput {
    ByteInput(MemorySource(bytes, chopping: longestRead))
  }

  @Test func peekingConsumesNothing() throws {
    var input = input()
    #expect(try input.peekByte() == bytes[0])
    #expect(try input.peekByte() == bytes[0])
    #expect(input.position == 0)
    #expect(try input.readByte() == bytes[0])
    #expect(input.position == 1)
  }

  @Test func distinguishesTheEndFromAFailure() throws {
    var empty = ByteInput(MemorySource([]))
    #expect(try empty.peekByte() == nil)
    #expect(try empty.readByte() == nil)
    #expect(try empty.read(3) == [])
    #expect(try empty.skip(3) == 0)
    #expect(empty.position == 0)

    var failing = ByteInput(MemorySource(bytes, failingAfter: 2))
    #expect(try failing.read(2) == Array(bytes[..<2]))
    #expect(throws: StreamFailure.inputOutput("cannot read memory: it fails after 2 bytes")) { try failing.readByte() }
    #expect(failing.position == 2 && failing.buffered == 0)
  }

  @Test(arguments: [nil, 1, 3, 511, 512, 513]) func portionsChangeNothing(longestRead: Int?) throws {
    var input = input(chopping: longestRead)
    #expect(try input.read(3) == Array(bytes[..<3]))
    #expect(try input.read(1000) == Array(bytes[3..<1003]))
    #expect(try input.readByte() == bytes[1003])
    #expect(try input.skip(997) == 997)
    #expect(input.position == 2001)
    #expect(try input.read(0) == [])
    #expect(try input.read(600) == Array(bytes[2001..<2601]))
    #expect(try input.read(9999) == Array(bytes[2601...]))
    #expect(input.position == bytes.count)
    #expect(try input.skip(1) == 0)
  }

  @Test(arguments: [nil, 7]) func skipReturnsTheBytesSkipped(longestRead: Int?) throws {
    var input = input(chopping: longestRead)
    #expect(try input.skip(9999) == bytes.count)
    #expect(input.position == bytes.count)
  }

  @Test func readsAheadNoMoreThanItsLimit() throws {
    var input = input()
    _ = try input.readByte()
    #expect(input.buffered == Self.lookAhead - 1)
    // A large read first takes the bytes read ahead and then reads the rest from the source, without reading ahead.
    _ = try input.read(2000)
    #expect(input.buffered == 0)
  }

  @Test(arguments: [nil, 1, 100]) func handsOverUnbufferedBytes(longestRead: Int?) throws {
    var input = input(chopping: longestRead)
    _ = try input.readByte()
    var payload = input.takeBuffered(atMost: 3000)
    let moved = try input.handOver(3000 - payload.count) { (count, source) throws(StreamFailure) in
      while payload.count < 3000 {
        var part = [UInt8](repeating: 0, count: 3000 - payload.count)
        let arrived = try source.read(into: &part)
        payload += part.prefix(arrived)
      }
      return count
    }
    #expect(payload.elementsEqual(bytes[1..<3001]))
    #expect(moved <= 3000 && input.position == 3001)
    #expect(try input.readByte() == bytes[3001])
  }

  @Test func takeBufferedRespectsItsLimit() throws {
    var input = input()
    #expect(input.takeBuffered(atMost: 10) == [])
    _ = try input.peekByte()
    #expect(input.takeBuffered(atMost: 10) == Array(bytes[..<10]))
    // Handing over no bytes is allowed although some have been read ahead.
    #expect(try input.handOver(0) { (count, _) throws(StreamFailure) in count } == 0)
    #expect(try input.readByte() == bytes[10])
  }
}
