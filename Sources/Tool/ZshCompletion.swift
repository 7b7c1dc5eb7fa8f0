/// Completes options and their values in zsh, as a function to be found in `$fpath`.
struct ZshCompletion {
  let command: Command

  var text: String {
    """
    #compdef \(command.name)

    _arguments -s -S \\
      \(command.options.flatMap(describe).joined(separator: " \\\n  "))

    """
  }

  private func describe(_ option: Option) -> [String] {
    let others = option.isRepeatable ? "*" : "(\(option.spellings.joined(separator: " ")))"
    return option.spellings.map { spelling in
      let joint = !option.takesValue ? "" : spelling.hasPrefix("--") ? "=" : "+"
      return quote("\(others)\(spelling)\(joint)[\(escape(option.brief))]\(value(of: option))")
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
