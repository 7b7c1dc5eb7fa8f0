import Streams

/// Listens for connections from this computer, on a port that the system chooses.
package final class LoopbackListener {
  package let number: Int32
  package let port: Int

  package init() throws(StreamFailure) {
    do throws(SystemError) {
      let (socket, port) = try Linux.listen()
      (number, self.port) = (socket, Int(port))
    } catch { throw .inputOutput("cannot listen on 127.0.0.1: \(error.reason)") }
  }

  deinit { try? Linux.close(number) }

  /// The next connection, which is read and written without waiting; nil if none waits. If no more files can be
  /// opened, it waits on.
  package func accept() -> PipeEnd? { (try? Linux.accept(number))?.map { PipeEnd($0) } }
}

/// A file of which any part can be read, as it was when it was opened.
package final class ReadableFile {
  private let descriptor: Descriptor
  /// In bytes.
  package let size: Int

  package init(_ path: String) throws(StreamFailure) {
    descriptor = try Descriptor(opening: path)
    do throws(SystemError) { size = try Linux.end(of: descriptor.number) } catch {
      throw .inputOutput("cannot read '\(path)': \(error.reason)")
    }
  }

  /// The bytes of a part, all of which must be there.
  package func bytes(_ part: Range<Int>) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: part.count)
    var room = bytes.mutableSpan
    try descriptor.read(at: part.lowerBound, into: &room)
    return bytes
  }
}
