/// What every tool can be asked.
extension Option {
  package static let help = Option("help", letter: "h", help: "Print this help and exit.")

  package static let version = Option("version", help: "Print the name and version and exit.")

  package static let generate = Option(
    "generate", value: "KIND", completion: .words(Document.allCases.map(\.rawValue)),
    help: """
      Print the man page (man), the completion script of a shell (bash, zsh, fish) or the options one to a line (options) \
      and exit.
      """)
}

extension OptionGroup {
  static let common = OptionGroup("General", [.help, .version, .generate])
}
