import Streams

/// What a shell command writes to its standard output.
///
/// Dropped before `finish()` it ends the command, which then has not failed: it was told to stop.
package struct CommandSource: ByteSource, ~Copyable {
  package let name: String
  private let output: Descriptor
  /// Zero once the process has been taken leave of: by then the number may be another's.
  private var process: Int32

  /// - Parameter variables: what the command finds in its environment besides all that is in ours.
  package init(_ command: String, adding variables: [String: String]) throws(StreamFailure) {
    name = "the command '\(command)'"
    do throws(SystemError) {
      let started = try Self.start(command, adding: variables)
      process = started.process
      output = Descriptor(started.output, called: "from \(name)")
    } catch {
      throw .inputOutput("cannot run \(name): \(error.reason)")
    }
    output.widenPipe()
  }

  private static func start(
    _ command: String, adding variables: [String: String]
  ) throws(SystemError) -> (process: Int32, output: CInt) {
    let (reading, writing) = try Linux.pipe()
    // The command is to be the only one who can write, or its end would not be the end of the stream.
    defer { try? Linux.close(writing) }
    return (try Linux.startShell(command, adding: variables, writingTo: writing), reading)
  }

  package var channel: Channel? { output.channel }

  package mutating func read(into buffer: inout MutableSpan<UInt8>) throws(StreamFailure) -> Int {
    try output.read(into: &buffer)
  }

  /// Waits for the command to end, after its output has, and reports its failure.
  package consuming func finish() throws(StreamFailure) {
    let waiting = process
    process = 0
    switch try? Linux.wait(for: waiting) {
    case .exited(status: 0): return
    case .exited(let status): throw .inputOutput("\(name) failed with status \(status)")
    case .killed(let signal): throw .inputOutput("\(name) was ended by signal \(signal)")
    case nil: throw .inputOutput("\(name) ended unseen")
    }
  }

  deinit {
    if process > 0 { Linux.end(process) }
  }
}
