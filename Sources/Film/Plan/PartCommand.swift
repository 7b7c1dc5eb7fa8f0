import Warp

/// Words of the shell commands for --source, which print a part of a clip: from $FROM for $LENGTH seconds.
enum PartCommand {
  /// The sum of a variable and so many seconds, for the shell to compute: never less than 0.
  static func sum(_ variable: String, _ seconds: Double) -> String {
    if abs(seconds) < 1e-9 { return variable }
    let sum = "\(variable) + \(DecimalText.print(seconds, decimals: 9))"
    return "$(LC_ALL=C awk \"BEGIN { t = \(sum); printf \\\"%.9f\\\", (t > 0 ? t : 0) }\")"
  }

  /// Words for the shell. In filters, which are all ours, $FROM and $LENGTH stand for their values.
  static func quoted(_ words: [String]) -> String {
    words.enumerated().map { index, word in
      let isFilter = index > 0 && ["-vf", "-af"].contains(words[index - 1]) && word.contains("$")
      return isFilter ? "\"\(word)\"" : ShellWords.quotedForSh(word)
    }.joined(separator: " ")
  }
}
