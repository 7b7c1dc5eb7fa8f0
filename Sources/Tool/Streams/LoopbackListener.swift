import Streams

/// Listens for connections from this computer, on a port that the system chooses.
package final class LoopbackListener {
  private let socket: Descriptor
  package let port: Int

  package init() throws(StreamFailure) {
    var port: UInt16 = 0
    do throws(SystemError) { socket = try Linux.listen(&port) } catch {
      throw .inputOutput("cannot listen on 127.0.0.1: \(error.reason)")
    }
    self.port = Int(port)
  }

  package var number: Int32 { socket.number }

  /// Accepts the next connection, nonblocking. Returns nil if there is none, and throws if no more files can be opened.
  package func accept() throws(StreamFailure) -> PipeEnd? {
    do throws(SystemError) { if let connection = try Linux.accept(number) { return PipeEnd(connection) } } catch {
      throw .inputOutput("cannot accept a connection: \(error.reason)")
    }
    return nil
  }
}

/// An open file of which any part can be read. `size` is that at the time of opening.
package final class ReadableFile {
  private let descriptor: Descriptor
  package let size: Int

  package init(_ path: String) throws(StreamFailure) {
    descriptor = try Descriptor(opening: path)
    do throws(SystemError) { size = try Linux.end(of: descriptor.number) } catch {
      throw descriptor.failure(to: "read", error)
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
