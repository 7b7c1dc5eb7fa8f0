import Streams

/// Reading what has to be there: where the stream ends instead, it is cut off inside `place`.
extension ByteInput where Source: ~Copyable {
  mutating func require(_ count: Int, of place: String) throws(AudioError) -> [UInt8] {
    let bytes = try next(count)
    guard bytes.count == count else { throw .truncated(place, byte: position) }
    return bytes
  }

  mutating func requireSkip(_ count: Int, of place: String) throws(AudioError) {
    let skipped = try AudioError.passingOn { () throws(StreamFailure) in try skip(count) }
    guard skipped == count else { throw .truncated(place, byte: position) }
  }

  /// The next bytes, or those there are.
  mutating func next(_ count: Int) throws(AudioError) -> [UInt8] {
    try AudioError.passingOn { () throws(StreamFailure) in try read(count) }
  }
}
