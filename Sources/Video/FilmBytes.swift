import Streams

/// Reads a byte, and passes errors on as those of a film.
extension ByteInput {
  /// The next byte, which must be there. If the stream ends before it, the error says that it is truncated inside
  /// `part`.
  mutating func requireByte(of part: String) throws(VideoError) -> UInt8 {
    do { if let byte = try readByte() { return byte } } catch { throw .stream(error) }
    throw .truncated(part, byte: position)
  }

  /// The next byte without consuming it; nil at the end of the stream, which is no error here.
  mutating func peekedByte() throws(VideoError) -> UInt8? {
    do { return try peekByte() } catch { throw .stream(error) }
  }
}
