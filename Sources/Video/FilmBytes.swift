import Streams

/// Reads a byte, and passes errors on as those of a film.
extension ByteInput where Source: ~Copyable {
  /// The next byte, which must be there. If the stream ends before it, the error says that it is truncated inside
  /// `part`.
  mutating func requireByte(of part: String) throws(VideoError) -> UInt8 {
    guard let byte = try VideoError.passingOn({ () throws(StreamFailure) in try readByte() }) else {
      throw .truncated(part, byte: position)
    }
    return byte
  }

  /// The next byte without consuming it; nil at the end of the stream, which is no error here.
  mutating func peekedByte() throws(VideoError) -> UInt8? {
    try VideoError.passingOn { () throws(StreamFailure) in try peekByte() }
  }
}

extension VideoError {
  fileprivate static func passingOn<Result>(
    _ body: () throws(StreamFailure) -> Result
  ) throws(VideoError) -> Result {
    do { return try body() } catch { throw .stream(error) }
  }
}
