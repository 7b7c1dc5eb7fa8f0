/// A spill file in memory, which can be made to fail.
package final class MemorySpill: SpillFile {
  package private(set) var bytes: [UInt8] = []
  package private(set) var callCount = 0
  private let failingCall: Int?

  /// - Parameter failingCall: the number of the read or write that fails, counted from 0.
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
