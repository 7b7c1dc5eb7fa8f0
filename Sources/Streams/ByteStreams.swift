/// A stream of bytes that is read once, in order.
///
/// A read returns 0 at the end of the stream and throws if it fails. Whether the stream ended too early only its reader
/// can tell, so a source does not report that.
package protocol ByteSource: ~Copyable {
  /// The name of the stream in messages.
  var name: String { get }

  /// The descriptor from which the system can move the bytes that `read` has not returned yet; nil if the source has
  /// none. A source with a channel reads no further ahead than it returns.
  var channel: Channel? { get }

  /// Whether so many bytes can be read without waiting for them, as far as that is known.
  func has(_ count: Int) -> Bool

  /// Reads bytes into the front of `buffer`, which must not be empty, and returns how many: at least one, waiting for
  /// it if need be, or 0 at the end of the stream.
  mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int
}

extension ByteSource where Self: ~Copyable {
  package var channel: Channel? { nil }

  package func has(_ count: Int) -> Bool { true }

  /// The same for an array, up to its count.
  package mutating func read(into buffer: inout [UInt8]) throws(StreamFailure) -> Int {
    var room = buffer.mutableSpan
    return try read(into: &room)
  }
}

/// Takes a stream of bytes, in order.
package protocol ByteSink: ~Copyable {
  /// The descriptor to which the system can move bytes, once `flush()` has written those that came before; nil if the
  /// sink has none.
  var channel: Channel? { get }

  mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure)

  /// Writes all bytes that were gathered.
  mutating func flush() throws(StreamFailure)

  /// Writes all bytes that were gathered, closes the sink, and reports failures that show only then. A sink that is
  /// destroyed without this call may lose its last bytes.
  consuming func finish() throws(StreamFailure)
}

extension ByteSink where Self: ~Copyable {
  package var channel: Channel? { nil }

  package mutating func flush() {}

  package mutating func write(_ text: String) throws(StreamFailure) {
    try write(text.utf8.span)
  }
}

/// Something that is sent bytes and answers with bytes, such as a command with a pipe at either end.
package protocol ByteExchange: ByteSource, AnyObject {
  /// Has these bytes written after those sent before: while `read` waits for an answer, and by `finish`.
  func send(_ bytes: Span<UInt8>)

  /// In words, for an error: how the other side has ended, once its answers have. Nothing can be sent after that.
  func ending() -> String

  /// Writes what has been sent, says that nothing more comes, and waits for the other side to end. That it answers more,
  /// fails, or does not end is a failure.
  func finish() throws(StreamFailure)
}

/// A file that can be read at any offset, any number of times.
package protocol SeekableFile: AnyObject {
  /// Fills `buffer` from the bytes at `offset`. A file that ends before the buffer is full is a failure: callers only
  /// ask for bytes that have been in the file before.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure)
}

/// A file for units that memory cannot hold.
package protocol SpillFile: SeekableFile {
  func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure)
}

/// The file descriptor behind a source or sink, for movers that let the system move bytes without copying them.
package struct Channel: Equatable, Sendable {
  package enum Kind: Sendable {
    case pipe
    /// A file with a length and an offset that can be set.
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

/// Why a stream could not be read or written further.
package enum StreamFailure: Error, Equatable, Sendable {
  /// A system call failed, or a command did.
  case inputOutput(String)
  /// The input has more bytes in one line than its reader accepts.
  case tooLong(String)
}

extension StreamFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .inputOutput(let problem), .tooLong(let problem): problem
    }
  }
}
