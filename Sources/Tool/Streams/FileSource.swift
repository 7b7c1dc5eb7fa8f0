import Streams

/// Reads a regular file, a FIFO, `<(…)` or standard input: once, in order.
package struct FileSource: ByteSource, ~Copyable {
  package let name: String
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// The file at `path`; `-` is standard input.
  package init(path: String) throws(StreamFailure) {
    if path == "-" {
      self.init(.input)
    } else {
      self.init(try Descriptor(opening: path), name: path)
    }
  }

  package init(_ stream: StandardStream) {
    self.init(Descriptor(stream), name: stream.description)
  }

  package var channel: Channel? { descriptor.channel }

  /// Makes a pipe wide, for a source that much will come from.
  package func widenPipe() {
    descriptor.widenPipe()
  }

  /// The bytes still to come and all others of the file, at any place; nil for what cannot be read so, such as a pipe.
  package func seekable() -> SeekableInput? { descriptor.seekable() }

  package mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try descriptor.read(into: &buffer)
  }
}
