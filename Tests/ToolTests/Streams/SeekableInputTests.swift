import Foundation
import Streams
import Testing

@testable import Tool

@Suite struct SeekableInputTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func text(_ count: Int, at offset: Int, of input: SeekableInput) throws(StreamFailure) -> String {
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    try input.read(at: offset, into: &room)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func readsAnywhereWithoutMovingTheStream() throws {
    let source = try FileSource(path: try scratch.file("clip", "0123456789"))
    let found = source.seekable()
    let input = try #require(found)
    #expect(input.start == 0)
    #expect(try text(3, at: 7, of: input) == "789")
    #expect(try text(3, at: 2, of: input) == "234")
    var first: [UInt8] = [0]
    #expect(try source.read(into: &first) == 1)
    #expect(first == Array("0".utf8))
  }

  /// As in `(read line; warp-video …) < clip`, where another process has read the first line.
  @Test func startIsTheStreamsOffset() throws {
    let source = try FileSource(path: try scratch.file("clip", "header\nrest"))
    var line = [UInt8](repeating: 0, count: 7)
    _ = try source.read(into: &line)
    let found = source.seekable()
    let input = try #require(found)
    #expect(input.start == 7)
    #expect(try text(4, at: input.start, of: input) == "rest")
  }

  @Test func outlivesTheStream() throws {
    let input = try FileSource(path: try scratch.file("clip", "0123456789")).seekable()
    #expect(try text(2, at: 4, of: try #require(input)) == "45")
  }

  @Test(arguments: [SourceKind.pipe, .socket]) func pipesAndSocketsAreNotSeekable(sourceKind: SourceKind) throws {
    let source = FileSource(
      Descriptor(try sourceKind.open([1, 2, 3], in: scratch), called: "a source"), name: "a source")
    #expect(source.seekable() == nil)
  }

  @Test func reportsAFileThatHasShrunk() throws {
    let path = try scratch.file("clip", "0123456789")
    let found = try FileSource(path: path).seekable()
    let input = try #require(found)
    #expect(throws: StreamFailure.inputOutput("cannot read '\(path)': the file has become shorter")) {
      try text(4, at: 8, of: input)
    }
  }
}
