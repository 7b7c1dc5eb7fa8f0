/// Who has started warp-plan, and so where answers come from and in which form the plan goes out.
package enum Asker: Equatable, Sendable {
  /// Someone at a shell: answers on standard input, the pipeline as text.
  case user
  /// `scripts/warp`: it begins with `--records ANSWERS TOOLS`, the file with the answers and the directory of the
  /// tools, and puts the words its user typed behind these three; the plan goes out as records.
  case script(answers: String, tools: String)
  /// The same script, once a piece is made: with `--label TEXT` it asks for what is to be put behind it.
  case labeller(String)

  /// - Returns: who asks, and the words that `WarpCommand` understands.
  package static func read(_ words: [String]) -> (asker: Asker, words: [String]) {
    if words.count == 2, words[0] == "--label" { return (.labeller(words[1]), []) }
    guard words.count >= 3, words[0] == "--records" else { return (.user, words) }
    return (.script(answers: words[1], tools: words[2]), Array(words.dropFirst(3)))
  }
}
