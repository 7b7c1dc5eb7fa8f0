import Streams

/// Why a NUT stream cannot be read. Bytes are counted from the beginning of the input.
package enum NUTError: Error, Equatable, Sendable {
  /// It claims what cannot be.
  case malformed(String, byte: Int)
  /// It is of a kind that is not carried here.
  case unsupported(String, byte: Int, advice: String)
  /// It ends inside the part that is named.
  case truncated(String, byte: Int)
  /// The system could not move the bytes.
  case stream(StreamFailure)
}

/// Reading bytes without which the stream is cut off: where it ends before them, the error says that it ends inside
/// `part`.
extension ByteInput where Source: ~Copyable {
  mutating func requireByte(of part: String) throws(NUTError) -> UInt8 {
    guard let byte = try NUTError.passingOn({ () throws(StreamFailure) in try readByte() }) else {
      throw .truncated(part, byte: position)
    }
    return byte
  }

  mutating func require(_ count: Int, of part: String) throws(NUTError) -> [UInt8] {
    let bytes = try NUTError.passingOn { () throws(StreamFailure) in try read(count) }
    guard bytes.count == count else { throw .truncated(part, byte: position) }
    return bytes
  }

  mutating func requireSkip(_ count: Int, of part: String) throws(NUTError) {
    let skipped = try NUTError.passingOn { () throws(StreamFailure) in try skip(count) }
    guard skipped == count else { throw .truncated(part, byte: position) }
  }

  /// The next byte without taking it; nil at the end of the stream, which is no error here.
  mutating func peekedByte() throws(NUTError) -> UInt8? {
    try NUTError.passingOn { () throws(StreamFailure) in try peekByte() }
  }
}

extension NUTError {
  fileprivate static func passingOn<Result>(
    _ body: () throws(StreamFailure) -> Result
  ) throws(NUTError) -> Result {
    do { return try body() } catch { throw .stream(error) }
  }
}
