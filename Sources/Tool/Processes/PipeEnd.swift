import Streams

/// A descriptor that connects this process with a child. It is in a class because arrays and dictionaries cannot hold
/// noncopyable values.
package final class PipeEnd {
  private let descriptor: Descriptor

  init(_ descriptor: consuming Descriptor) { self.descriptor = descriptor }

  package var number: Int32 { descriptor.number }

  /// Creates a pipe and returns both ends.
  package static func pair() throws(StreamFailure) -> (reading: PipeEnd, writing: PipeEnd) {
    do throws(SystemError) {
      let pipe = try Linux.pipe(called: "the output of a program")
      return (PipeEnd(pipe.reading), PipeEnd(pipe.writing))
    } catch {
      throw .inputOutput("cannot create a pipe: \(error.reason)")
    }
  }

  /// Creates a file without a name that contains `text`.
  package convenience init(bringing text: String) throws(StreamFailure) {
    try self.init(bringing: ByteText.bytes(text))
  }

  /// Creates a file without a name that contains `bytes`.
  package convenience init(bringing bytes: [UInt8]) throws(StreamFailure) {
    do throws(SystemError) { self.init(try Linux.memoryFile(bytes.span)) } catch {
      throw .inputOutput("cannot create a file in memory: \(error.reason)")
    }
  }

  /// `/dev/null`, open for reading and writing.
  package static func null() throws(StreamFailure) -> PipeEnd {
    do throws(SystemError) { return PipeEnd(try Linux.null()) } catch {
      throw .inputOutput("cannot open '/dev/null': \(error.reason)")
    }
  }

  /// Opens a file for writing, and creates it if necessary. Opening a FIFO waits for its reader.
  package convenience init(creating path: String) throws(StreamFailure) {
    do throws(SystemError) { self.init(try Linux.create(path: path)) } catch {
      throw .inputOutput("cannot write '\(path)': \(error.reason)")
    }
  }

  /// Makes `read` and `write` return at once where they would block.
  package func makeNonblocking() { try? Linux.makeNonblocking(number) }

  /// Reads the bytes that have arrived, perhaps none; returns nil at the end of the stream.
  package func read(atMost count: Int = 256 * 1024) throws(StreamFailure) -> [UInt8]? {
    do throws(SystemError) {
      var block = [UInt8](repeating: 0, count: count)
      var room = block.mutableSpan
      guard let arrived = try Linux.readIfReady(number, into: &room) else { return [] }
      if arrived == 0 { return nil }
      block.removeLast(count - arrived)
      return block
    } catch { throw descriptor.failure(to: "read", error) }
  }

  package enum Written: Equatable, Sendable {
    case bytes(Int)
    /// The pipe has no reader any more.
    case unwanted
  }

  /// Writes as many bytes as fit.
  package func write(_ bytes: ArraySlice<UInt8>) throws(StreamFailure) -> Written {
    do throws(SystemError) {
      return .bytes(try Linux.writeIfReady(bytes.span, to: number) ?? 0)
    } catch {
      if error.isBrokenPipe { return .unwanted }
      throw descriptor.failure(to: "write", error)
    }
  }

  /// Writes all bytes. If the pipe stays full for a second, or has no reader any more, drops the rest.
  package func writeAll(_ bytes: [UInt8]) throws(StreamFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count) = try write(rest) else { return }
      rest = rest.dropFirst(count)
      if count == 0, (try? Linux.ready(reading: [], writing: [number], within: 1000))?.isEmpty != false { return }
    }
  }
}
