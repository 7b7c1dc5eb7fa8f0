import Streams
import TestSupport
import Testing
import Values

@testable import Video

@Suite struct FrameReaderTests {
  private let format = StreamFormat.sample(width: 40, height: 30)

  private func bytes(_ container: Container) throws -> [UInt8] {
    try Stream.bytes(container, format, format.noise(4, seed: 9))
  }

  /// Takes the first frame with `readPayload`, the second with `skipPayload`, and two more with `movePayload`.
  @Test(arguments: [Container.y4m, .nut], [nil, 1, 100, 600])
  func readsSkipsAndMovesFrames(container: Container, longestRead: Int?) throws {
    let frames = format.noise(4, seed: 9)
    let reader = try FrameReader(MemorySource(try bytes(container), chopping: longestRead))
    #expect(reader.format.layout == format.layout)
    for way in 0..<4 {
      let head = try #require(try reader.nextFrame())
      #expect(head.stamp == (container == .nut ? way : nil))
      #expect(head.offset == reader.position)
      #expect(try takeFrame(reader, way) == (way == 1 ? [] : frames[way]))
      #expect(reader.frameCount == way + 1)
    }
    #expect(try reader.nextFrame() == nil)
    #expect(try reader.nextFrame() == nil)
  }

  private func takeFrame(_ reader: FrameReader, _ way: Int) throws -> [UInt8] {
    var frame = [UInt8](repeating: 0, count: way == 1 ? 0 : format.layout.frameBytes)
    switch way {
    case 0:
      var room = frame.mutableSpan
      #expect(try reader.readPayload(into: &room))
    case 1: #expect(try reader.skipPayload())
    default: #expect(try move(reader, to: &frame))
    }
    return frame
  }

  private func move(_ reader: FrameReader, to frame: inout [UInt8]) throws -> Bool {
    try reader.movePayload { (head, count, source) throws(StreamFailure) in
      frame.removeAll()
      for index in head.indices { frame.append(head[index]) }
      var moved = 0
      while moved < count {
        var part = [UInt8](repeating: 0, count: count - moved)
        let arrived = try source.read(into: &part)
        if arrived == 0 { break }
        frame += part.prefix(arrived)
        moved += arrived
      }
      return moved
    }
  }

  @Test(arguments: [Container.y4m, .nut], 0..<3) func reportsAnIncompleteFrame(container: Container, way: Int) throws {
    let whole = try bytes(container)
    let reader = try FrameReader(MemorySource(Array(whole.dropLast())))
    for _ in 0..<3 {
      _ = try reader.nextFrame()
      _ = try reader.skipPayload()
    }
    _ = try #require(try reader.nextFrame())
    var frame = [UInt8](repeating: 0, count: format.layout.frameBytes)
    switch way {
    case 0:
      var room = frame.mutableSpan
      #expect(try !reader.readPayload(into: &room))
    case 1: #expect(try !reader.skipPayload())
    default: #expect(try !move(reader, to: &frame))
    }
    #expect(reader.frameCount == 3)
    #expect(reader.truncation == .truncated("frame 3", byte: whole.count - 1))
  }

  /// The reader skips NUT frames outside the range of times. y4m frames have no timestamps, so all are read.
  @Test(arguments: [Container.y4m, .nut]) func skipsFramesOutsideTheTimes(container: Container) throws {
    let whole = try bytes(container)
    let format = try FrameReader(MemorySource(whole)).format
    let times = try [1, 3].map { try #require(container == .nut ? format.seconds(atStamp: $0) : Double($0)) }
    let reader = try FrameReader(MemorySource(whole), within: times[0]..<times[1])
    var stamps: [Int?] = []
    #expect(try reader.peekFrame()?.stamp == (container == .nut ? 1 : nil))
    while let head = try reader.nextFrame() {
      stamps.append(head.stamp)
      #expect(try reader.skipPayload())
      #expect(reader.frameCount == stamps.count)
    }
    #expect(stamps == (container == .nut ? [1, 2] : [nil, nil, nil, nil]) && reader.goesOn == (container == .nut))
    #expect(try reader.nextFrame() == nil)
    let cut = try FrameReader(MemorySource(Array(whole.dropLast())), within: 1e6..<2e6)
    if container == .nut { #expect(throws: VideoError.self) { try cut.nextFrame() } }
  }

  @Test(arguments: [Container.y4m, .nut]) func reportsFailuresOfTheSource(container: Container) throws {
    let whole = try bytes(container)
    let failure = StreamFailure.inputOutput("cannot read memory: it fails after 10 bytes")
    #expect(throws: VideoError.stream(failure)) {
      let reader = try FrameReader(MemorySource(whole, failingAfter: 10))
      return reader.frameCount
    }
    let reader = try FrameReader(MemorySource(whole, failingAfter: 1500))
    _ = try reader.nextFrame()
    var frame = [UInt8](repeating: 0, count: format.layout.frameBytes)
    #expect(throws: StreamFailure.inputOutput("cannot read memory: it fails after 1500 bytes")) {
      var room = frame.mutableSpan
      return try reader.readPayload(into: &room)
    }
  }
}
