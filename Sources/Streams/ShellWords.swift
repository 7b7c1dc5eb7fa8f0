/// Converts words of a command line to shell text and back. Both directions work on scalars: to Swift, a quotation mark
/// and a combining accent behind it are one Character; to a shell, the quotation mark stands alone.
package enum ShellWords {
  /// The words of a text, divided at blanks, tabs and line ends. Quotes and backslashes work as in a shell; there are
  /// no expansions, operators or `$'…'`. Nil if a quote is not closed or the text ends in a backslash.
  package static func split(_ text: String) -> [String]? {
    var words: [String.UnicodeScalarView] = []
    var word: String.UnicodeScalarView?
    var quote: Unicode.Scalar?
    var rest = text.unicodeScalars[...]
    while let scalar = rest.popFirst() {
      if scalar == quote {
        quote = nil
      } else if quote == "'" {
        word?.append(scalar)
      } else if scalar == "\\" {
        guard let next = rest.popFirst() else { return nil }
        // Between double quotes, a backslash escapes only these scalars and otherwise stands for itself.
        let isLiteral = quote == "\"" && !"$`\"\\\n".unicodeScalars.contains(next)
        word = word ?? .init()
        word?.append(contentsOf: isLiteral ? ["\\", next] : [next])
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? .init()
      } else if quote == nil, [" ", "\t", "\n"].contains(scalar) {
        if let word { words.append(word) }
        word = nil
      } else {
        word = word ?? .init()
        word?.append(scalar)
      }
    }
    guard quote == nil else { return nil }
    return (words + (word.map { [$0] } ?? [])).map(String.init)
  }

  /// A word quoted for sh, which has no `$'…'`. Between single quotes sh accepts any byte, also control characters.
  package static func quotedForSh(_ word: String) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(needsNoQuotes) { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }

  package static func quotedForSh(_ words: [String]) -> String { words.map(quotedForSh).joined(separator: " ") }

  private static func needsNoQuotes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case _: "_./:,=+@%-".unicodeScalars.contains(scalar)
    }
  }
}
