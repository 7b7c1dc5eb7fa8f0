/// What `--generate` prints: files to install with a tool, and a list of options for scripts that wrap the tool.
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

/// The options as lines for other programs. Tabs separate the name, the placeholder of the value (empty for a flag) and
/// the title of the group.
struct OptionListing {
  let command: Command

  var text: String {
    command.groups.flatMap { group in
      group.options.map { "\($0.name)\t\($0.placeholder ?? "")\t\(group.title)\n" }
    }.joined()
  }
}
