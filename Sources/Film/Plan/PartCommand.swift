import Streams

/// Quoting for the shell commands of `--source`, which print a part of a clip.
enum PartCommand {
  /// Quotes words for the shell. In filters, which warp writes itself, the shell replaces `$1` and `$2`.
  static func quoted(_ words: [String]) -> String {
    words.enumerated().map { index, word in
      let isFilter = index > 0 && words[index - 1] == "-vf" && word.contains("$")
      return isFilter ? "\"\(word)\"" : ShellWords.quotedForSh(word)
    }.joined(separator: " ")
  }
}
