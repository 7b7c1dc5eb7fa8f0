/// Everything a tool says about itself.
package struct Command: Sendable {
  /// A command line worth copying, and what it does; the caption brings its own colon.
  package struct Example: Sendable {
    package let caption: String
    package let line: String

    package init(_ caption: String, _ line: String) {
      self.caption = caption
      self.line = line
    }
  }

  /// A part of the man page beyond the usual ones.
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
  /// What the words are called that are no options: files, each. A tool without any takes options only.
  package let operands: [String]
  /// Options of its sister tools that someone may try here, and what to do instead.
  package let strangers: [String: String]
  package let description: [String]
  package let groups: [OptionGroup]
  package let examples: [Example]
  package let sections: [Section]
  /// What the exit statuses mean where that is more than they mean for every tool.
  package let exits: [ExitStatus: String]

  /// - Parameter groups: the tool's own options; those common to all tools come last by themselves.
  package init(
    name: String, version: Version, summary: String, synopsis: [String], operands: [String] = [],
    strangers: [String: String] = [:], description: [String], groups: [OptionGroup], examples: [Example],
    sections: [Section] = [], exits: [ExitStatus: String] = [:]
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.synopsis = synopsis
    self.operands = operands
    self.strangers = strangers
    self.description = description
    self.groups = groups + [.general]
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

/// A release: its number, and the day it was made, which is what man pages carry instead of the day they were printed.
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
  /// The tools are released together.
  package static let current = Version("1.0.0", date: "2026-11-21")
}
