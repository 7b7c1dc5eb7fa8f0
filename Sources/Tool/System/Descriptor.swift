import Streams

/// Owns a file descriptor, and knows the file's name for messages.
struct Descriptor: ~Copyable {
  /// Negative once closed, so that `deinit` does not close the number again: Linux may have given it to another file.
  private(set) var number: CInt
  private let label: String
  /// Nil if the descriptor is not open, such as a standard stream that was closed before this process started.
  let channel: Channel?

  init(_ number: CInt, called label: String) {
    self.number = number
    self.label = label
    channel = Linux.channel(number)
  }

  init(_ stream: StandardStream) {
    self.init(stream.rawValue, called: stream.description)
  }

  init(opening path: String) throws(StreamFailure) {
    self.init(try Self.opened(path, by: Linux.open), called: "'\(path)'")
  }

  init(creating path: String) throws(StreamFailure) {
    self.init(try Self.opened(path, by: Linux.create), called: "'\(path)'")
  }

  private static func opened(
    _ path: String, by open: (String) throws(SystemError) -> CInt
  ) throws(StreamFailure) -> CInt {
    do { return try open(path) } catch { throw .inputOutput("cannot open '\(path)': \(error.reason)") }
  }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    do { return try Linux.read(number, into: &buffer) } catch { throw failure(to: "read", error) }
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    do { try Linux.write(bytes, to: number) } catch { throw failure(to: "write", error) }
  }

  /// Enlarges the buffer of a pipe to `Linux.widePipe` bytes, so that large amounts need fewer calls. Does nothing if
  /// this is not a pipe or the user's pipe memory is used up.
  func widenPipe() {
    try? Linux.widen(pipe: number)
  }

  /// The file for reading at any offset, through a duplicate of the descriptor; nil unless it is a regular file.
  func seekable() -> SeekableInput? {
    guard channel?.kind == .regularFile, let start = try? Linux.offset(number) else { return nil }
    guard let copy = try? Linux.duplicate(number) else { return nil }
    return SeekableInput(Descriptor(copy, called: label), start: start)
  }

  /// Fills `buffer` with the bytes at `offset`. Throws if the file ends before the buffer is full.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    let count: Int
    do { count = try Linux.read(number, at: offset, into: &buffer) } catch { throw failure(to: "read", error) }
    guard count == buffer.count else { throw .inputOutput("cannot read \(label): the file has become shorter") }
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure) {
    do { try Linux.write(bytes, to: number, at: offset) } catch { throw failure(to: "write", error) }
  }

  /// Closes the descriptor. File systems with quotas, or on a network, may report a failed write only here.
  consuming func finish() throws(StreamFailure) {
    let closing = number
    number = -1
    do { try Linux.close(closing) } catch { throw failure(to: "write", error) }
  }

  deinit {
    // The standard streams belong to the process, which may use them again.
    if number > StandardStream.error.rawValue { try? Linux.close(number) }
  }

  private func failure(to action: String, _ error: SystemError) -> StreamFailure {
    .inputOutput("cannot \(action) \(label): \(error.reason)")
  }
}

/// The descriptors that every process starts with. The raw values are their numbers.
package enum StandardStream: CInt, CaseIterable, Sendable {
  case input, output, error
}

extension StandardStream: CustomStringConvertible {
  package var description: String {
    switch self {
    case .input: "standard input"
    case .output: "standard output"
    case .error: "standard error"
    }
  }
}
