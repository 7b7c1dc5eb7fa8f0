import Pixels
import Streams
import Values

@testable import Video

/// Films in which all samples of frame n have the value n, so that the output shows which frames it contains.
enum NumberedFrames {
  static let format = StreamFormat(
    layout: PixelLayout("gray", width: 4, height: 2)!, rate: FrameRate(Rational(10)!), aspect: Rational(1),
    timebase: Rational(1, 100))

  /// A film of the given frames, 0.1 s each, without its last `cut` bytes.
  static func film(_ numbers: some Sequence<Int>, in container: Container = .y4m, cut: Int = 0) throws -> [UInt8] {
    let numbers = Array(numbers)
    let frames = numbers.map { [UInt8](repeating: UInt8($0), count: format.layout.frameBytes) }
    return Array(try Stream.bytes(container, format, frames, stamps: numbers.map { 10 * $0 }).dropLast(cut))
  }

  /// The numbers of the frames in a film, or -1 for a frame whose samples differ.
  static func numbers(_ bytes: [UInt8]) throws -> [Int] {
    if bytes.isEmpty { return [] }
    return try Stream(bytes).frames.map { frame in frame.allSatisfy { $0 == frame[0] } ? Int(frame[0]) : -1 }
  }

  static func reader(_ film: [UInt8]) throws -> FrameReader {
    try FrameReader(MemorySource(film, chopping: 5))
  }

  /// Returns a store that by default keeps nothing in memory, so that every frame passes through the temporary file.
  static func store(memory: Int = 0, origin: (any SeekableFile)? = nil) -> UnitStore {
    UnitStore(unitSize: format.layout.frameBytes, memory: memory, spill: MemorySpill(), origin: origin)
  }
}

final class MemoryFile: SeekableFile {
  private let bytes: [UInt8]
  private(set) var readCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    readCount += 1
    for index in buffer.indices { buffer[index] = bytes[offset + index] }
  }
}
