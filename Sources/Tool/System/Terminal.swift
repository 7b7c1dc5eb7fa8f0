/// What a tool may know about the terminal it runs in.
package struct Terminal: Sendable {
  private let environment: [String: String]
  private let terminals: Set<StandardStream>
  private let windowColumns: Int?

  /// - Parameters:
  ///   - terminals: the standard streams that are terminals.
  ///   - windowColumns: the width of the terminal's window, where there is one.
  package init(environment: [String: String] = [:], terminals: Set<StandardStream> = [], windowColumns: Int? = nil) {
    self.environment = environment
    self.terminals = terminals
    self.windowColumns = windowColumns
  }

  package func isTerminal(_ stream: StandardStream) -> Bool { terminals.contains(stream) }

  /// The width to lay text out for. `COLUMNS` overrules the window, 80 stands in for both.
  package var columns: Int {
    if let wish = environment["COLUMNS"].flatMap({ Int($0) }), (10...10_000).contains(wish) { return wish }
    return windowColumns ?? 80
  }

  /// Whether text may go beyond ASCII: the first of the three variables that says anything decides, as in the C
  /// library.
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

/// What is refused because a person sits where a file or a pipe should be.
extension Terminal {
  /// Bytes that are no text would only upset a terminal.
  package func refuseBinaryOutput() throws(Failure) {
    guard isTerminal(.output) else { return }
    throw Failure(.usage, "standard output is a terminal; send it to a file or a pipe")
  }

  /// Without input there is nothing to do; to wait for someone to type it would look like hanging.
  package func refuseTypedInput(to command: Command) throws(Failure) {
    guard isTerminal(.input) else { return }
    let usage = "\(command.name) \(command.synopsis.first ?? "")"
    throw Failure(.usage, "there is no input: standard input is a terminal; usage: \(usage), or --help for more")
  }
}
