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
