import Streams
import Warp

/// Words of a command line ⇄ text that a shell takes for them. By scalars throughout: to Swift a quotation mark and an accent
/// behind it are one Character, to a shell the quotation mark stands alone.
package enum ShellWords {
  /// The words of a text, divided at white space; quotes and backslashes as in a shell, nothing expanded, no operators
  /// and no `$'…'`. Nil where a quote or a backslash is left open.
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
        // Between double quotes a backslash stands for itself, unless the next scalar would mean something there.
        let isLiteral = quote == "\"" && !"$`\"\\\n".unicodeScalars.contains(next)
        word = word ?? .init()
        word?.append(contentsOf: isLiteral ? ["\\", next] : [next])
      } else if quote == nil, scalar == "'" || scalar == "\"" {
        quote = scalar
        word = word ?? .init()
      } else if quote == nil, scalar.properties.isWhitespace {
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

  /// A word to be pasted: into any shell, unless there are control characters or bytes that are no text in it, then
  /// into bash.
  static func quotedForBash(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: needsEscape) else { return quotedForSh(word) }
    return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
  }

  package static func quotedForBash(_ words: [String]) -> String { words.map(quotedForBash).joined(separator: " ") }

  /// A word quoted for sh. It has no `$'…'`, but between single quotes it takes any byte, control characters too.
  static func quotedForSh(_ word: String) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(needsNoQuotes) { return word }
    let parts = word.unicodeScalars.split(separator: "'", omittingEmptySubsequences: false)
    return "'" + parts.map { String($0) }.joined(separator: #"'\''"#) + "'"
  }

  static func quotedForSh(_ words: [String]) -> String { words.map(quotedForSh).joined(separator: " ") }

  private static func needsNoQuotes(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case _: "_./:,=+@%-".unicodeScalars.contains(scalar)
    }
  }

  /// Control characters of ASCII, and bytes that are no text (`ByteText`): pasted as they are, a terminal would act on
  /// them or change them.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || ByteText.byte(escapedAs: scalar) != nil
  }

  /// As it stands between `$'` and `'`. Always three octal digits, so that a digit behind them is not taken for a
  /// fourth.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    case "\\", "'": return "\\\(scalar)"
    case _ where needsEscape(scalar):
      return "\\" + PaddedDigits.print(ByteText.byte(escapedAs: scalar) ?? UInt8(scalar.value), count: 3, radix: 8)
    default: return String(scalar)
    }
  }
}
