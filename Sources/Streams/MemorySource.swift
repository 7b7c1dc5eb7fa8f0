/// A stream that is already in memory, and can be made as awkward as real ones are.
package struct MemorySource: ByteSource {
  package let name = "memory"
  private let bytes: [UInt8]
  private let longestRead: Int?
  private let failurePosition: Int?
  private var position = 0
  private var lastRead = 0

  /// - Parameters:
  ///   - longestRead: reads give 1, 2, … up to this many bytes, then 1 again, so that nothing can rely on where a stream is cut.
  ///   - failurePosition: how many bytes arrive before reading fails.
  package init(_ bytes: [UInt8], chopping longestRead: Int? = nil, failingAfter failurePosition: Int? = nil) {
    self.bytes = bytes
    self.longestRead = longestRead
    self.failurePosition = failurePosition
  }

  package mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    if position == failurePosition { throw .inputOutput("cannot read \(name): it fails after \(position) bytes") }
    let end = min(bytes.count, failurePosition ?? .max)
    let count = min(end - position, buffer.count, nextReadLimit())
    for index in 0..<count { buffer[index] = bytes[position + index] }
    position += count
    return count
  }

  private mutating func nextReadLimit() -> Int {
    guard let longestRead else { return .max }
    lastRead = lastRead % longestRead + 1
    return lastRead
  }
}
