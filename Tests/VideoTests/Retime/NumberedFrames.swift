import Pixels
import Streams
import Warp

@testable import Video

/// Films in which all samples of frame n are n, so that the output tells which frames it shows.
enum NumberedFrames {
  static let format = StreamFormat(
    layout: PixelLayout("gray", width: 4, height: 2)!, rate: FrameRate(Rational(10)!), aspect: Rational(1),
    timebase: Rational(1, 100))

  /// A film of these frames, a tenth of a second each.
  ///
  /// - Parameter cut: how many bytes are missing at the end.
  static func film(_ numbers: some Sequence<Int>, in container: Container = .y4m, cut: Int = 0) throws -> [UInt8] {
    let numbers = Array(numbers)
    let frames = numbers.map { [UInt8](repeating: UInt8($0), count: format.layout.frameBytes) }
    return Array(try Stream.bytes(container, format, frames, stamps: numbers.map { 10 * $0 }).dropLast(cut))
  }

  /// The frames that a film shows; -1 for one whose samples differ.
  static func numbers(_ bytes: [UInt8]) throws -> [Int] {
    if bytes.isEmpty { return [] }
    return try Stream(bytes).frames.map { frame in frame.allSatisfy { $0 == frame[0] } ? Int(frame[0]) : -1 }
  }

  static func reader(_ film: [UInt8]) throws -> FrameReader<MemorySource> {
    try FrameReader(MemorySource(film, chopping: 5))
  }

  /// A store that keeps nothing in memory unless told to, so that every frame goes through the spill file.
  static func store(memory: Int = 0, origin: (any SeekableFile)? = nil) -> UnitStore {
    UnitStore(unitSize: format.layout.frameBytes, memory: memory, spill: MemorySpill(), origin: origin)
  }
}

/// A file in memory.
final class MemoryFile: SeekableFile {
  private let bytes: [UInt8]
  private(set) var readCount = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    readCount += 1
    for index in buffer.indices { buffer[index] = bytes[offset + index] }
  }
}
