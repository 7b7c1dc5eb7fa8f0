/// A script that completes options and their values in bash. It does not need the bash-completion package.
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

  /// The bash command for a word that is not an option's value. It offers options or, if the tool has operands and the
  /// word does not begin with a dash, files.
  private var words: String {
    let options = offer("-W '\(command.options.flatMap(\.spellings).joined(separator: " "))'")
    guard !command.operands.isEmpty else { return options }
    return "if [[ $word == -* ]]; then \(options); else \(files); fi"
  }

  // `compopt -o filenames` makes readline escape blanks and mark directories. It fails if no completion is running, for
  // example in tests that call the function. Therefore its error is silenced.
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

/// A script that completes options and their values in zsh: an autoloaded function in a directory of `$fpath`.
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
      // How `_arguments` finds the value: with `=-` only in the same word, with `=` and `+` in the same word or the
      // next. An optional value in the next word would look like an operand.
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

  /// Escapes brackets and colons, which separate the parts of a specification of `_arguments`.
  private func escape(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"[]:\"#.contains($1) ? "\\\($1)" : "\($1)" }
  }

  private func quote(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : "\($1)" } + "'"
  }
}

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
