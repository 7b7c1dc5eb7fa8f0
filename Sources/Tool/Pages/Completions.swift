/// A script that completes options and their values in bash, without the bash-completion package.
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

  /// The command for a word that is no option's value: it offers options or, if the tool has operands and the word does
  /// not begin with a dash, files.
  private var words: String {
    let options = offer("-W '\(command.options.flatMap(\.spellings).joined(separator: " "))'")
    guard !command.operands.isEmpty else { return options }
    return "if [[ $word == -* ]]; then \(options); else \(files); fi"
  }

  // With `compopt -o filenames` readline escapes blanks and marks directories. It fails when no completion is under
  // way, as in tests that call the function; hence the silenced error.
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

/// A script that completes options and their values in zsh, as an autoloaded function in a directory of `$fpath`.
struct ZshCompletion {
  let command: Command

  var text: String {
    """
    #compdef \(command.name)

    _arguments -s -S \\
      \((command.options.flatMap(describe) + operands).joined(separator: " \\\n  "))

    """
  }

  private var operands: [String] {
    command.operands.enumerated().map { quote("\($0.offset + 1):\(escape($0.element)):_files") }
  }

  private func describe(_ option: Option) -> [String] {
    let others = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return option.spellings.map { spelling in
      // How the value is attached, in the words of _arguments: `=-` in the same word only, `=` and `+` in the same word
      // or the next. A value that may be left out can only be told from an operand if it is in the same word.
      let joint = !option.takesValue ? "" : option.isValueOptional ? "=-" : spelling.hasPrefix("--") ? "=" : "+"
      let colon = option.isValueOptional ? ":" : ""
      return quote("\(others)\(spelling)\(joint)[\(escape(option.brief))]\(colon)\(value(of: option))")
    }
  }

  private func value(of option: Option) -> String {
    guard let placeholder = option.placeholder else { return "" }
    return switch option.completion {
    case .none: ":\(escape(placeholder)):"
    case .file: ":\(escape(placeholder)):_files"
    case .words(let words): ":\(escape(placeholder)):(\(words.joined(separator: " ")))"
    }
  }

  /// Brackets and colons separate the parts of a specification of _arguments; inside a part they are escaped.
  private func escape(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"[]:\"#.contains($1) ? "\\\($1)" : "\($1)" }
  }

  private func quote(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : "\($1)" } + "'"
  }
}

/// A script that completes options and their values in fish.
struct FishCompletion {
  let command: Command

  var text: String {
    let noFiles = command.operands.isEmpty ? ["complete -c \(command.name) -f"] : []
    return (["# fish completion for \(command.name)", ""] + noFiles + command.options.map(describe))
      .joined(separator: "\n") + "\n"
  }

  private func describe(_ option: Option) -> String {
    let letter = option.letter.map { " -s \($0)" } ?? ""
    return "complete -c \(command.name)\(letter) -l \(option.name)\(value(of: option)) -d \(quote(option.brief))"
  }

  private func value(of option: Option) -> String {
    guard option.takesValue else { return "" }
    return switch option.completion {
    case .none: " -x"
    case .file: " -r -F"
    case .words(let words): "\(option.isValueOptional ? " -f" : " -x") -a \(quote(words.joined(separator: " ")))"
    }
  }

  private func quote(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += #"\'"#.contains($1) ? "\\\($1)" : "\($1)" } + "'"
  }
}
