extension Option {
  package static let help = Option("help", letter: "h", help: "Print this help and exit.")
  /// The `--help` of a command that also has a short help.
  static let helpOfBoth = Option(
    "help", letter: "h", value: "all", optional: true, completion: .words(["all"]),
    help: "Print a short help and exit. --help=all prints every option.")

  package static let version = Option("version", help: "Print the name and the version and exit.")

  package static let generate = Option(
    "generate", value: "KIND", completion: .words(Document.allCases.map(\.rawValue)),
    help: """
      Print a file for the installation, and exit. KIND is man (the man page), bash, zsh or fish (a completion script) \
      or options (the options, one per line).
      """)
}

extension OptionGroup {
  static func general(hasBrief: Bool) -> OptionGroup {
    OptionGroup("General", for: .general, [hasBrief ? .helpOfBoth : .help, .version, .generate])
  }
}

/// The options of tools that read and write a stream.
extension Option {
  package static let memory = Option(
    "memory", value: "SIZE",
    help: "Hold at most SIZE in memory, such as 512M or 2GiB (default: 1GiB). The rest goes to a temporary file.")

  package static let start = Option(
    "start", value: "TIME",
    help: """
      Source time of the first sample (default: 0). If the map shows earlier times, the result is silent there. Only \
      for WAV and raw samples on standard input.
      """)

  package static let progress = Option(
    "progress", help: "Show the progress, even if standard error is not a terminal.")

  package static let noProgress = Option("no-progress", help: "Never show the progress.")

  package static let stats = Option(
    "stats", value: "FILE", completion: .file, help: "Write statistics of the run to FILE, as JSON.")
}

extension Arguments {
  /// The number of bytes that `--memory` allows.
  package func memory() throws(Failure) -> Int {
    guard let text = value(of: .memory) else { return 1 << 30 }
    return try MemorySizeSyntax.parse(text)
  }

  /// Returns the path of a file to write besides standard output. Standard output carries picture or sound, so `-` is
  /// refused.
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

  /// Whether to show the progress. `--no-progress` overrides `--progress`.
  package func wantsProgress(on terminal: Terminal) -> Bool {
    !contains(.noProgress) && (contains(.progress) || terminal.isTerminal(.error))
  }
}
