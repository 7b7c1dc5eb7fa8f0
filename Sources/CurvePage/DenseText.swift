/// Removes comments from scripts and styles, and spaces that they do not need.
///
/// Relies on their format: a comment has its own line, every statement ends in a semicolon, a string ends on its line,
/// and a template contains no other template.
enum DenseText {
  static func script(_ text: String) -> String {
    // `let` is shorter than `const`, and correct scripts run the same. No string of the page contains `const`.
    ["const ", "const[", "const{"].reduce(dense(text, signs: Set("=>{}()[];,:?*<>&|!.+-/%".utf8))) { text, word in
      text.replacing(word, with: "let" + word.suffix(1))
    }
  }
  static func style(_ text: String) -> String { dense(text, signs: Set("{};:,>".utf8)) }
  static func lines(_ text: String) -> String { dense(text, signs: []) }

  /// - Parameter signs: characters beside which a space has no meaning.
  private static func dense(_ text: String, signs: Set<UInt8>) -> String {
    /// Whether bytes need their separator: `a + +b` is not `a++b`.
    func isNeeded(between last: UInt8, _ next: UInt8) -> Bool {
      doubled.contains(last) && doubled.contains(next) || !signs.contains(last) && !signs.contains(next)
    }
    let lines = text.utf8.split(separator: newline).map { $0.drop { $0 == space } }
    let kept = lines.filter { !$0.starts(with: "//".utf8) }.joined(separator: [newline])
    var dense: [UInt8] = []
    var (quote, isEscaped, gap): (UInt8?, Bool, UInt8?) = (nil, false, nil)
    for byte in kept {
      if let mark = quote {
        if byte == mark, !isEscaped { quote = nil }
        isEscaped = byte == backslash && !isEscaped
      } else if byte == space || byte == newline {
        gap = byte
        continue
      } else if quotes.contains(byte) {
        quote = byte
      }
      if let gap, let last = dense.last, isNeeded(between: last, byte) { dense.append(gap) }
      gap = nil
      dense.append(byte)
    }
    return String(decoding: dense, as: UTF8.self)
  }

  private static let (newline, space, backslash) = (UInt8(ascii: "\n"), UInt8(ascii: " "), UInt8(ascii: "\\"))
  private static let quotes = Set("'\"`".utf8)
  private static let doubled = Set("+-/".utf8)
}
