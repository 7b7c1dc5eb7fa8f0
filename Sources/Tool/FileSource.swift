import Streams

/// Reads a regular file, a FIFO, `<(…)` or standard input: once, in order, without seeking.
package struct FileSource: ByteSource, ~Copyable {
  package let name: String
  private let descriptor: Descriptor

  private init(_ descriptor: consuming Descriptor, name: String) {
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

  package mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try descriptor.read(into: &buffer)
  }
}
