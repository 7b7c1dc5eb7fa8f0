/// The declaration of a tool: its options, and the texts of its help, man page and completions.
package struct Command: Sendable {
  /// A command line to copy. The caption says what the command does, and ends in a colon.
  package struct Example: Sendable {
    package let caption: String
    package let line: String

    package init(_ caption: String, _ line: String) {
      self.caption = caption
      self.line = line
    }
  }

  /// An additional section of the man page.
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
  /// One line that says what the tool does, without a full stop.
  package let summary: String
  /// The forms of the command line, without the tool's name.
  package let synopsis: [String]
  /// The names of the operands, all of which are files. Empty if the tool accepts only options.
  package let operands: [String]
  private let makeStrangers: @Sendable () -> [Stranger]
  private let makeBrief: (@Sendable () -> BriefHelp)?
  /// Advice for a user who gives a file to a tool without operands.
  package let strayFile: Stranger?
  package let description: [String]
  package let groups: [OptionGroup]
  /// The options of all groups.
  package let options: [Option]
  package let examples: [Example]
  /// Sections of the man page that stand before the description.
  package let openingSections: [Section]
  package let sections: [Section]
  /// Descriptions of exit statuses for this tool, where they differ from `ExitStatus.meaning`.
  package let exits: [ExitStatus: String]

  /// - Parameters:
  ///   - strangers: options of other programs that a user may try with this tool. They are made only for an unknown
  ///     option, because they would take three quarters of the time at the start of a tool.
  ///   - brief: makes the short help.
  ///   - groups: the tool's own options. The initializer adds the group of options that every tool has.
  package init(
    name: String, version: Version, summary: String, synopsis: [String], operands: [String] = [],
    strangers: @autoclosure @escaping @Sendable () -> [Stranger] = [], strayFile: Stranger? = nil,
    description: [String], brief: (@Sendable () -> BriefHelp)? = nil,
    groups: [OptionGroup], examples: [Example], openingSections: [Section] = [], sections: [Section] = [],
    exits: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.synopsis = synopsis
    self.operands = operands
    makeStrangers = strangers
    self.strayFile = strayFile
    self.description = description
    makeBrief = brief
    self.groups = groups + [.general(hasBrief: brief != nil)]
    options = self.groups.flatMap { $0.options }
    self.examples = examples
    self.openingSections = openingSections
    self.sections = sections
    self.exits = exits
  }

  /// Options of other programs that a user may try with this tool.
  package var strangers: [Stranger] { makeStrangers() }

  /// The short help that `--help` prints; nil if `--help` prints everything.
  package var brief: BriefHelp? { makeBrief?() }

  /// The options of all groups with this role, in the order of the help.
  package func options(for role: OptionGroup.Role) -> [Option] { groups.filter { $0.role == role }.flatMap(\.options) }
}

/// A release: its number and its date. Man pages carry this date and not the date of the build, so that builds are
/// reproducible.
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
  /// The release of all tools.
  package static let current = Version("2.1.0", date: "2026-11-30")
}
