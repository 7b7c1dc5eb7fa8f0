/// The man page of a tool, in roff with the man macros. It depends only on the command, and not on date, locale or
/// terminal, so that tests can compare it with the page in the repository.
struct ManPage {
  let command: Command

  var text: String {
    let parts =
      [header, name, synopsis, examples] + command.openingSections.map(section)
      + [description, options, exitStatus] + command.sections.map(section)
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

/// Text in roff, the markup language of man pages.
enum Roff {
  /// Escapes what roff would read as a request. Also escapes ASCII quotes, accents and dashes, which roff would turn
  /// into typographic ones that a shell does not understand when they are copied.
  static func escape(_ text: some StringProtocol) -> String {
    // A dot at the start of a line begins a request. The zero-width `\&` before it prevents this, and has no effect in
    // the middle of a line.
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

  /// At least four digits, which roff requires in `\[uXXXX]`.
  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func bold(_ text: some StringProtocol) -> String { "\\fB\(escape(text))\\fR" }

  static func italic(_ text: some StringProtocol) -> String { "\\fI\(escape(text))\\fR" }

  /// Formats sentences: words that begin with `--` become bold up to the end of the option's name, and line breaks
  /// stay.
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
