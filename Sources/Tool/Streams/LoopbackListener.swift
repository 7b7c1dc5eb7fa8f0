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

  /// Accepts the next connection, nonblocking. Returns nil if there is none, and throws if no more files can be opened.
  package func accept() throws(StreamFailure) -> PipeEnd? {
    do throws(SystemError) { return try Linux.accept(number).map { PipeEnd($0) } } catch {
      throw .inputOutput("cannot accept a connection: \(error.reason)")
    }
  }
}

/// An open file of which any part can be read. `size` is that at the time of opening.
package final class ReadableFile {
  private let descriptor: Descriptor
  package let size: Int

  package init(_ path: String) throws(StreamFailure) {
    descriptor = try Descriptor(opening: path)
    do throws(SystemError) { size = try Linux.end(of: descriptor.number) } catch {
      throw .inputOutput("cannot read '\(path)': \(error.reason)")
    }
  }

  /// The bytes of a range, which must lie within the file.
  package func bytes(_ part: Range<Int>) throws(StreamFailure) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: part.count)
    var room = bytes.mutableSpan
    try descriptor.read(at: part.lowerBound, into: &room)
    return bytes
  }
}
