import Streams

/// Reads a regular file, a FIFO, `<(…)` or standard input, once and in order.
package final class FileSource: ByteSource {
  package let name: String
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor, name: String) {
    self.descriptor = descriptor
    self.name = name
  }

  /// Opens the file at `path`; `-` means standard input.
  package convenience init(path: String) throws(StreamFailure) {
    if path == "-" {
      self.init(.input)
    } else {
      self.init(try Descriptor(opening: path), name: path)
    }
  }

  package convenience init(_ stream: StandardStream) {
    self.init(Descriptor(stream), name: stream.description)
  }

  package var channel: Channel? { descriptor.channel }

  package func has(_ count: Int) -> Bool {
    guard let channel, channel.kind != .regularFile else { return true }
    return Linux.waitingBytes(channel.descriptor).map { $0 >= count } ?? true
  }

  /// Enlarges the buffer of a pipe for large amounts of data (see `Descriptor.widenPipe`).
  package func widenPipe() { descriptor.widenPipe() }

  /// The file, readable at any offset; nil unless it is a regular file.
  package func seekable() -> SeekableInput? { descriptor.seekable() }

  package func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try descriptor.read(into: &buffer)
  }
}

/// A regular file that is also read as a stream. Reading at an offset does not move the stream.
package final class SeekableInput: SeekableFile {
  private let descriptor: Descriptor
  /// The offset of the stream when this value was created. It is not 0 if another process has read from the same open
  /// file before, as in `(read line; warp-video …) < clip`.
  package let start: Int

  init(_ descriptor: consuming Descriptor, start: Int) {
    self.descriptor = descriptor
    self.start = start
  }

  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    try descriptor.read(at: offset, into: &buffer)
  }
}

/// What tells one existing file from all others.
package struct FileIdentity: Equatable, Sendable {
  let device: UInt64
  let inode: UInt64
}

/// Questions about files that are not open.
package enum InputFile {
  /// Whether `path` leads to a regular file, which unlike a pipe, a FIFO or `<(…)` can be read more than once.
  package static func isRegular(_ path: String) -> Bool { Linux.kind(path) == .regular }

  /// Whether a name means standard input, which can have only one reader.
  package static func isStandardInput(_ name: String) -> Bool {
    ["-", "/dev/stdin", "/dev/fd/0", "/proc/self/fd/0"].contains(name)
  }

  /// Whether a name means standard output.
  package static func isStandardOutput(_ name: String) -> Bool {
    ["-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"].contains(name)
  }

  package enum Kind: Sendable { case regular, block, directory, other }

  /// What a path leads to; nil if nothing is there.
  package static func kind(of path: String) -> Kind? { Linux.kind(path) }

  /// Whether the path itself is a symbolic link, wherever it leads.
  package static func isLink(_ path: String) -> Bool { (try? Linux.target(ofLink: path)) != nil }

  package static func isReadable(_ path: String) -> Bool { Linux.isReadable(path) }

  package static func isWritableDirectory(_ path: String) -> Bool {
    Linux.kind(path) == .directory && Linux.isWritable(path)
  }

  /// Removes a file if it exists.
  package static func remove(_ path: String) { try? Linux.remove(path) }

  package static func exists(_ path: String) -> Bool { Linux.exists(path) }

  /// Whether two paths lead to the same file.
  package static func areSame(_ one: String, _ other: String) -> Bool { Linux.areSame(one, other) }

  /// What tells a regular file from others, also from one that gets its name later. Nil if the path is a link, or if
  /// there is no regular file.
  package static func identity(of path: String) -> FileIdentity? { Linux.identity(path) }

  /// The path from the root of a file that exists, without links.
  package static func absolutePath(of path: String) -> String? { Linux.absolutePath(path) }

  /// The size of a file in bytes.
  package static func size(_ path: String) throws(StreamFailure) -> Int {
    do { return try Linux.size(path) } catch { throw .inputOutput("cannot read '\(path)': \(error.reason)") }
  }

  /// The last `count` bytes of a file, or all bytes if it has fewer.
  package static func tail(_ count: Int, of path: String) throws(StreamFailure) -> [UInt8] {
    let file = try ReadableFile(path)
    return try file.bytes(max(0, file.size - count)..<file.size)
  }

  /// The paths that match a pattern of the shell, in the order of their bytes.
  package static func paths(like pattern: String) -> [String] { Linux.paths(like: pattern) }

  /// The names in a directory, in no particular order.
  package static func names(in directory: String) throws(StreamFailure) -> [String] {
    do { return try Linux.names(in: directory) } catch {
      throw .inputOutput("cannot read the directory '\(directory)': \(error.reason)")
    }
  }
}
