import Streams

/// A regular file that is being read as a stream, to be read at any place besides.
package final class SeekableInput: SeekableFile {
  private let descriptor: Descriptor
  /// Where the stream stood when this was made: whoever read from it before may have left it in the middle.
  package let start: Int

  init(_ descriptor: consuming Descriptor, start: Int) {
    self.descriptor = descriptor
    self.start = start
  }

  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    try descriptor.read(at: offset, into: &buffer)
  }
}
