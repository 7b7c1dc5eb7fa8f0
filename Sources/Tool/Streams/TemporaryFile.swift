import Streams

/// A file for data that does not fit in memory. It is created at the first write, has no name, and vanishes with this
/// object.
package final class TemporaryFile: SpillFile {
  private let directories: [String]
  private var file: Descriptor?

  /// - Parameter directories: where to try to create the file, in this order.
  package init(in directories: [String] = TemporaryFile.usualDirectories) {
    self.directories = directories
  }

  /// `$TMPDIR` alone, if it is set; otherwise the system's directories. `/tmp` comes last because it may be in memory.
  package static var usualDirectories: [String] {
    if let choice = Linux.environment("TMPDIR"), !choice.isEmpty { return [choice] }
    return ["/var/tmp", "/tmp"]
  }

  package func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    try file!.read(at: offset, into: &buffer)
  }

  package func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure) {
    do throws(StreamFailure) {
      if file == nil { file = try makeFile() }
      try file!.write(bytes, at: offset)
    } catch {
      throw .inputOutput("\(error); set TMPDIR to a directory with free space, or write a larger --memory")
    }
  }

  private func makeFile() throws(StreamFailure) -> Descriptor {
    var failure: StreamFailure?
    for directory in directories {
      do throws(SystemError) { return try Linux.unnamedFile(in: directory) } catch {
        failure = .inputOutput("cannot make a temporary file in '\(directory)': \(error.reason)")
      }
    }
    throw failure ?? .inputOutput("there is no directory for a temporary file")
  }
}
