import Streams

/// Gathers small writes into large ones on their way to a descriptor.
package struct FileSink: ByteSink, ~Copyable {
  private static var blockSize: Int { 64 * 1024 }

  private let descriptor: Descriptor
  private var block: [UInt8] = []
  private var isUntouched = true

  package init(_ stream: StandardStream) {
    self.init(Descriptor(stream))
  }

  /// The file at `path`, made or emptied.
  package init(creating path: String) throws(StreamFailure) {
    self.init(try Descriptor(creating: path))
  }

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  package var channel: Channel? { descriptor.channel }

  /// Makes a pipe wide, for a sink that takes much.
  package func widenPipe() {
    descriptor.widenPipe()
  }

  package mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    isUntouched = false
    // Even nothing, appended to an array without storage, is written to what all such arrays share.
    if bytes.isEmpty { return }
    if block.count + bytes.count > Self.blockSize { try flush() }
    if bytes.count >= Self.blockSize { return try descriptor.write(bytes) }
    block.append(addingCapacity: bytes.count) { room in
      for index in bytes.indices { room.append(bytes[index]) }
    }
  }

  /// Writes what has gathered. A block that failed is gone: writing it again would repeat its first part.
  package mutating func flush() throws(StreamFailure) {
    // Whoever flushes may go on to write past this sink.
    isUntouched = false
    defer { block.removeAll(keepingCapacity: true) }
    try descriptor.write(block.span)
  }

  package consuming func finish() throws(StreamFailure) {
    // A stream nobody wrote to has nothing to report, not even that it came closed.
    if isUntouched { return }
    try flush()
    try descriptor.finish()
  }
}
