extension Option {
  package static let help = Option("help", letter: "h", help: "Print this help and exit.")
  /// For a command that has a short help.
  static let helpOfBoth = Option(
    "help", letter: "h", value: "all", optional: true, completion: .words(["all"]),
    help: "Print a short help and exit. With all, print every option.")

  package static let version = Option("version", help: "Print the name and version and exit.")

  package static let generate = Option(
    "generate", value: "KIND", completion: .words(Document.allCases.map(\.rawValue)),
    help: """
      Print the man page (man), the completion script of a shell (bash, zsh, fish) or the options one to a line (options) \
      and exit.
      """)
}

extension OptionGroup {
  /// The options every tool has.
  static func general(hasBrief: Bool) -> OptionGroup {
    OptionGroup("General", for: .general, [hasBrief ? .helpOfBoth : .help, .version, .generate])
  }
}

/// The options of tools that work on a stream.
extension Option {
  package static let memory = Option(
    "memory", value: "SIZE",
    help: "How much to hold in memory, such as 512M or 2GiB (default 1GiB). What goes beyond goes to a temporary file.")

  package static let start = Option(
    "start", value: "TIME",
    help: """
      The source time at which the input begins (default 0), to the nearest sample. What the map shows before that is silent.
      """)

  package static let progress = Option(
    "progress", help: "Show how far the work has come, even if standard error is not a terminal.")

  package static let noProgress = Option("no-progress", help: "Never show how far the work has come.")

  package static let stats = Option(
    "stats", value: "FILE", completion: .file, help: "Write numbers about the run to FILE, as JSON.")
}

extension Arguments {
  /// How many bytes `--memory` allows.
  package func memory() throws(Failure) -> Int {
    guard let text = value(of: .memory) else { return 1 << 30 }
    return try MemorySizeSyntax.parse(text)
  }

  /// A file to be written beside standard output, which has picture or sound: `-` cannot stand for it.
  package func writtenFile(_ option: Option) throws(Failure) -> String? {
    let path = value(of: option)
    guard path != "-" else {
      throw Failure(
        .usage,
        "--\(option.name) cannot write to standard output, which carries the result; write a file name or /dev/stderr"
      )
    }
    return path
  }

  /// Whether to show progress: `--no-progress` overrules both `--progress` and the terminal.
  package func wantsProgress(on terminal: Terminal) -> Bool {
    !contains(.noProgress) && (contains(.progress) || terminal.isTerminal(.error))
  }
}
