/// Passes on bytes that nobody needs to look at.
///
/// Counts that are returned tell how many bytes came; fewer than asked for means that the source ended inside them.
package protocol Mover: ~Copyable {
  /// Takes the next `count` bytes of the source to the sink.
  mutating func move<Source: ByteSource & ~Copyable, Sink: ByteSink & ~Copyable>(
    _ count: Int, from source: inout Source, to sink: inout Sink
  ) throws(StreamFailure) -> Int

  /// Passes over the next `count` bytes of the source.
  mutating func discard<Source: ByteSource & ~Copyable>(
    _ count: Int, from source: inout Source
  ) throws(StreamFailure) -> Int

  /// Takes up what `emit` is to write: `head`, and behind it the next `count` bytes of the source. What was held before
  /// is dropped.
  ///
  /// The head is for what belongs in front of every copy, and for what a reader has of the source already. The count
  /// returned does not include it.
  mutating func hold<Source: ByteSource & ~Copyable>(
    _ head: Span<UInt8>, then count: Int, from source: inout Source
  ) throws(StreamFailure) -> Int

  /// Writes everything held, which can be written again only if it is kept.
  mutating func emit<Sink: ByteSink & ~Copyable>(to sink: inout Sink, keeping: Bool) throws(StreamFailure)

  /// Puts everything held, which is as much as there is room for, into `room` instead, and holds nothing any more.
  mutating func unload(into room: inout MutableSpan<UInt8>) throws(StreamFailure)
}
