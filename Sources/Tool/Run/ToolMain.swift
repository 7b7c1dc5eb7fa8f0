import Streams

/// The life of a tool, from its arguments to its exit status.
package enum ToolMain {
  /// Runs `body` with what was typed and with standard output, unless help or the like was asked for, and exits.
  ///
  /// - Parameter understand: what to do with the words that were typed before they are read as options.
  package static func run(
    _ command: Command, understanding understand: ([String]) -> [String] = { $0 },
    _ body: (Arguments, inout FileSink) throws -> Void
  ) -> Never {
    Linux.restoreSignals()
    do throws(Failure) {
      let output = FileSink(.output)
      try perform(command, understand(Linux.words()), on: .current, writingTo: output, body)
      Linux.exit(.done)
    } catch {
      Diagnostics(tool: error.tool ?? command.name).error(error)
      Linux.exit(error.status)
    }
  }

  /// The same as a function of what a process is given.
  static func perform<Sink: ByteSink & ~Copyable>(
    _ command: Command, _ words: some Sequence<String>, on terminal: Terminal, writingTo output: consuming Sink,
    _ body: (Arguments, inout Sink) throws -> Void
  ) throws(Failure) {
    do {
      try respond(command, try Arguments(parsing: words, for: command), on: terminal, writingTo: &output, body)
    } catch {
      // What was made before the failure is still worth having, but the failure that came first is the one to tell.
      try? output.finish()
      throw Failure(anything: error)
    }
    do throws(StreamFailure) { try output.finish() } catch { throw Failure(error) }
  }

  private static func respond<Sink: ByteSink & ~Copyable>(
    _ command: Command, _ arguments: Arguments, on terminal: Terminal, writingTo output: inout Sink,
    _ body: (Arguments, inout Sink) throws -> Void
  ) throws {
    guard let text = try page(command, arguments, on: terminal) else { return try body(arguments, &output) }
    try output.write(text)
  }

  /// What the tool is asked to say about itself, if it is.
  private static func page(
    _ command: Command, _ arguments: Arguments, on terminal: Terminal
  ) throws(Failure) -> String? {
    if arguments.contains(.help) { return HelpPage(command, columns: terminal.columns).text }
    if arguments.contains(.version) { return "\(command.name) \(command.version.number)\n" }
    guard let kind = arguments.value(of: .generate) else { return nil }
    guard let document = Document(rawValue: kind) else {
      throw Failure(.usage, "nothing called '\(kind)' can be generated; choose man, bash, zsh, fish or options")
    }
    return document.text(for: command)
  }
}
