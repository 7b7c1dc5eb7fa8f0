import Streams

/// Owns a file descriptor and knows what messages call it.
struct Descriptor: ~Copyable {
  /// Negative once closed, so that the number is never closed twice: by then it may be another file's.
  private var number: CInt
  private let label: String

  init(_ number: CInt, called label: String) {
    self.number = number
    self.label = label
  }

  init(_ stream: StandardStream) {
    self.init(stream.rawValue, called: stream.description)
  }

  init(opening path: String) throws(StreamFailure) {
    do { number = try Kernel.open(path: path) } catch {
      throw .inputOutput("cannot open '\(path)': \(error.reason)")
    }
    label = "'\(path)'"
  }

  func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    do { return try Kernel.read(number, into: &buffer) } catch { throw failure(to: "read", error) }
  }

  func write(_ bytes: Span<UInt8>) throws(StreamFailure) {
    do { try Kernel.write(bytes, to: number) } catch { throw failure(to: "write", error) }
  }

  /// Closes the descriptor and reports what the system found out only then, as network disks and quotas do.
  consuming func finish() throws(StreamFailure) {
    let closing = number
    number = -1
    do { try Kernel.close(closing) } catch { throw failure(to: "write", error) }
  }

  deinit {
    // The standard streams are the process's, which may ask for them again.
    if number > StandardStream.error.rawValue { try? Kernel.close(number) }
  }

  private func failure(to action: String, _ error: SystemError) -> StreamFailure {
    .inputOutput("cannot \(action) \(label): \(error.reason)")
  }
}
