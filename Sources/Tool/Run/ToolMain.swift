import Streams

package enum ToolMain {
  /// Parses the command line, runs `body` with the arguments and standard output, and exits. If `--help`, `--version`
  /// or `--generate` is given, prints the requested text and does not run `body`.
  package static func run(_ command: Command, _ body: (Arguments, inout FileSink) throws -> Void) -> Never {
    Linux.restoreSignals()
    do throws(Failure) {
      let output = FileSink(.output)
      try perform(command, Linux.words(), on: .current, writingTo: output, body)
      Linux.exit(.done)
    } catch {
      if !error.isReported { Diagnostics(tool: command.name).error(error) }
      Linux.exit(error.status)
    }
  }

  /// Does the work of `run` for tests, with any words, terminal and output. Throws where `run` exits.
  static func perform<Sink: ByteSink & ~Copyable>(
    _ command: Command, _ words: some Sequence<String>, on terminal: @autoclosure () -> Terminal,
    writingTo output: consuming Sink, _ body: (Arguments, inout Sink) throws -> Void
  ) throws(Failure) {
    do {
      try respond(command, try Arguments(parsing: words, for: command), on: terminal, writingTo: &output, body)
    } catch {
      // Output from before the failure is still written. If this fails too, the first failure is reported.
      try? output.finish()
      throw Failure(error)
    }
    do throws(StreamFailure) { try output.finish() } catch { throw Failure(error) }
  }

  private static func respond<Sink: ByteSink & ~Copyable>(
    _ command: Command, _ arguments: Arguments, on terminal: () -> Terminal, writingTo output: inout Sink,
    _ body: (Arguments, inout Sink) throws -> Void
  ) throws {
    guard let text = try page(command, arguments, on: terminal) else { return try body(arguments, &output) }
    try output.write(text)
  }

  /// Returns the text for `--help`, `--version` or `--generate`; nil if none of them is given.
  private static func page(
    _ command: Command, _ arguments: Arguments, on terminal: () -> Terminal
  ) throws(Failure) -> String? {
    if arguments.contains(.help) {
      let page = HelpPage(command, columns: terminal().columns)
      switch arguments.value(of: .help) {
      case nil: return page.briefText
      case "all": return page.text
      case let other?: throw Failure(.usage, "'\(other)' is not a kind of help; --help=all prints every option")
      }
    }
    if arguments.contains(.version) { return "\(command.name) \(command.version.number)\n" }
    guard let kind = arguments.value(of: .generate) else { return nil }
    guard let document = Document(rawValue: kind) else {
      throw Failure(.usage, "'\(kind)' cannot be generated; write --generate man, bash, zsh, fish or options")
    }
    return document.text(for: command)
  }
}
