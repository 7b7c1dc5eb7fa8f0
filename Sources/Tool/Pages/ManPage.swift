/// The man page of a tool, in roff with the man macros. It depends on the command alone, not on the date of printing,
/// the locale or the terminal, so that it can be compared with the one in the repository.
struct ManPage {
  let command: Command

  var text: String {
    let parts =
      [header, name, synopsis, description, options, exitStatus, examples] + command.sections.map(section)
    return parts.flatMap { $0 }.joined(separator: "\n") + "\n"
  }

  private var header: [String] {
    let title = Roff.escape(command.name.uppercased())
    let source = Roff.escape("\(command.name) \(command.version.number)")
    return [".TH \(title) 1 \(command.version.date) \"\(source)\""]
  }

  private var name: [String] {
    [".SH NAME", "\(Roff.escape(command.name)) \\- \(Roff.escape(command.summary))"]
  }

  private var synopsis: [String] {
    [".SH SYNOPSIS", ".nf"] + command.synopsis.map { "\(Roff.bold(command.name)) \(Roff.escape($0))" } + [".fi"]
  }

  private var description: [String] {
    section(.init("DESCRIPTION", command.description))
  }

  private func section(_ section: Command.Section) -> [String] {
    [".SH \(Roff.escape(section.title.uppercased()))", section.paragraphs.map(Roff.prose).joined(separator: "\n.PP\n")]
  }

  private var options: [String] {
    [".SH OPTIONS"]
      + command.groups.flatMap { group in [".SS \(Roff.escape(group.title))"] + group.options.flatMap(describe) }
  }

  private func describe(_ option: Option) -> [String] {
    let spellings = option.spellings.map(Roff.bold).joined(separator: ", ")
    let value =
      option.placeholder.map { option.isValueOptional ? "[=\(Roff.italic($0))]" : " \(Roff.italic($0))" } ?? ""
    return [".TP", spellings + value, Roff.prose(option.help)]
  }

  private var exitStatus: [String] {
    [".SH EXIT STATUS"]
      + ExitStatus.allCases.flatMap {
        [".TP", Roff.bold("\($0.rawValue)"), Roff.prose(command.exits[$0] ?? $0.meaning)]
      }
  }

  private var examples: [String] {
    [".SH EXAMPLES"]
      + command.examples.flatMap { [".TP", Roff.escape($0.caption), ".EX", Roff.escape($0.line), ".EE"] }
  }
}

/// Text in roff, the language of man pages.
enum Roff {
  /// Escapes what roff would take for a request, and the ASCII characters it would turn into typographic quotes,
  /// accents and dashes, which no shell understands when they are copied from a man page.
  static func escape(_ text: some StringProtocol) -> String {
    // A dot at the start of a line begins a request. The text may come in the middle of a line; there the zero-width
    // \& in front of the dot has no effect.
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

  /// At least four digits: roff accepts no fewer in `\[uXXXX]`.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escape(text))\\fR" }

  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escape(text))\\fR" }

  /// Sentences, with every word that begins with `--` in bold up to the end of the option's name, and line breaks kept.
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
