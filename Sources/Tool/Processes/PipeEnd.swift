import Streams

/// Owns a descriptor by which data comes from a child or goes to one. It is closed when nothing refers to it any
/// more: arrays and dictionaries hold no values that cannot be copied, so that this is an object.
package final class PipeEnd {
  package let number: Int32

  init(_ number: Int32) { self.number = number }

  deinit { try? Linux.close(number) }

  /// Both ends of a new pipe.
  package static func pair() throws(StreamFailure) -> (reading: PipeEnd, writing: PipeEnd) {
    do throws(SystemError) {
      let pipe = try Linux.pipe()
      return (PipeEnd(pipe.reading), PipeEnd(pipe.writing))
    } catch {
      throw .inputOutput("cannot create a pipe: \(error.reason)")
    }
  }

  /// A file without a name that brings a text.
  package convenience init(bringing text: String) throws(StreamFailure) {
    try self.init(bringing: ByteText.bytes(text))
  }

  /// The same for bytes.
  package convenience init(bringing bytes: [UInt8]) throws(StreamFailure) {
    do throws(SystemError) { self.init(try Linux.memoryFile(bytes.span)) } catch {
      throw .inputOutput("cannot create a file in memory: \(error.reason)")
    }
  }

  /// Nothing, in both directions.
  package static func null() throws(StreamFailure) -> PipeEnd {
    do throws(SystemError) { return PipeEnd(try Linux.openNullBothWays()) } catch {
      throw .inputOutput("cannot open '/dev/null': \(error.reason)")
    }
  }

  /// A file that is written to, made if it does not exist. To open a FIFO waits for its reader.
  package convenience init(creating path: String) throws(StreamFailure) {
    do throws(SystemError) { self.init(try Linux.create(path: path)) } catch {
      throw .inputOutput("cannot write '\(path)': \(error.reason)")
    }
  }

  /// Has reading and writing return at once where it would wait.
  package func makeNonblocking() { try? Linux.makeNonblocking(number) }

  /// Reads the bytes that have arrived, which may be none; returns nil at the end.
  package func read(atMost count: Int = 256 * 1024) throws(StreamFailure) -> [UInt8]? {
    do throws(SystemError) {
      var block = [UInt8](repeating: 0, count: count)
      var room = block.mutableSpan
      guard let arrived = try Linux.readIfReady(number, into: &room) else { return [] }
      if arrived == 0 { return nil }
      block.removeLast(count - arrived)
      return block
    } catch {
      throw .inputOutput("cannot read the output of a program: \(error.reason)")
    }
  }

  /// The outcome of a write.
  package enum Written: Equatable, Sendable {
    case bytes(Int)
    /// Nobody reads any more.
    case unwanted
  }

  /// Writes as much as there is room for.
  ///
  /// - Parameter name: that of the file, for messages.
  package func write(_ bytes: ArraySlice<UInt8>, to name: String) throws(StreamFailure) -> Written {
    do throws(SystemError) {
      return .bytes(try Linux.writeIfReady(bytes.span, to: number) ?? 0)
    } catch {
      if error.isBrokenPipe { return .unwanted }
      throw .inputOutput("cannot write '\(name)': \(error.reason)")
    }
  }

  /// Writes all there is. Waits a second where there is no room; what nobody reads by then, or any more, is dropped.
  package func writeAll(_ bytes: [UInt8], to name: String) throws(StreamFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      guard case .bytes(let count) = try write(rest, to: name) else { return }
      rest = rest.dropFirst(count)
      if count == 0, (try? Linux.ready(reading: [], writing: [number], within: 1000))?.isEmpty != false { return }
    }
  }
}
