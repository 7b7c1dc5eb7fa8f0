/// Scripts and styles as a page has them: without comments and without spaces that only help people to read.
///
/// Relies on how the scripts are written: a comment has lines of its own, every statement ends in a semicolon, a text
/// ends on the line on which it begins, and a template holds no other template.
enum DenseText {
  static func script(_ text: String) -> String {
    // Shorter, and the same once a script has been tried. No text of the page has the word.
    ["const ", "const[", "const{"].reduce(dense(text, signs: Set("=>{}()[];,:?*<>&|!.+-/%".utf8))) { text, word in
      text.replacing(word, with: "let" + word.suffix(1))
    }
  }
  static func style(_ text: String) -> String { dense(text, signs: Set("{};:,>".utf8)) }
  static func lines(_ text: String) -> String { dense(text, signs: []) }

  /// - Parameter signs: beside these a space means nothing.
  private static func dense(_ text: String, signs: Set<UInt8>) -> String {
    /// Whether something must stand between two bytes: `a + +b` is not `a++b`.
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
