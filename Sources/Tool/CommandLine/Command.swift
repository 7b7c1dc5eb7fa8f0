/// A tool as it is declared: its options, and everything its help, man page and completions say.
package struct Command: Sendable {
  /// A command line worth copying, and a caption that says what it does and ends in a colon.
  package struct Example: Sendable {
    package let caption: String
    package let line: String

    package init(_ caption: String, _ line: String) {
      self.caption = caption
      self.line = line
    }
  }

  /// A section of the man page besides those that every man page has.
  package struct Section: Sendable {
    package let title: String
    package let paragraphs: [String]

    package init(_ title: String, _ paragraphs: [String]) {
      self.title = title
      self.paragraphs = paragraphs
    }
  }

  package let name: String
  package let version: Version
  /// One line that says what the tool is for, without a full stop.
  package let summary: String
  /// The forms of its command line, without its name.
  package let synopsis: [String]
  /// The names of the operands, all of which are files. If it is empty, the tool takes options only.
  package let operands: [String]
  /// Options of other programs that someone may try with this one.
  package let strangers: [Stranger]
  /// Advice on a file that is given to a tool without operands.
  package let strayFile: Stranger?
  package let description: [String]
  /// What `--help` prints in place of everything; nil if it prints everything.
  package let brief: BriefHelp?
  package let groups: [OptionGroup]
  package let examples: [Example]
  package let sections: [Section]
  /// Descriptions of exit statuses that differ from those in `ExitStatus.meaning`.
  package let exits: [ExitStatus: String]

  /// - Parameter groups: the tool's own options; the group of options that every tool has is added behind them.
  package init(
    name: String, version: Version, summary: String, synopsis: [String], operands: [String] = [],
    strangers: [Stranger] = [], strayFile: Stranger? = nil, description: [String], brief: BriefHelp? = nil,
    groups: [OptionGroup], examples: [Example], sections: [Section] = [], exits: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.synopsis = synopsis
    self.operands = operands
    self.strangers = strangers
    self.strayFile = strayFile
    self.description = description
    self.brief = brief
    self.groups = groups + [.general(hasBrief: brief != nil)]
    self.examples = examples
    self.sections = sections
    self.exits = exits
    let spellings = options.flatMap(\.spellings)
    precondition(Set(spellings).count == spellings.count, "an option of \(name) is declared twice")
  }

  package var options: [Option] { groups.flatMap(\.options) }

  /// The options of all groups with this role, in the order in which they are described.
  package func options(for role: OptionGroup.Role) -> [Option] { groups.filter { $0.role == role }.flatMap(\.options) }
}

/// A release: its number and its date. Man pages carry this date, so that they are the same bytes whenever they are
/// made.
package struct Version: Sendable {
  package let number: String
  package let date: String

  /// - Parameter date: year, month and day, `2025-11-20`.
  package init(_ number: String, date: String) {
    self.number = number
    self.date = date
  }
}

extension Version {
  /// The release of all tools: they are released together.
  package static let current = Version("2.0.0", date: "2026-11-26")
}
