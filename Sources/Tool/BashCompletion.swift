/// Completes options and their values in bash, without needing the bash-completion package.
struct BashCompletion {
  let command: Command

  var text: String {
    """
    # bash completion for \(command.name)

    \(function)() {
      local word=${COMP_WORDS[COMP_CWORD]} option=${COMP_WORDS[COMP_CWORD - 1]}
      # bash makes three words of --name=value.
      if [[ $word == = ]]; then
        word=
      elif [[ $option == = ]]; then
        option=${COMP_WORDS[COMP_CWORD - 2]}
      fi
      COMPREPLY=()
      case $option in
    \(command.options.compactMap(values).joined(separator: "\n"))
      *) \(offer("-W '\(command.options.flatMap(\.spellings).joined(separator: " "))'")) ;;
      esac
    }

    complete -F \(function) \(command.name)

    """
  }

  private var function: String { "_" + String(command.name.map { $0 == "-" ? "_" : $0 }) }

  private func values(of option: Option) -> String? {
    guard option.takesValue else { return nil }
    let pattern = option.spellings.joined(separator: "|")
    return switch option.completion {
    case .none: "  \(pattern)) ;;"
    // Readline then escapes blanks and marks directories; it is not there when the function is called by hand.
    case .file: "  \(pattern)) compopt -o filenames 2>/dev/null; \(offer("-f")) ;;"
    case .words(let words): "  \(pattern)) \(offer("-W '\(words.joined(separator: " "))'")) ;;"
    }
  }

  private func offer(_ choice: String) -> String { "mapfile -t COMPREPLY < <(compgen \(choice) -- \"$word\")" }
}
