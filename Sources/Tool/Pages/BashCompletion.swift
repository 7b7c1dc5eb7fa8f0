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
      *) \(words) ;;
      esac
    }

    complete -F \(function) \(command.name)

    """
  }

  private var function: String { "_" + String(command.name.map { $0 == "-" ? "_" : $0 }) }

  /// What is offered where no option waits for its value: options, and beside them files where the tool takes any.
  private var words: String {
    let options = offer("-W '\(command.options.flatMap(\.spellings).joined(separator: " "))'")
    guard !command.operands.isEmpty else { return options }
    return "if [[ $word == -* ]]; then \(options); else \(files); fi"
  }

  // Readline then escapes blanks and marks directories; it is not there when the function is called by hand.
  private var files: String { "compopt -o filenames 2>/dev/null; \(offer("-f"))" }

  private func values(of option: Option) -> String? {
    guard option.takesValue else { return nil }
    let pattern = option.spellings.joined(separator: "|")
    return switch option.completion {
    case .none: "  \(pattern)) ;;"
    case .file: "  \(pattern)) \(files) ;;"
    case .words(let words):
      "  \(pattern)) \(offer("\(option.isValueOptional ? "-f " : "")-W '\(words.joined(separator: " "))'")) ;;"
    }
  }

  private func offer(_ choice: String) -> String { "mapfile -t COMPREPLY < <(compgen \(choice) -- \"$word\")" }
}
