import Streams

/// The standard output of a shell command.
///
/// If the source is destroyed without `close`, it terminates the command and reports no failure, because the rest of
/// the output is not needed.
package final class CommandSource: ByteSource {
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
      let pipe = try Linux.pipe(called: "from \(name)")
      // With the inherited standard input, the command would take bytes that this process must read.
      process = try Linux.startShell(
        command, arguments, adding: variables, readingFrom: try Linux.null(), writingTo: pipe.writing)
      // Only the command keeps the writing end open: the stream ends when the last writing end is closed.
      output = pipe.reading
    } catch {
      throw .inputOutput("cannot run \(name): \(error.reason)")
    }
    output.widenPipe()
  }

  package var channel: Channel? { output.channel }

  package func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try output.read(into: &buffer)
  }

  /// At the end of the output, waits for the command to exit, reaps it, and reports its failure. Otherwise kills it at
  /// once and reports nothing: it gets no time to exit by itself, because it may be waiting for room in the pipe.
  package func close(hasEnded: Bool) throws(StreamFailure) {
    // The process ID 0 would mean the process group of this process.
    guard process > 0 else { return }
    let closing = process
    process = 0
    guard hasEnded else { return Linux.endAtOnce(closing) }
    guard let end = try? Linux.wait(for: closing) else { throw .inputOutput("the exit status of \(name) is unknown") }
    if let failure = end.failure(of: name) { throw failure }
  }

  deinit {
    if process > 0 { Linux.terminate(process) }
  }
}
