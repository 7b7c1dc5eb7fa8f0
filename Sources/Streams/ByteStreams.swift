import Values

/// A stream of bytes that is read once, in order. A read returns 0 at the end of the stream, and throws if it fails.
/// Only the reader can tell whether the stream is truncated, so a source does not report truncation.
///
/// A source is called once a block, so its type need not be known where it is used.
package protocol ByteSource: AnyObject {
  /// The name of the stream in messages.
  var name: String { get }

  /// The descriptor of the bytes that `read` has not returned yet, from which the system can move them; nil if there is
  /// none. A source with a channel reads no further ahead than it returns.
  var channel: Channel? { get }

  /// Whether `count` bytes can be read without waiting, as far as the source knows.
  func has(_ count: Int) -> Bool

  /// Reads bytes into the front of `buffer`, which must not be empty. Waits for at least one byte. Returns the number
  /// of bytes read, or 0 at the end of the stream.
  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int

  /// Ends the source, from which nothing more is read. Throws if the program that printed it has failed.
  ///
  /// - Parameter hasEnded: whether it has been read to its end.
  func close(hasEnded: Bool) throws(StreamFailure)
}

extension ByteSource {
  package var channel: Channel? { nil }

  package func has(_ count: Int) -> Bool { true }

  package func close(hasEnded: Bool) {}

  package func read(into buffer: inout [UInt8]) throws(StreamFailure) -> Int {
    var room = buffer.mutableSpan
    return try read(into: &room)
  }
}

/// Takes a stream of bytes, in order.
package protocol ByteSink: ~Copyable {
  /// The descriptor to which the system can move bytes after `flush()` has written all earlier ones; nil if there is
  /// none.
  var channel: Channel? { get }

  mutating func write(_ bytes: Span<UInt8>) throws(StreamFailure)

  /// Writes all buffered bytes.
  mutating func flush() throws(StreamFailure)

  /// Writes all buffered bytes, closes the sink, and reports failures that appear only at that point. A sink that is
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

/// The other side of a dialogue in bytes, such as a command with a pipe at either end.
package protocol ByteExchange: ByteSource {
  /// Queues bytes behind those sent before. They are written while `read` waits for an answer, and by `finish`.
  func send(_ bytes: Span<UInt8>)

  /// Returns how the other side has ended, in words for an error message, once its answers have ended. Nothing can be
  /// sent after this call.
  func ending() -> String

  /// Writes what is queued, closes this direction, and waits for the other side to end. Throws if the other side sends
  /// more, fails, or does not end.
  func finish() throws(StreamFailure)
}

/// A command that prints any part of a clip, any number of times.
package protocol ClipCommand {
  /// Whether a run prints more than requested. The excess is skipped.
  var printsMore: Bool { get }

  /// Runs the command for a part of the clip, given in seconds.
  func run(from: Double, for length: Double) throws(StreamFailure) -> any ByteSource
}

/// A file that can be read at any offset, any number of times.
package protocol SeekableFile: AnyObject {
  /// Fills `buffer` from the bytes at `offset`. Throws if the file ends before the buffer is full, since callers ask
  /// only for bytes that the file has had before.
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
    /// A file with a length, in which offsets can be set.
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
package enum StreamFailure: KnownError, Equatable, Sendable {
  case inputOutput(String)
  /// A line of the input is longer than its reader accepts.
  case tooLong(String)
}

extension StreamFailure {
  package var kind: ErrorKind { if case .tooLong = self { .input } else { .inputOutput } }

  package var description: String {
    switch self {
    case .inputOutput(let problem), .tooLong(let problem): problem
    }
  }
}
