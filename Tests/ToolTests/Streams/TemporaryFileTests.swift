import Foundation
import Streams
import TestSupport
import Testing

@testable import Tool

@Suite struct TemporaryFileTests {
  private let scratch: ScratchDirectory

  init() throws { scratch = try ScratchDirectory() }

  private func read(_ count: Int, at offset: Int, from file: TemporaryFile) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    var room = bytes.mutableSpan
    try file.read(at: offset, into: &room)
    return bytes
  }

  @Test func keepsBytesInAnyOrder() throws {
    let (file, bytes) = (TemporaryFile(in: [scratch.path]), Pattern.bytes(1_000_000))
    for start in stride(from: 0, to: bytes.count, by: 100_000).reversed() {
      try file.write(bytes.span.extracting(start..<start + 100_000), at: start)
    }
    #expect(try read(500_000, at: 250_001, from: file) == Array(bytes[250_001..<750_001]))
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func worksWithoutUnnamedFiles() throws {
    let file = try Linux.removedFile(in: scratch.path)
    try file.write([1, 2, 3].span, at: 5)
    var bytes = [UInt8](repeating: 9, count: 8)
    var room = bytes.mutableSpan
    try file.read(at: 0, into: &room)
    #expect(bytes == [0, 0, 0, 0, 0, 1, 2, 3])
    #expect(try FileManager.default.contentsOfDirectory(atPath: scratch.path) == [])
  }

  @Test func isCreatedAtTheFirstWrite() throws {
    let later = "\(scratch.path)/later"
    let file = TemporaryFile(in: [later])
    try FileManager.default.createDirectory(atPath: later, withIntermediateDirectories: false)
    try file.write([7].span, at: 0)
    #expect(try read(1, at: 0, from: file) == [7])
  }

  @Test func usesTheFirstWritableDirectory() throws {
    let file = TemporaryFile(in: ["/no/such/directory", scratch.path])
    try file.write([7].span, at: 0)
    #expect(try read(1, at: 0, from: file) == [7])
  }

  private static let advice = "set TMPDIR to a directory with free space, or write a larger --memory"

  @Test func reportsTheDirectoryThatFailed() {
    let reason = "cannot make a temporary file in '/no/such/directory': No such file or directory"
    #expect(throws: StreamFailure.inputOutput("\(reason); \(Self.advice)")) {
      try TemporaryFile(in: ["/no/such/directory"]).write([7].span, at: 0)
    }
  }

  @Test func reportsAFullDisk() {
    let full = Descriptor(open("/dev/full", O_WRONLY | O_CLOEXEC), called: "a temporary file")
    #expect(throws: StreamFailure.inputOutput("cannot write a temporary file: No space left on device")) {
      try full.write([7].span, at: 1 << 20)
    }
  }

  @Test func reportsMissingBytes() throws {
    let file = TemporaryFile(in: [scratch.path])
    try file.write([7].span, at: 0)
    #expect(complaint { try read(2, at: 0, from: file) }.hasSuffix("': the file has become shorter"))
  }

  @Test func holdsTheUnitsThatAStoreSpills() throws {
    let frame = 100_000
    let units = (0..<20).map { index in [UInt8](repeating: UInt8(index), count: frame) }
    var store = UnitStore(unitSize: frame, memory: 5 * frame, spill: TemporaryFile(in: [scratch.path]))
    for (index, unit) in units.enumerated() {
      try store.append(index) { room in
        for offset in room.indices { room[offset] = unit[offset] }
        return true
      }
    }
    for index in units.indices.reversed() {
      let isSame = try store.withUnit(index) { span in span[0] == UInt8(index) && span[frame - 1] == UInt8(index) }
      #expect(isSame, "unit \(index)")
    }
  }
}
