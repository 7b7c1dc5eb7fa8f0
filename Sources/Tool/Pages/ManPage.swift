/// The manual page of a tool, in roff with the man macros: the same bytes whenever and wherever it is made.
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
