/// Completes options and their values in fish.
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
    case .words(let words): "\(option.isValueOptional ? "" : " -x") -a \(quote(words.joined(separator: " ")))"
    }
  }

  private func quote(_ text: String) -> String {
    "'" + text.reduce(into: "") { $0 += #"\'"#.contains($1) ? "\\\($1)" : "\($1)" } + "'"
  }
}
