/// Bytes that arrive in order, once.
///
/// Three things can happen at the front of a stream, and they are kept apart: the end is a count of
/// zero, a failure is thrown, and an input that stops too early is for its reader to notice, who
/// alone knows that more was due.
package protocol ByteSource: ~Copyable {
  /// What messages call the stream when they say where something was found.
  var name: String { get }

  /// Where the system can take the bytes from that `read` has not yet given; nil for what is not the system's.
  var channel: Channel? { get }

  /// Puts what is at hand at the front of `buffer`, which must have room, and returns how many bytes that was:
  /// at least one, or 0 at the end of the stream.
  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int
}

extension ByteSource where Self: ~Copyable {
  package var channel: Channel? { nil }

  /// The same, for a buffer that is an array.
  package mutating func read(into buffer: inout [UInt8]) throws(StreamFailure) -> Int {
    var room = buffer.mutableSpan
    return try read(into: &room)
  }
}
