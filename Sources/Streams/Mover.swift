/// Moves bytes from a source to a sink, or holds bytes so that they can be written several times. Calls that return a
/// count return the number of bytes that the source had: fewer than `count` if it ended.
package protocol Mover: AnyObject {
  /// Writes the next `count` bytes of the source to the sink.
  func move<Sink: ByteSink & ~Copyable>(
    _ count: Int, from source: any ByteSource, to sink: inout Sink
  ) throws(StreamFailure) -> Int

  /// Skips the next `count` bytes of the source.
  func discard(_ count: Int, from source: any ByteSource) throws(StreamFailure) -> Int

  /// Holds `head` and, behind it, the next `count` bytes of the source, for `emit` or `unload`. Earlier held bytes are
  /// dropped. `head` begins with bytes that the stream leaves out; bytes already read from the source follow them.
  /// The returned count does not include `head`.
  func hold(_ head: Span<UInt8>, then count: Int, from source: any ByteSource) throws(StreamFailure) -> Int

  /// Writes all held bytes. Unless `keeping`, they are then dropped; otherwise they can be written again.
  func emit<Sink: ByteSink & ~Copyable>(to sink: inout Sink, keeping: Bool) throws(StreamFailure)

  /// Copies all held bytes into `room`, which must have exactly their size, and drops them.
  func unload(into room: inout MutableSpan<UInt8>) throws(StreamFailure)
}
