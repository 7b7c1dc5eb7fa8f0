/// What `--generate` makes for the system a tool is installed on, and for scripts that wrap it.
enum Document: String, CaseIterable {
  case man, bash, zsh, fish, options

  func text(for command: Command) -> String {
    switch self {
    case .man: ManPage(command: command).text
    case .bash: BashCompletion(command: command).text
    case .zsh: ZshCompletion(command: command).text
    case .fish: FishCompletion(command: command).text
    case .options: OptionListing(command: command).text
    }
  }
}

/// The options for other programs to read: one to a line, its name, what stands for its value (empty for a flag), and
/// the heading it is described under, divided by tabs.
struct OptionListing {
  let command: Command

  var text: String {
    command.groups.flatMap { group in
      group.options.map { "\($0.name)\t\($0.placeholder ?? "")\t\(group.title)\n" }
    }.joined()
  }
}
