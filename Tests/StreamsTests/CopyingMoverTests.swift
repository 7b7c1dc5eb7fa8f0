import Streams
import Testing

@Suite struct CopyingMoverTests {
  private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }

  private let nothing: [UInt8] = []
  private let head: [UInt8] = [1, 2]

  @Test(arguments: [nil, 1, 7, 200_000]) func movesDiscardsAndRepeats(longestRead: Int?) throws {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes, chopping: longestRead), MemorySink())
    #expect(try mover.move(10, from: source, to: &sink) == 10)
    #expect(try mover.discard(300_000, from: source) == 300_000)
    #expect(try mover.hold(head.span, then: 200_001, from: source) == 200_001)
    for copy in 0..<3 { try mover.emit(to: &sink, keeping: copy < 2) }
    #expect(try mover.move(150_000, from: source, to: &sink) == 150_000)
    let held = head + Self.bytes[300_010..<500_011]
    let due = [Self.bytes[..<10], held[...], held[...], held[...], Self.bytes[500_011..<650_011]]
    #expect(sink.bytes == due.flatMap(\.self))
  }

  @Test func emitsFromAnyStart() throws {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes), MemorySink())
    _ = try mover.hold(head.span, then: 3, from: source)
    for start in [0, 1, 4, 5] { try mover.emit(from: start, to: &sink, keeping: start < 5) }
    try mover.emit(to: &sink, keeping: true)
    let held = head + Self.bytes[..<3]
    #expect(sink.bytes == held + held[1...] + held[4...])
  }

  @Test func returnsTheBytesThatArrived() throws {
    let mover = CopyingMover()
    for count in [0, 1, 99, 100, 101, 1_000_000] {
      var sink = MemorySink()
      var source = MemorySource(Array(Self.bytes[..<100]), chopping: 9)
      #expect(try mover.move(count, from: source, to: &sink) == min(count, 100))
      #expect(sink.bytes == Array(Self.bytes[..<min(count, 100)]))
      source = MemorySource(Array(Self.bytes[..<100]), chopping: 9)
      #expect(try mover.discard(count, from: source) == min(count, 100))
      source = MemorySource(Array(Self.bytes[..<100]), chopping: 9)
      #expect(try mover.hold(nothing.span, then: count, from: source) == min(count, 100))
    }
  }

  @Test func takesNoByteTooMany() throws {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes), MemorySink())
    _ = try mover.discard(5, from: source)
    _ = try mover.hold(nothing.span, then: 5, from: source)
    _ = try mover.move(0, from: source, to: &sink)
    _ = try mover.move(5, from: source, to: &sink)
    #expect(sink.bytes == Array(Self.bytes[10..<15]))
  }

  @Test func holdReplacesTheHeldBytes() throws {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes), MemorySink())
    let (nine, eight): ([UInt8], [UInt8]) = ([9], [8])
    _ = try mover.hold(nine.span, then: 50, from: source)
    _ = try mover.hold(eight.span, then: 3, from: source)
    try mover.emit(to: &sink, keeping: true)
    #expect(sink.bytes == eight + Self.bytes[50..<53])
  }

  @Test func unloadReleasesTheHeldBytes() throws {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes, chopping: 9), MemorySink())
    var room = [UInt8](repeating: 0, count: 52)
    _ = try mover.hold(head.span, then: 50, from: source)
    var span = room.mutableSpan
    try mover.unload(into: &span)
    #expect(room == head + Self.bytes[..<50])
    try mover.emit(to: &sink, keeping: false)
    #expect(sink.bytes.isEmpty)
  }

  @Test func reportsFailuresOfEitherEnd() {
    let mover = CopyingMover()
    var (source, sink) = (MemorySource(Self.bytes, failingAfter: 20), MemorySink(failingAfter: 10))
    #expect(throws: StreamFailure.inputOutput("cannot write memory: it fails after 10 bytes")) {
      _ = try mover.move(15, from: source, to: &sink)
    }
    #expect(throws: StreamFailure.inputOutput("cannot read memory: it fails after 20 bytes")) {
      _ = try mover.discard(15, from: source)
    }
  }
}
