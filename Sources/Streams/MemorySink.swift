/// Gathers what is written; a class, so that it can still be looked at when `finish()` has used the sink up.
package final class MemorySink: ByteSink {
  package private(set) var bytes: [UInt8] = []
  package private(set) var isFinished = false
  private let capacity: Int

  /// - Parameter capacity: how many bytes are taken before writing fails, as on a full disk.
  package init(failingAfter capacity: Int = .max) {
    self.capacity = capacity
  }

  package var text: String { String(decoding: bytes, as: UTF8.self) }

  package func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    let taken = min(bytes.count, capacity - self.bytes.count)
    for index in 0..<taken { self.bytes.append(bytes[index]) }
    if taken < bytes.count { throw .inputOutput("cannot write memory: it fails after \(capacity) bytes") }
  }

  package consuming func finish() {
    isFinished = true
  }
}
