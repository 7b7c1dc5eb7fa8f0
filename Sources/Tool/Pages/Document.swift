/// What `--generate` prints: files that are installed with a tool, and the list of options for scripts that wrap it.
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

/// The options for other programs to read, one to a line: the name, the placeholder of the value (empty for a flag) and
/// the title of the group, separated by tabs.
struct OptionListing {
  let command: Command

  var text: String {
    command.groups.flatMap { group in
      group.options.map { "\($0.name)\t\($0.placeholder ?? "")\t\(group.title)\n" }
    }.joined()
  }
}
