import Values

/// A source in memory. Like real sources, it can return short reads and fail.
package final class MemorySource: ByteSource {
  package let name = "memory"
  private let bytes: [UInt8]
  private let longestRead: Int?
  private let failureOffset: Int?
  private var offset = 0
  private var lastRead = 0
  /// Whether it had been read to its end when it was closed; nil while it is open.
  package private(set) var hadEnded: Bool?

  /// - Parameters:
  ///   - longestRead: reads return 1, 2, … up to this many bytes, then 1 again, so that no reader can rely on how reads
  ///     divide the stream.
  ///   - failureOffset: the number of bytes after which reading fails.
  package init(_ bytes: [UInt8], chopping longestRead: Int? = nil, failingAfter failureOffset: Int? = nil) {
    self.bytes = bytes
    self.longestRead = longestRead
    self.failureOffset = failureOffset
  }

  package func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    if offset == failureOffset { throw .inputOutput("cannot read \(name): it fails after \(offset) bytes") }
    let end = min(bytes.count, failureOffset ?? .max)
    let count = min(end - offset, buffer.count, nextReadLimit())
    for index in 0..<count { buffer[index] = bytes[offset + index] }
    offset += count
    return count
  }

  package func close(hasEnded: Bool) { hadEnded = hasEnded }

  private func nextReadLimit() -> Int {
    guard let longestRead else { return .max }
    lastRead = lastRead % longestRead + 1
    return lastRead
  }
}

/// A sink in memory. It is a class so that tests can inspect it after `finish()` has consumed it.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  package private(set) var isFinished = false
  private let capacity: Int

  /// - Parameter capacity: the number of bytes after which writing fails, as on a full disk.
  package init(failingAfter capacity: Int = .max) {
    self.capacity = capacity
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    let taken = min(bytes.count, capacity - self.bytes.count)
    self.bytes.append(bytes.extracting(..<taken))
    if taken < bytes.count { throw .inputOutput("cannot write memory: it fails after \(capacity) bytes") }
  }

  package consuming func finish() {
    isFinished = true
  }
}

/// A spill file in memory, one call of which can be made to fail.
package final class MemorySpill: SpillFile {
  package private(set) var bytes: [UInt8] = []
  package private(set) var callCount = 0
  private let failingCall: Int?

  /// - Parameter failingCall: the read or write that fails, counted from 0; nil for none.
  package init(failingAtCall failingCall: Int? = nil) {
    self.failingCall = failingCall
  }

  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    try countCall()
    guard offset + buffer.count <= bytes.count else { throw .inputOutput("cannot read memory: it ends too early") }
    for index in buffer.indices { buffer[index] = bytes[offset + index] }
  }

  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure) {
    try countCall()
    let missing = offset + bytes.count - self.bytes.count
    if missing > 0 { self.bytes.append(contentsOf: repeatElement(0, count: missing)) }
    for index in bytes.indices { self.bytes[offset + index] = bytes[index] }
  }

  private func countCall() throws(StreamFailure) {
    defer { callCount += 1 }
    if callCount == failingCall { throw .inputOutput("cannot use memory: it fails at call \(callCount)") }
  }
}
