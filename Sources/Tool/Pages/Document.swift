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
