import Foundation
import Streams
import TestSupport
import Testing

@testable import Tool

/// Between any two kinds of descriptors, every mover must do the same as slices of an array.
@Suite struct SplicingMoverTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private enum Step {
    case move(Int)
    case discard(Int)
    case `repeat`(Int, times: Int, head: [UInt8])
    case write([UInt8])

    var count: Int {
      switch self {
      case .move(let count), .discard(let count), .repeat(let count, _, _): count
      case .write: 0
      }
    }
  }

  /// Movers whose settings exercise different code paths.
  private static let movers: [(name: String, make: @Sendable () -> SplicingMover)] = [
    ("default", { SplicingMover() }),
    ("splicing everything", { SplicingMover(smallestSplice: 0) }),
    ("holding in memory", { SplicingMover(holdingPipes: 0, smallestSplice: 0) }),
    ("running out of pipes", { SplicingMover(holdingPipes: 3, smallestSplice: 0) }),
  ]

  private static let frame = 3_110_400

  private static let steps: [Step] =
    [0, 1, 4095, 4096, 4097, 70_000].enumerated().flatMap { number, size -> [Step] in
      [
        .write(Array("FRAME\n".utf8)), .move(size), .discard(size),
        .repeat(size, times: number, head: Array("FRAME\n".utf8)), .repeat(size, times: 2, head: []), .discard(1),
      ]
    } + [
      .move(frame), .write([1, 2, 3]), .move(frame), .discard(frame), .repeat(1_500_000, times: 0, head: [8]),
      .repeat(frame, times: 3, head: Array("FRAME\n".utf8)), .repeat(2_000_000, times: 1, head: [7]),
    ]

  private static let bytes = Pattern.bytes(steps.reduce(0) { $0 + $1.count })

  private static let expected: [UInt8] = {
    var (rest, result) = (bytes[...], [UInt8]())
    for step in steps {
      switch step {
      case .move(let count): result += rest.prefix(count)
      case .discard: break
      case .repeat(let count, let times, let head): for _ in 0..<times { result += head + rest.prefix(count) }
      case .write(let bytes): result += bytes
      }
      rest = rest.dropFirst(step.count)
    }
    return result
  }()

  private func run(
    _ mover: any Mover, _ steps: [Step], from source: FileSource, to sink: inout FileSink
  ) throws -> [Int] {
    var counts: [Int] = []
    for step in steps {
      switch step {
      case .move(let count): counts.append(try mover.move(count, from: source, to: &sink))
      case .discard(let count): counts.append(try mover.discard(count, from: source))
      case .write(let bytes): try sink.write(bytes.span)
      case .repeat(let count, let times, let head):
        counts.append(try mover.hold(head.span, then: count, from: source))
        for copy in 0..<times { try mover.emit(to: &sink, keeping: copy < times - 1) }
      }
    }
    return counts
  }

  private func check(
    _ name: String, _ mover: any Mover, _ sourceKind: SourceKind, _ sinkKind: SinkKind
  ) throws {
    let source = FileSource(
      Descriptor(try sourceKind.open(Self.bytes, in: scratch), called: "a source"), name: "a source")
    let opened = try sinkKind.open(in: scratch)
    var sink = FileSink(Descriptor(opened.descriptor, called: "a sink"))
    let counts = try run(mover, Self.steps, from: source, to: &sink)
    try sink.finish()
    let arrived = try opened.result()
    #expect(Pattern.areEqual(arrived, Self.expected), "\(name), \(sourceKind) to \(sinkKind)")
    #expect(counts == Self.steps.filter { if case .write = $0 { false } else { true } }.map(\.count))
  }

  @Test(
    arguments: Campaign.share(of: SourceKind.allCases.flatMap { source in SinkKind.allCases.map { (source, $0) } }))
  func movesTheSameBytesBetweenAnyTwoEnds(sourceKind: SourceKind, sinkKind: SinkKind) throws {
    for (name, make) in Self.movers {
      try check(name, make(), sourceKind, sinkKind)
    }
    try check("copying", CopyingMover(), sourceKind, sinkKind)
  }

  private func source(_ sourceKind: SourceKind, _ bytes: [UInt8]) throws -> FileSource {
    FileSource(Descriptor(try sourceKind.open(bytes, in: scratch), called: "a source"), name: "a source")
  }

  /// A sink whose bytes are not checked.
  private func nullSink() -> FileSink {
    FileSink(Descriptor(open("/dev/null", O_WRONLY | O_CLOEXEC), called: "null"))
  }

  @Test(arguments: SourceKind.allCases) func returnsTheNumberOfBytesMoved(sourceKind: SourceKind) throws {
    let (bytes, head): ([UInt8], [UInt8]) = (Pattern.bytes(100_000), [1, 2])
    for (name, make) in Self.movers {
      for (count, expected) in [(99_999, 99_999), (100_000, 100_000), (100_001, 100_000), (5_000_000, 100_000)] {
        let mover = make()
        var sink = nullSink()
        let moved = try source(sourceKind, bytes)
        #expect(try mover.move(count, from: moved, to: &sink) == expected, "\(name): move \(count)")
        let discarded = try source(sourceKind, bytes)
        #expect(try mover.discard(count, from: discarded) == expected, "\(name): discard \(count)")
        let held = try source(sourceKind, bytes)
        #expect(try mover.hold(head.span, then: count, from: held) == expected, "\(name): hold \(count)")
      }
    }
  }

  @Test(arguments: SourceKind.allCases) func writesEverythingBeforeTheEnd(sourceKind: SourceKind) throws {
    let bytes = Pattern.bytes(1_200_000)
    for (name, make) in Self.movers {
      let (opened, head) = (try SinkKind.pipe.open(in: scratch), Array("FRAME".utf8))
      let mover = make()
      let source = try source(sourceKind, bytes)
      var sink = FileSink(Descriptor(opened.descriptor, called: "a sink"))
      #expect(try mover.move(100_000, from: source, to: &sink) == 100_000)
      #expect(try mover.hold(head.span, then: 9_000_000, from: source) == 1_100_000)
      try mover.emit(to: &sink, keeping: true)
      try mover.emit(to: &sink, keeping: false)
      try sink.finish()
      let half = head + bytes[100_000...]
      let arrived = try opened.result()
      #expect(Pattern.areEqual(arrived, Array(bytes[..<100_000]) + half + half), "\(name)")
    }
  }

  @Test(arguments: SourceKind.allCases) func leavesTheFollowingBytesInTheSource(sourceKind: SourceKind) throws {
    let (bytes, head): ([UInt8], [UInt8]) = (Pattern.bytes(1_000_003), [1, 2])
    for (name, make) in Self.movers {
      let mover = make()
      let source = try source(sourceKind, bytes)
      var sink = nullSink()
      _ = try mover.move(400_000, from: source, to: &sink)
      _ = try mover.discard(300_000, from: source)
      _ = try mover.hold(head.span, then: 300_000, from: source)
      var rest = [UInt8](repeating: 0, count: 10)
      #expect(try source.read(into: &rest) == 3)
      #expect(rest[..<3] == bytes[1_000_000...], "\(name)")
    }
  }

  @Test(arguments: SourceKind.allCases) func reportsAFullDisk(sourceKind: SourceKind) throws {
    for (name, make) in Self.movers {
      let mover = make()
      let source = try source(sourceKind, Pattern.bytes(200_000))
      var sink = FileSink(Descriptor(open("/dev/full", O_WRONLY | O_CLOEXEC), called: "a disk"))
      #expect(throws: StreamFailure.inputOutput("cannot write a disk: No space left on device"), "\(name)") {
        _ = try mover.move(200_000, from: source, to: &sink)
      }
    }
  }

  @Test func reportsWhichEndCannotBeUsed() throws {
    let mover = SplicingMover()
    var sink = nullSink()
    let directory = try FileSource(path: scratch.path)
    #expect(throws: StreamFailure.inputOutput("cannot read '\(scratch.path)': Is a directory")) {
      _ = try mover.move(100_000, from: directory, to: &sink)
    }
    #expect(throws: StreamFailure.inputOutput("cannot read '\(scratch.path)': Is a directory")) {
      _ = try mover.discard(100_000, from: directory)
    }
  }

  @Test(arguments: SourceKind.allCases) func unloadReturnsTheHeldBytes(sourceKind: SourceKind) throws {
    let (bytes, head): ([UInt8], [UInt8]) = (Pattern.bytes(2_500_000), [1, 2])
    for (name, make) in Self.movers {
      let mover = make()
      let source = try source(sourceKind, bytes)
      var sink = nullSink()
      var room = [UInt8](repeating: 0, count: 2_400_002)
      #expect(try mover.hold(head.span, then: 2_400_000, from: source) == 2_400_000)
      try mover.emit(to: &sink, keeping: true)
      var span = room.mutableSpan
      try mover.unload(into: &span)
      #expect(Pattern.areEqual(room, head + bytes[..<2_400_000]), "\(name)")
      // Holding starts again with an empty holder.
      let opened = try SinkKind.pipe.open(in: scratch)
      var next = FileSink(Descriptor(opened.descriptor, called: "a sink"))
      _ = try mover.hold(head.span, then: 50_000, from: source)
      try mover.emit(to: &next, keeping: false)
      try next.finish()
      #expect(Pattern.areEqual(try opened.result(), head + bytes[2_400_000..<2_450_000]), "\(name)")
    }
  }

  /// Bytes that a sink has collected come before bytes that are spliced past it.
  @Test func keepsTheOrderOfWritesAndMoves() throws {
    let (bytes, opened) = (Pattern.bytes(300_000), try SinkKind.file.open(in: scratch))
    let mover = SplicingMover()
    let source = try source(.pipe, bytes)
    var sink = FileSink(Descriptor(opened.descriptor, called: "a sink"))
    for _ in 0..<3 {
      try sink.write("<")
      _ = try mover.move(100_000, from: source, to: &sink)
      try sink.write(">")
    }
    try sink.finish()
    let parts = [bytes[..<100_000], bytes[100_000..<200_000], bytes[200_000...]]
    #expect(Pattern.areEqual(try opened.result(), parts.flatMap { [UInt8(ascii: "<")] + $0 + [UInt8(ascii: ">")] }))
  }

  /// A pipe is full when all its pages are in use. Each short splice uses a page, so one pipe cannot hold all.
  @Test(arguments: 0...3) func holdsBytesThatCameInShortSplices(pipes: Int) throws {
    let (bytes, head) = (Pattern.bytes(32_768), Array("FRAME".utf8))
    let (whole, split) = (Plumbing.pipe(), Plumbing.pipe())
    #expect(write(whole.writing, bytes, bytes.count) == bytes.count)
    try Linux.widen(pipe: split.writing)
    for _ in 0..<256 { #expect(try Linux.splice(128, from: whole.reading, to: split.writing) == 128) }
    for end in [whole.reading, whole.writing, split.writing] { close(end) }
    let mover = SplicingMover(holdingPipes: pipes)
    let source = FileSource(Descriptor(split.reading, called: "a source"), name: "a source")
    var sink = MemorySink()
    #expect(try mover.hold(head.span, then: bytes.count, from: source) == bytes.count)
    for copy in 0..<3 { try mover.emit(to: &sink, keeping: copy < 2) }
    let once = head + bytes
    #expect(Pattern.areEqual(sink.bytes, once + once + once))
  }
}
