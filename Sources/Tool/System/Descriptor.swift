import Streams

/// The owner of a file descriptor, and the only code that closes one. Knows the file's name for messages.
struct Descriptor: ~Copyable {
  /// Negative once closed, so that `deinit` does not close the number again: Linux may have given it to another file.
  private(set) var number: CInt
  private let label: String
  /// Nil if the descriptor is not open, such as a standard stream that was closed before this process started.
  let channel: Channel?
  /// Whether the process keeps the descriptor open, as it may use a standard stream again.
  private let isStandard: Bool

  init(_ number: CInt, called label: String) { self.init(number, label, isStandard: false) }

  init(_ stream: StandardStream) { self.init(stream.rawValue, stream.description, isStandard: true) }

  private init(_ number: CInt, _ label: String, isStandard: Bool) {
    (self.number, self.label, self.isStandard) = (number, label, isStandard)
    channel = Linux.channel(number)
  }

  init(opening path: String) throws(StreamFailure) { self = try Self.opened(path, by: Linux.open) }

  init(creating path: String) throws(StreamFailure) { self = try Self.opened(path, by: Linux.create) }

  private static func opened(
    _ path: String, by open: (String) throws(SystemError) -> Descriptor
  ) throws(StreamFailure) -> Descriptor {
    do { return try open(path) } catch { throw .inputOutput("cannot open '\(path)': \(error.reason)") }
  }

  /// Owns what a system call opens.
  static func opened(called label: String = "", by call: () -> CInt) throws(SystemError) -> Descriptor {
    try Descriptor(try Linux.uninterrupted(call), called: label).beyondStandardStreams()
  }

  /// The same open file with a number above the standard streams. `open` returns the lowest free number. If a standard
  /// stream was closed before this process started, that is its number, and the file would be used as that stream.
  consuming func beyondStandardStreams() throws(SystemError) -> Descriptor {
    guard number > StandardStream.error.rawValue else { return try duplicate() }
    return self
  }

  /// The same open file with another number, above the standard streams. Both share one file offset.
  func duplicate() throws(SystemError) -> Descriptor { Descriptor(try Linux.duplicate(number), called: label) }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    do { return try Linux.read(number, into: &buffer) } catch { throw failure(to: "read", error) }
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    do { try Linux.write(bytes, to: number) } catch { throw failure(to: "write", error) }
  }

  /// Enlarges the buffer of a pipe to `Linux.widePipe` bytes, so that large amounts need fewer calls. Does nothing if
  /// this is not a pipe or the user's pipe memory is used up.
  func widenPipe() { try? Linux.widen(pipe: number) }

  /// The file for reading at any offset, through a duplicate of the descriptor; nil unless it is a regular file.
  func seekable() -> SeekableInput? {
    guard channel?.kind == .regularFile, let start = try? Linux.offset(number) else { return nil }
    guard let copy = try? duplicate() else { return nil }
    return SeekableInput(copy, start: start)
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
    do { try close() } catch { throw failure(to: "write", error) }
  }

  mutating func close() throws(SystemError) {
    let closing = number
    number = -1
    try Linux.close(closing)
  }

  deinit {
    if number >= 0, !isStandard { try? Linux.close(number) }
  }

  func failure(to action: String, _ error: SystemError) -> StreamFailure {
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
