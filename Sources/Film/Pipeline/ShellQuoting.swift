import Streams
import Values

/// Quoting for bash, where quoting for sh is not enough.
extension ShellWords {
  /// Quotes a word to paste. The result works in any shell, except that control characters and invalid text need bash.
  static func quotedForBash(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: needsEscape) else { return quotedForSh(word) }
    return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
  }

  package static func quotedForBash(_ words: [String]) -> String { words.map(quotedForBash).joined(separator: " ") }

  /// Whether this is an ASCII control character or a byte that is not text (`ByteText`). If it were pasted, a terminal
  /// would act on it or change it.
  private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || scalar.value == 0x7F || ByteText.byte(escapedAs: scalar) != nil
  }

  /// The form between `$'` and `'`. It always has three octal digits, so that a following digit is not read as a
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
