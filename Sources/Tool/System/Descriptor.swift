import Streams

/// Owns a file descriptor and knows what messages call it.
struct Descriptor: ~Copyable {
  /// Negative once closed, so that the number is never closed twice: by then it may be another file's.
  private var number: CInt
  private let label: String
  /// Nil for a standard stream that came closed.
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

  /// Gives a pipe the room that makes moving large amounts cheap. Anything else, and a user who may not have that much,
  /// stays as it is.
  func widenPipe() {
    try? Linux.widen(pipe: number)
  }

  /// The same bytes to be read at any place, if this is a regular file.
  func seekable() -> SeekableInput? {
    guard channel?.kind == .regularFile, let start = try? Linux.position(number) else { return nil }
    guard let copy = try? Linux.duplicate(number) else { return nil }
    return SeekableInput(Descriptor(copy, called: label), start: start)
  }

  /// Fills `buffer` from the bytes at `offset`.
  func read(at offset: Int, into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) {
    let count: Int
    do { count = try Linux.read(number, at: offset, into: &buffer) } catch { throw failure(to: "read", error) }
    guard count == buffer.count else { throw .inputOutput("cannot read \(label): it has become shorter") }
  }

  func write(_ bytes: Span<UInt8>, at offset: Int) throws(StreamFailure) {
    do { try Linux.write(bytes, to: number, at: offset) } catch { throw failure(to: "write", error) }
  }

  /// Closes the descriptor and reports what the system found out only then, as network disks and quotas do.
  consuming func finish() throws(StreamFailure) {
    let closing = number
    number = -1
    do { try Linux.close(closing) } catch { throw failure(to: "write", error) }
  }

  deinit {
    // The standard streams are the process's, which may ask for them again.
    if number > StandardStream.error.rawValue { try? Linux.close(number) }
  }

  private func failure(to action: String, _ error: SystemError) -> StreamFailure {
    .inputOutput("cannot \(action) \(label): \(error.reason)")
  }
}

/// What every process is born with, by the numbers the system gives them.
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
