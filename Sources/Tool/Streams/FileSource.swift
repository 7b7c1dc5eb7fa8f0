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

/// What can be asked about a file without opening it.
package enum InputFile {
  /// Whether it can be read as often as one likes, which pipes and what stands for them cannot.
  package static func isRegular(_ path: String) -> Bool { Linux.isRegularFile(path) }
}
