/// Words of a command line ⇄ text that a shell takes for them.
package enum ShellWords {
  /// The words of a text as a shell divides it: quotes and backslashes understood, nothing expanded. Nil where a quote or
  /// a backslash is left open.
  package static func split(_ text: String) -> [String]? {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = text[...]
    while let character = rest.popFirst() {
      if character == quote {
        quote = nil
      } else if quote == "'" {
        word?.append(character)
      } else if character == "\\" {
        guard let next = rest.popFirst() else { return nil }
        // In double quotes it is a backslash, but before what would mean something there.
        let isPlain = quote == "\"" && !"$`\"\\\n".contains(next)
        word = (word ?? "") + (isPlain ? "\\\(next)" : "\(next)")
      } else if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
      } else if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
      } else {
        word = (word ?? "") + String(character)
      }
    }
    guard quote == nil else { return nil }
    return words + (word.map { [$0] } ?? [])
  }
}
