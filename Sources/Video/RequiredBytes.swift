import Streams

/// Reading what has to be there: where the stream ends instead, it is cut off inside `place`.
extension ByteInput where Source: ~Copyable {
  mutating func requireByte(of place: String) throws(VideoError) -> UInt8 {
    guard let byte = try VideoError.passingOn({ () throws(StreamFailure) in try readByte() }) else {
      throw .truncated(place, byte: position)
    }
    return byte
  }

  mutating func require(_ count: Int, of place: String) throws(VideoError) -> [UInt8] {
    let bytes = try VideoError.passingOn { () throws(StreamFailure) in try read(count) }
    guard bytes.count == count else { throw .truncated(place, byte: position) }
    return bytes
  }

  mutating func requireSkip(_ count: Int, of place: String) throws(VideoError) {
    let skipped = try VideoError.passingOn { () throws(StreamFailure) in try skip(count) }
    guard skipped == count else { throw .truncated(place, byte: position) }
  }

  /// The next byte without taking it, or nil where the stream may end.
  mutating func nextByte() throws(VideoError) -> UInt8? {
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
