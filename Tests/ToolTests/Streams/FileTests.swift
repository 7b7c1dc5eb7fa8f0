import Foundation
import Streams
import Testing

@testable import Tool

@Suite struct FileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func readAll(_ path: String) throws -> String {
    let source = try FileSource(path: path)
    var block = [UInt8](repeating: 0, count: 10_000)
    var bytes: [UInt8] = []
    while case let count = try source.read(into: &block), count > 0 { bytes += block[..<count] }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Opens a file or device for writing without emptying it.
  private func descriptor(_ path: String, called label: String = "a test") -> Descriptor {
    Descriptor(open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600), called: label)
  }

  /// Both ends of a nonblocking pipe.
  private func nonblockingPipe() -> (reading: CInt, writing: CInt) {
    let ends = Plumbing.pipe()
    for end in [ends.reading, ends.writing] { Plumbing.makeNonblocking(end) }
    return ends
  }

  @Test func readsAFileOnce() throws {
    let text = (0..<50_000).map { "row \($0)\n" }.joined()
    let path = try scratch.file("map.tsv", text)
    #expect(try readAll(path) == text)
    #expect(try FileSource(path: path).name == path)
  }

  @Test func readsAFIFO() throws {
    let path = scratch.path + "/fifo"
    #expect(mkfifo(path, 0o600) == 0)
    Thread.detachNewThread { try? Data("through a pipe".utf8).write(to: URL(fileURLWithPath: path)) }
    #expect(try readAll(path) == "through a pipe")
  }

  @Test func takesADashForStandardInput() throws {
    #expect(try FileSource(path: "-").name == "standard input")
  }

  @Test func refusesAFileThatDoesNotExist() {
    #expect(throws: StreamFailure.inputOutput("cannot open '/no/such/file': No such file or directory")) {
      try readAll("/no/such/file")
    }
  }

  @Test func refusesADirectory() {
    #expect(throws: StreamFailure.inputOutput("cannot read '\(scratch.path)': Is a directory")) {
      try readAll(scratch.path)
    }
  }

  @Test(arguments: [1, 1000, 65_535, 65_536, 65_537, 300_000]) func writesEveryByteInOrder(size: Int) throws {
    let path = scratch.path + "/out"
    let block = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    var sink = FileSink(descriptor(path))
    try sink.write("first")
    try sink.write(block.span)
    try sink.write("middle")
    try sink.write(block.span)
    try sink.finish()
    let written = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
    #expect(written == "first".utf8 + block + "middle".utf8 + block)
  }

  /// The failure that `finish()` reports.
  private func lateFailure(of sink: consuming FileSink) -> StreamFailure? {
    do { try sink.finish() } catch { return error }
    return nil
  }

  @Test func reportsAFullDiskAtTheLastByte() throws {
    var sink = FileSink(descriptor("/dev/full", called: "standard output"))
    try sink.write("x")
    #expect(lateFailure(of: sink) == .inputOutput("cannot write standard output: No space left on device"))
  }

  @Test func reportsAFullDiskDuringAWrite() throws {
    let full = descriptor("/dev/full")
    #expect(throws: StreamFailure.inputOutput("cannot write a test: No space left on device")) {
      try full.write([0].span)
    }
  }

  @Test func dropsABlockThatFailed() throws {
    var sink = FileSink(descriptor("/dev/full"))
    try sink.write("x")
    #expect((try? sink.flush()) == nil)
    #expect(lateFailure(of: sink) == nil)
  }

  @Test func reportsAStreamThatWasClosedAtStart() throws {
    var sink = FileSink(Descriptor(9999, called: "standard output"))
    try sink.write("x")
    #expect(lateFailure(of: sink) == .inputOutput("cannot write standard output: Bad file descriptor"))
  }

  @Test func ignoresAnUnusedClosedStream() {
    #expect(lateFailure(of: FileSink(Descriptor(9999, called: "standard output"))) == nil)
  }

  @Test func waitsForInputOnANonblockingPipe() throws {
    let ends = nonblockingPipe()
    Thread.detachNewThread {
      usleep(50_000)
      write(ends.writing, "late", 4)
      close(ends.writing)
    }
    let source = Descriptor(ends.reading, called: "a pipe")
    var buffer = [UInt8](repeating: 0, count: 10)
    var room = buffer.mutableSpan
    #expect(try source.read(into: &room) == 4)
    #expect(try source.read(into: &room) == 0)
    #expect(buffer.starts(with: "late".utf8))
  }

  @Test func waitsForRoomInAFullNonblockingPipe() throws {
    let ends = nonblockingPipe()
    let bytes = (0..<1_000_000).map { UInt8(truncatingIfNeeded: $0 / 7) }
    Thread.detachNewThread {
      let sink = Descriptor(ends.writing, called: "a pipe")
      try? sink.write(bytes.span)
    }
    usleep(50_000)
    _ = fcntl(ends.reading, F_SETFL, 0)
    let received = FileHandle(fileDescriptor: ends.reading, closeOnDealloc: true).readDataToEndOfFile()
    #expect([UInt8](received) == bytes)
  }
}
