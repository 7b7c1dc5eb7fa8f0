/// Text in the language of man pages.
enum Roff {
  /// Escapes what roff would take for a command, and what it would otherwise turn into typographic
  /// quotes, accents and dashes that no shell understands when copied.
  static func escape(_ text: some StringProtocol) -> String {
    // A dot at the start of a line would be a request; elsewhere the guard in front of it does nothing.
    text.unicodeScalars.reduce(into: text.hasPrefix(".") ? #"\&"# : "") { $0 += escape($1) }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\\": #"\(rs"#
    case "-": #"\-"#
    case "'": #"\(aq"#
    case "\"": #"\(dq"#
    case "`": #"\(ga"#
    case "^": #"\(ha"#
    case "~": #"\(ti"#
    case _ where scalar.isASCII: String(scalar)
    default: "\\[u\(hexadecimal(scalar))]"
    }
  }

  /// At least four digits, as roff wants them.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escape(text))\\fR" }

  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escape(text))\\fR" }

  /// Sentences, with the options they mention in bold and their line breaks kept.
  static func prose(_ text: String) -> String {
    text.split(separator: "\n").map { line in
      line.split(separator: " ").map(highlight).joined(separator: " ")
    }.joined(separator: "\n.br\n")
  }

  private static func highlight(_ word: Substring) -> String {
    guard word.hasPrefix("--") else { return escape(word) }
    let name = word.prefix { $0 == "-" || $0.isLetter }
    return bold(name) + escape(word.dropFirst(name.count))
  }
}
