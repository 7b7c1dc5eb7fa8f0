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
