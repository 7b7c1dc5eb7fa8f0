import Streams

/// Writes to a descriptor, gathering small writes into blocks.
package struct FileSink: ByteSink, ~Copyable {
  private static var blockSize: Int { 64 * 1024 }

  private let descriptor: Descriptor
  private var block: [UInt8] = []
  /// Whether neither `write` nor `flush` has been called.
  private var isUntouched = true

  package init(_ stream: StandardStream) {
    self.init(Descriptor(stream))
  }

  /// Creates the file at `path`, or empties it.
  package init(creating path: String) throws(StreamFailure) {
    self.init(try Descriptor(creating: path))
  }

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  package var channel: Channel? { descriptor.channel }

  /// Enlarges the buffer of a pipe (see `Descriptor.widenPipe`), for sinks that take large amounts.
  package func widenPipe() {
    descriptor.widenPipe()
  }

  package mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    isUntouched = false
    // Appending no bytes to an array without storage would write to the empty storage that all such arrays share, which
    // other threads may be reading.
    if bytes.isEmpty { return }
    if block.count + bytes.count > Self.blockSize { try flush() }
    if bytes.count >= Self.blockSize { return try descriptor.write(bytes) }
    block.append(addingCapacity: bytes.count) { room in
      for index in bytes.indices { room.append(bytes[index]) }
    }
  }

  /// Writes the gathered block. A block that could not be written is dropped: part of it may have been written, and
  /// writing it again would repeat that part.
  package mutating func flush() throws(StreamFailure) {
    // A caller that flushes may go on to write to the channel directly.
    isUntouched = false
    defer { block.removeAll(keepingCapacity: true) }
    try descriptor.write(block.span)
  }

  package consuming func finish() throws(StreamFailure) {
    // If nothing was written, there is nothing to report, not even that the stream was already closed when the process
    // started.
    if isUntouched { return }
    try flush()
    try descriptor.finish()
  }
}
