import Streams
import Testing

@testable import Values
@testable import Video
@testable import Warp

/// Tests every transition between a frame's states that the diagram in FrameSupply.swift shows.
@Suite struct FrameSupplyTests {
  private func supply(
    _ film: [UInt8], store: consuming UnitStore = NumberedFrames.store(), recall: Recall = .never
  ) throws -> FrameSupply {
    FrameSupply(FrameFeed(try NumberedFrames.reader(film), recall: recall), moving: CopyingMover(), keeping: store)
  }

  private func output(_ sink: MemorySink) throws -> FrameOutput<MemorySink> {
    var output = FrameOutput(
      try Container.y4m.writer(for: NumberedFrames.format), to: sink,
      frameBytes: NumberedFrames.format.layout.frameBytes)
    try output.writeHeader()
    return output
  }

  /// Says that the frames in `chosen` and all frames from `later` on may still be requested.
  private func needing(from later: Int, chosen: Range<Int> = 0..<0) -> FrameNeeds {
    FrameNeeds(chosen: chosen, later: later)
  }

  @Test func framesNotNeededAgainAreMovedToTheOutput() throws {
    let supply = try supply(NumberedFrames.film(0..<3))
    let sink = MemorySink()
    var output = try output(sink)
    for frame in 0..<3 {
      #expect(try supply.readHead() != nil && supply.hasPending)
      #expect(try supply.show(frame, stamps: [nil, nil], needing(from: frame + 1), to: &output))
      #expect(!supply.hasPending && supply.count == frame + 1)
    }
    #expect(try supply.readHead() == nil)
    #expect(try NumberedFrames.numbers(sink.bytes) == [0, 0, 1, 1, 2, 2])
    #expect(output.tally.outputCount == 6 && output.tally.repeatedCount == 3 && output.tally.shownCount == 3)
  }

  @Test func framesNotNeededAreSkipped() throws {
    let supply = try supply(NumberedFrames.film(0..<2))
    _ = try supply.readHead()
    #expect(try supply.settle(needing(from: 1)) && !supply.hasPending)
    _ = try supply.readHead()
    let sink = MemorySink()
    var output = try output(sink)
    #expect(try supply.show(1, stamps: [nil], needing(from: 2), to: &output))
    #expect(try NumberedFrames.numbers(sink.bytes) == [1])
  }

  /// The only frame that is needed is parked outside the store. A parked frame can be written any number of times.
  @Test func onlyFrameNeededIsParked() throws {
    // The first use of the temporary file fails, so that the test fails if the store uses the file.
    let store = UnitStore(
      unitSize: NumberedFrames.format.layout.frameBytes, memory: 0, spill: MemorySpill(failingAtCall: 1))
    let supply = try supply(NumberedFrames.film(0..<2), store: store)
    let sink = MemorySink()
    var output = try output(sink)
    _ = try supply.readHead()
    #expect(try supply.settle(needing(from: 0)))
    _ = try supply.readHead()
    #expect(try supply.show(0, stamps: [nil], needing(from: 0), to: &output))
    #expect(try supply.show(0, stamps: [nil], needing(from: 1), to: &output))
    supply.letGo(before: 1)
    #expect(try supply.show(1, stamps: [nil], needing(from: 1), to: &output))
    #expect(try NumberedFrames.numbers(sink.bytes) == [0, 0, 1])
  }

  /// A frame parked outside the store moves into the store when a second frame must be kept.
  @Test func parkedFramesMoveToTheStore() throws {
    let supply = try supply(NumberedFrames.film(0..<4))
    let sink = MemorySink()
    var output = try output(sink)
    for _ in 0..<3 {
      _ = try supply.readHead()
      #expect(try supply.settle(needing(from: 0)))
    }
    for frame in [2, 0, 1, 2] { #expect(try supply.show(frame, stamps: [nil], needing(from: 0), to: &output)) }
    _ = try supply.readHead()
    #expect(try supply.keepAll() && !supply.hasPending)
    for frame in [3, 0] { #expect(try supply.show(frame, stamps: [nil], needing(from: 0), to: &output)) }
    var seen: [UInt8] = []
    try supply.withFrames(1, 3) { (first, second) in seen = [first[0], second[0]] }
    try supply.withFrame(2) { seen.append($0[0]) }
    #expect(seen == [1, 3, 2])
    #expect(try NumberedFrames.numbers(sink.bytes) == [2, 0, 1, 2, 3, 0])
  }

  /// If the input is a file, the store keeps only a frame's offset, and reads the frame again when needed.
  @Test func framesOfAFileAreReadAgain() throws {
    let film = try NumberedFrames.film(0..<3)
    let file = MemoryFile(film)
    let supply = try supply(film, store: NumberedFrames.store(origin: file), recall: .file(file, start: 0))
    let sink = MemorySink()
    var output = try output(sink)
    for frame in 0..<3 {
      _ = try supply.readHead()
      #expect(try supply.show(frame, stamps: [nil], needing(from: 0), to: &output))
    }
    #expect(file.readCount == 0)
    for frame in [2, 0, 1] { #expect(try supply.show(frame, stamps: [nil], needing(from: 0), to: &output)) }
    #expect(file.readCount == 3)
    #expect(try NumberedFrames.numbers(sink.bytes) == [0, 1, 2, 2, 0, 1])
  }

  /// If the input ends inside a frame, nothing of this frame is written and `truncation` is set.
  @Test(arguments: 1...7, [0, 1]) func incompleteFramesAreNotWritten(cut: Int, later: Int) throws {
    let supply = try supply(NumberedFrames.film(0..<2, cut: cut))
    let sink = MemorySink()
    var output = try output(sink)
    _ = try supply.readHead()
    #expect(try supply.show(0, stamps: [nil], needing(from: later), to: &output))
    _ = try supply.readHead()
    #expect(supply.truncation == nil)
    #expect(try !supply.show(1, stamps: [nil], needing(from: later + 1), to: &output))
    #expect(supply.truncation != nil && supply.count == 1)
    #expect(try supply.readHead() == nil)
    #expect(try NumberedFrames.numbers(sink.bytes) == [0])
  }

  @Test func incompleteFramesAreNeitherKeptNorSkipped() throws {
    for needs in [needing(from: 0), needing(from: 9), needing(from: 9, chosen: 0..<2)] {
      let supply = try supply(NumberedFrames.film(0..<1, cut: 1))
      _ = try supply.readHead()
      #expect(try !supply.settle(needs))
      #expect(supply.truncation != nil)
    }
    let supply = try supply(NumberedFrames.film(0..<1, cut: 1))
    _ = try supply.readHead()
    #expect(try !supply.keepAll())
  }
}
