import Streams

/// Reads bytes that must be there. If the stream ends before them, the error says that it is truncated inside `part`.
extension ByteInput where Source: ~Copyable {
  mutating func requireByte(of part: String) throws(VideoError) -> UInt8 {
    guard let byte = try VideoError.passingOn({ () throws(StreamFailure) in try readByte() }) else {
      throw .truncated(part, byte: position)
    }
    return byte
  }

  mutating func require(_ count: Int, of part: String) throws(VideoError) -> [UInt8] {
    let bytes = try VideoError.passingOn { () throws(StreamFailure) in try read(count) }
    guard bytes.count == count else { throw .truncated(part, byte: position) }
    return bytes
  }

  mutating func requireSkip(_ count: Int, of part: String) throws(VideoError) {
    let skipped = try VideoError.passingOn { () throws(StreamFailure) in try skip(count) }
    guard skipped == count else { throw .truncated(part, byte: position) }
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
