/// The properties of the terminal that output depends on.
package struct Terminal: Sendable {
  private let environment: [String: String]
  private let terminals: Set<StandardStream>
  private let windowColumns: Int?

  /// - Parameters:
  ///   - terminals: the standard streams that are terminals.
  ///   - windowColumns: the width of the terminal's window, if known.
  package init(environment: [String: String] = [:], terminals: Set<StandardStream> = [], windowColumns: Int? = nil) {
    self.environment = environment
    self.terminals = terminals
    self.windowColumns = windowColumns
  }

  package func isTerminal(_ stream: StandardStream) -> Bool { terminals.contains(stream) }

  /// The width for text: `COLUMNS` if it is a sensible width, otherwise the width of the window, otherwise 80.
  package var columns: Int {
    if let wish = environment["COLUMNS"].flatMap({ Int($0) }), (10...10_000).contains(wish) { return wish }
    return windowColumns ?? 80
  }

  /// Whether text may go beyond ASCII, that is, whether the locale uses UTF-8. As in the C library, the locale is the
  /// first of the three variables that is set and not empty.
  package var speaksUTF8: Bool {
    let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    let codeset = locale?.split(separator: ".").dropFirst().first?.prefix { $0 != "@" }
    return ["utf-8", "utf8"].contains(codeset?.lowercased())
  }

  package func wantsColour(on stream: StandardStream) -> Bool {
    isTerminal(stream) && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }
}

extension Terminal {
  /// The terminal of this process.
  package static var current: Terminal {
    var environment: [String: String] = [:]
    for name in ["COLUMNS", "LC_ALL", "LC_CTYPE", "LANG", "NO_COLOR", "TERM"] {
      environment[name] = Linux.environment(name)
    }
    return Terminal(
      environment: environment,
      terminals: Set(StandardStream.allCases.filter { Linux.isTerminal($0.rawValue) }),
      windowColumns: Linux.columns(StandardStream.output.rawValue) ?? Linux.columns(StandardStream.error.rawValue))
  }
}

extension Terminal {
  /// Refuses to write picture or sound to a terminal, which would interpret the bytes as control sequences.
  package func refuseBinaryOutput() throws(Failure) {
    guard isTerminal(.output) else { return }
    throw Failure(.usage, "the output is not text, and standard output is a terminal; write > FILE or | COMMAND")
  }

  /// Refuses to wait for typed input, because the tool would seem to hang.
  package func refuseTypedInput(to command: Command) throws(Failure) {
    guard isTerminal(.input) else { return }
    let usage = "\(command.name) \(command.synopsis.first ?? "")"
    throw Failure(
      .usage, "standard input is a terminal; write < FILE, or pipe input into \(command.name); usage: \(usage)")
  }
}
