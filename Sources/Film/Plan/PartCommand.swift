import Streams

/// Words of the shell commands for `--source`, which print a part of a clip.
enum PartCommand {
  /// Words for the shell. In filters, which are all ours, `$1` and `$2` stand for their values.
  static func quoted(_ words: [String]) -> String {
    words.enumerated().map { index, word in
      let isFilter = index > 0 && words[index - 1] == "-vf" && word.contains("$")
      return isFilter ? "\"\(word)\"" : ShellWords.quotedForSh(word)
    }.joined(separator: " ")
  }
}
