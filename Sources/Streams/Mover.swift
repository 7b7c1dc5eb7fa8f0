/// Moves bytes from a source to a sink, or holds them to be written several times.
///
/// Calls that return a count return how many bytes the source had: fewer than asked for means that it ended.
package protocol Mover: ~Copyable {
  /// Writes the next `count` bytes of the source to the sink.
  mutating func move<Source: ByteSource & ~Copyable, Sink: ByteSink & ~Copyable>(
    _ count: Int, from source: inout Source, to sink: inout Sink
  ) throws(StreamFailure) -> Int

  /// Skips the next `count` bytes of the source.
  mutating func discard<Source: ByteSource & ~Copyable>(
    _ count: Int, from source: inout Source
  ) throws(StreamFailure) -> Int

  /// Holds `head` and behind it the next `count` bytes of the source, for `emit` or `unload`. What was held before is
  /// dropped.
  ///
  /// The head is for bytes that come before every copy, and for bytes of the source that have already been read. The
  /// count returned does not include it.
  mutating func hold<Source: ByteSource & ~Copyable>(
    _ head: Span<UInt8>, then count: Int, from source: inout Source
  ) throws(StreamFailure) -> Int

  /// Writes everything held. If `keeping` is false it is dropped; otherwise it can be written again.
  mutating func emit<Sink: ByteSink & ~Copyable>(to sink: inout Sink, keeping: Bool) throws(StreamFailure)

  /// Copies everything held into `room` and drops it. `room` must be exactly as large as what is held.
  mutating func unload(into room: inout MutableSpan<UInt8>) throws(StreamFailure)
}
