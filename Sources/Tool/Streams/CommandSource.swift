import Streams

/// The standard output of a shell command.
///
/// If the source is destroyed without `finish()`, it terminates the command and reports no failure, because the rest of
/// the output is not needed.
package struct CommandSource: ByteSource, ~Copyable {
  package let name: String
  private let output: Descriptor
  /// Zero once the process is about to be reaped: after that, Linux may give its process ID to another process.
  private var process: Int32

  /// - Parameters:
  ///   - arguments: the values of `$1`, `$2` and so on in the command.
  ///   - variables: environment variables for the command, besides those that it inherits.
  package init(
    _ command: String, _ arguments: [String] = [], adding variables: [String: String]
  ) throws(StreamFailure) {
    name = "the command '\(command)'"
    do throws(SystemError) {
      let started = try Self.start(command, arguments, adding: variables)
      process = started.process
      output = Descriptor(started.output, called: "from \(name)")
    } catch {
      throw .inputOutput("cannot run \(name): \(error.reason)")
    }
    output.widenPipe()
  }

  private static func start(
    _ command: String, _ arguments: [String], adding variables: [String: String]
  ) throws(SystemError) -> (process: Int32, output: CInt) {
    let (reading, writing) = try Linux.pipe()
    // Only the command may keep the writing end open: the stream ends when the last writing end is closed.
    defer { try? Linux.close(writing) }
    do throws(SystemError) {
      return (try Linux.startShell(command, arguments, adding: variables, writingTo: writing), reading)
    } catch {
      try? Linux.close(reading)
      throw error
    }
  }

  package var channel: Channel? { output.channel }

  package mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try output.read(into: &buffer)
  }

  /// Waits for the command to exit, reaps it, and reports its failure. Call this at the end of the output: a command
  /// that is still writing would wait for room in the pipe for ever.
  package consuming func finish() throws(StreamFailure) {
    let waiting = process
    process = 0
    guard let end = try? Linux.wait(for: waiting) else { throw .inputOutput("the exit status of \(name) is unknown") }
    if let failure = end.failure(of: name) { throw failure }
  }

  /// Kills the command at once and reports nothing. It gets no time to exit by itself, because it may be waiting for
  /// room in the pipe.
  package consuming func kill() {
    Linux.endAtOnce(process)
    process = 0
  }

  deinit {
    if process > 0 { Linux.terminate(process) }
  }
}
