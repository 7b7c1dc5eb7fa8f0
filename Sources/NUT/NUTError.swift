import Streams

/// Why a NUT stream cannot be read. Byte offsets count from the beginning of the input.
package enum NUTError: Error, Equatable, Sendable {
  /// The stream contradicts the format.
  case malformed(String, byte: Int)
  /// The stream is valid, but of a kind that this module does not support.
  case unsupported(String, byte: Int, advice: String)
  /// The stream ends inside the part that the string names.
  case truncated(String, byte: Int)
  case stream(StreamFailure)
}

/// Reads bytes that must be there. If the stream ends before them, the error says that it is truncated inside `part`.
extension ByteInput {
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

  /// The next byte without consuming it; nil at the end of the stream, which is no error here.
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
