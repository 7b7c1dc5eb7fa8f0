import Streams
import Values

/// A shell command that this process writes to and reads from at the same time. While this process waits for output of
/// the command, it writes what has been sent. Therefore neither waits for the other for ever.
///
/// `deinit` terminates the command unless `finish()` was called. If this process is killed, so is the command.
package final class CommandExchange: ByteExchange {
  package let name: String
  /// Nil after this process or the command has closed it.
  private var input: Descriptor?
  private let output: Descriptor
  /// Zero once the process has been reaped, or is about to be.
  private var process: Int32
  private var unsent: [UInt8] = []
  private var sentCount = 0
  /// Whether writing more than the pipe has room for would block.
  private let mayWait: Bool

  /// The seconds a command may take to exit after its last output. A command that has used a graphics card needs time
  /// to release its memory.
  static let patience = 10.0

  package init(_ command: String) throws(StreamFailure) {
    name = "the command '\(command)'"
    do throws(SystemError) {
      let inward = try Linux.pipe(called: "to \(name)")
      let outward = try Linux.pipe(called: "from \(name)")
      process = try Linux.startShell(command, readingFrom: inward.reading, writingTo: outward.writing)
      try? Linux.makeNonblocking(outward.reading.number)
      mayWait = (try? Linux.makeNonblocking(inward.writing.number)) == nil
      // Only the command keeps its ends open: a stream ends when the last descriptor of its other end is closed.
      input = .some(inward.writing)
      output = outward.reading
    } catch {
      throw .inputOutput("cannot run \(name): \(error.reason)")
    }
    input?.widenPipe()
    output.widenPipe()
  }

  package func send(_ bytes: Span<UInt8>) {
    if sentCount == unsent.count {
      unsent.removeAll(keepingCapacity: true)
      sentCount = 0
    }
    unsent.append(bytes)
  }

  package func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    while true {
      if let count = try step(reading: &buffer, within: -1) { return count }
    }
  }

  /// Waits until something can be written or read, and does both. Returns the number of bytes read, 0 at the end of the
  /// output, or nil if there are no bytes yet.
  private func step(reading buffer: inout MutableSpan<UInt8>, within milliseconds: CInt) throws(StreamFailure) -> Int? {
    let reading = output.number
    let writing = sentCount < unsent.count ? input?.number : nil
    let ready: Linux.Readiness
    do throws(SystemError) {
      ready = try Linux.whichIsReady(writing: writing, reading: reading, within: milliseconds)
    } catch {
      // Without `poll`, both are tried in turn without blocking.
      ready = Linux.Readiness(canWrite: true, canRead: true)
      Linux.pause()
    }
    if let writing, ready.canWrite { try write(to: writing) }
    guard ready.canRead else { return nil }
    do throws(SystemError) { return try Linux.readIfReady(reading, into: &buffer) } catch {
      throw .inputOutput("cannot read from \(name): \(error.reason)")
    }
  }

  private func write(to descriptor: CInt) throws(StreamFailure) {
    let end = mayWait ? min(unsent.count, sentCount + Linux.leastRoom) : unsent.count
    let written: Int?
    do throws(SystemError) {
      let bytes = unsent.span
      written = try Linux.writeIfReady(bytes.extracting(sentCount..<end), to: descriptor)
    } catch {
      guard error.isBrokenPipe else { throw .inputOutput("cannot write to \(name): \(error.reason)") }
      // The command may have read all it wants. If it needed more, its output will show that.
      input = nil
      sentCount = unsent.count
      return
    }
    if written == 0 { throw .inputOutput("cannot write to \(name): it accepts no data") }
    sentCount += written ?? 0
  }

  /// How the command has ended, or that it has not, as words for an error.
  package func ending() -> String {
    input = nil
    guard process > 0 else { return "has ended" }
    return switch reap(within: 1) {
    case .exited(let status): "ended with status \(status)"
    case .killed(let signal): "was killed by signal \(signal)"
    case nil: "closed its output"
    }
  }

  /// Reaps the command. Returns nil if another call has reaped it, or if it does not end in time; then it is
  /// terminated.
  private func reap(within seconds: Double) -> ProcessEnd? {
    let waiting = process
    process = 0
    do throws(SystemError) {
      if let end = try Linux.wait(for: waiting, atMost: seconds) { return end }
    } catch { return nil }
    Linux.terminate(waiting)
    return nil
  }

  package func finish() throws(StreamFailure) {
    let deadline = Linux.now() + Self.patience
    var block = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      if sentCount == unsent.count { input = nil }
      let left = deadline - Linux.now()
      guard left > 0 else { break }
      var room = block.mutableSpan
      guard let count = try step(reading: &room, within: CInt(left * 1000) + 1) else { continue }
      if count == 0 { break }
      throw .inputOutput("\(name) printed more frames than requested")
    }
    input = nil
    guard let end = reap(within: max(0, deadline - Linux.now())) else {
      throw .inputOutput("\(name) did not exit after its input ended")
    }
    if let failure = end.failure(of: name) { throw failure }
  }

  deinit {
    if process > 0 { Linux.terminate(process) }
  }
}
