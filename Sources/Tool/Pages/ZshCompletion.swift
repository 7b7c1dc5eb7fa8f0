/// Completes options and their values in zsh, as a function to be found in `$fpath`.
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
      // A value that may be left out has to stand in the same word.
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

  /// Brackets and colons divide a specification into its parts.
  private func escape(_ text: String) -> String {
    text.reduce(into: "") { $0 += #"[]:\"#.contains($1) ? "\\\($1)" : "\($1)" }
  }

  private func quote(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += $1 == "'" ? #"'\''"# : "\($1)" } + "'"
  }
}
