import Streams

/// A word as it can be pasted: into any shell, unless there are control characters or stray bytes in it, then into bash.
enum ShellQuotes {
  static func quoted(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: isUnprintable) else { return posix(word) }
    return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
  }

  /// The same for sh, which knows no other quotes but takes any byte between them.
  static func posix(_ word: String) -> String {
    if !word.isEmpty, word.unicodeScalars.allSatisfy(isPlain) { return word }
    return "'" + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: #"'\''"#) + "'"
  }

  static func quoted(_ words: [String]) -> String { words.map(quoted).joined(separator: " ") }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9": true
    case _: "_./:,=+@%-".unicodeScalars.contains(scalar)
    }
  }

  private static func isUnprintable(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || ByteText.byte(escapedAs: scalar) != nil
  }

  /// As between `$'` and `'`. Three octal digits are never taken together with what follows.
  private static func escaped(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": return "\\n"
    case "\t": return "\\t"
    case "\r": return "\\r"
    case "\\", "'": return "\\\(scalar)"
    case _ where isUnprintable(scalar):
      let octal = String(ByteText.byte(escapedAs: scalar) ?? UInt8(scalar.value), radix: 8)
      return "\\" + String(repeating: "0", count: 3 - octal.count) + octal
    default: return String(scalar)
    }
  }
}
