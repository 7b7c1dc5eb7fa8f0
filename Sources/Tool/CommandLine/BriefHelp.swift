/// The short help for new users: the most common options, on two screens.
package struct BriefHelp: Sendable {
  /// Options under one heading, with one short sentence each.
  package struct Group: Sendable {
    let title: String
    let rows: [(option: Option, text: String)]

    package init(_ title: String, _ rows: [(Option, String)]) {
      self.title = title
      self.rows = rows
    }
  }

  let introduction: [String]
  let groups: [Group]
  let examples: [Command.Example]
  /// The last line, which says where to read more.
  let closing: String

  package init(introduction: [String], groups: [Group], examples: [Command.Example], closing: String) {
    self.introduction = introduction
    self.groups = groups
    self.examples = examples
    self.closing = closing
  }
}
