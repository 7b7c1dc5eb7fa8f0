import Streams
import Warp

/// Words for bash, where those for sh are not enough.
extension ShellWords {
  /// A word to be pasted: into any shell, unless there are control characters or bytes that are no text in it, then
  /// into bash.
  static func quotedForBash(_ word: String) -> String {
    guard word.unicodeScalars.contains(where: needsEscape) else { return quotedForSh(word) }
    return "$'" + word.unicodeScalars.map(escaped).joined() + "'"
  }

  package static func quotedForBash(_ words: [String]) -> String { words.map(quotedForBash).joined(separator: " ") }

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
