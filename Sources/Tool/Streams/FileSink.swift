import Streams
import Values

/// Writes to a descriptor, and collects small writes into blocks.
package struct FileSink: ByteSink, ~Copyable {
  private static var blockSize: Int { 64 * 1024 }

  private let descriptor: Descriptor
  private var block: [UInt8] = []
  /// Whether neither `write` nor `flush` has been called.
  private var isUntouched = true

  package init(_ stream: StandardStream) {
    self.init(Descriptor(stream))
  }

  /// Creates the file at `path`, or empties an existing one.
  package init(creating path: String) throws(StreamFailure) {
    self.init(try Descriptor(creating: path))
  }

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  package var channel: Channel? { descriptor.channel }

  /// Enlarges the buffer of a pipe for large amounts of data (see `Descriptor.widenPipe`).
  package func widenPipe() { descriptor.widenPipe() }

  package mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    isUntouched = false
    if block.count + bytes.count > Self.blockSize { try flush() }
    if bytes.count >= Self.blockSize { return try descriptor.write(bytes) }
    block.append(bytes)
  }

  /// Writes the collected block. If that fails, the block is dropped, because writing it again could repeat a part.
  package mutating func flush() throws(StreamFailure) {
    // After a flush, the caller may write to the channel directly.
    isUntouched = false
    defer { block.removeAll(keepingCapacity: true) }
    try descriptor.write(block.span)
  }

  package consuming func finish() throws(StreamFailure) {
    // If nothing was written, nothing is reported, even if the stream was closed before this process started.
    if isUntouched { return }
    try flush()
    try descriptor.finish()
  }
}
