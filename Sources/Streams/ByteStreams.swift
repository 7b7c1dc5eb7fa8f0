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

/// Takes bytes in order.
package protocol ByteSink: ~Copyable {
  /// Where the system can put bytes once `flush()` has passed on those that came before; nil for what is not the
  /// system's.
  var channel: Channel? { get }

  mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure)

  /// Passes on whatever is still held back.
  mutating func flush() throws(StreamFailure)

  /// Passes on whatever is still held back and reports the failures that show only then.
  ///
  /// A sink that is dropped without this call may lose its last bytes.
  consuming func finish() throws(StreamFailure)
}

extension ByteSink where Self: ~Copyable {
  package var channel: Channel? { nil }

  package mutating func flush() {}

  package mutating func write(_ text: String) throws(StreamFailure) {
    try write(text.utf8.span)
  }
}

/// Bytes that can be read at any place, and again.
package protocol SeekableFile: AnyObject {
  /// Fills `buffer` with what stands at `offset`. A file that ends before the buffer is full is a failure: whoever asks
  /// has seen those bytes there before.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure)
}

/// A file of our own, for what memory cannot hold.
package protocol SpillFile: SeekableFile {
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure)
}

/// A stream's end as the system knows it, for a mover that has the system pass bytes on without looking at them.
package struct Channel: Equatable, Sendable {
  package enum Kind: Sendable {
    case pipe
    /// A file with a length and a position that can be moved.
    case regularFile
    /// A terminal, a socket, a device.
    case other
  }

  package let descriptor: CInt
  package let kind: Kind

  package init(descriptor: CInt, kind: Kind) {
    self.descriptor = descriptor
    self.kind = kind
  }
}

/// Why a stream could not go on.
package enum StreamFailure: Error, Equatable, Sendable {
  /// The system could not move the bytes.
  case inputOutput(String)
  /// More arrived than its reader is willing to hold.
  case tooLong(String)
}

extension StreamFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inputOutput(let problem), .tooLong(let problem): problem
    }
  }
}
