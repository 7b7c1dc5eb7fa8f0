/// The text of `--help`.
package struct HelpPage {
  private let command: Command
  private let width: Int

  /// - Parameter columns: the width of the terminal. Lines are at most 100 columns wide, because longer lines are hard
  ///   to read. Below 40 columns no room would be left beside the options, so 40 is the least width.
  package init(_ command: Command, columns: Int) {
    self.command = command
    width = min(max(columns, 40), 100)
  }

  package var text: String {
    Self.text([usage] + description + command.groups.map(list) + [examples(command.examples)])
  }

  /// The short help, or the full help if the command has no short one.
  package var briefText: String {
    guard let brief = command.brief else { return text }
    let introduction = brief.introduction.map { Paragraph.lines(of: $0, width: width) }
    let groups = brief.groups.map { group in
      ["\(group.title):"] + group.rows.flatMap { describe($0.option, $0.text) }
    }
    return Self.text([usage] + introduction + groups + [examples(brief.examples)] + [[brief.closing]])
  }

  private static func text(_ blocks: [[String]]) -> String {
    blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n") + "\n"
  }

  private var usage: [String] {
    let (title, name) = ("Usage: ", "\(command.name) ")
    let forms = command.synopsis.map { Paragraph.lines(of: $0, width: width - title.count - name.count) }
    return Self.set(title, beside: forms.flatMap { Self.set(name, beside: $0, at: name.count) }, at: title.count)
  }

  private var description: [[String]] {
    let summary = command.summary.prefix(1).uppercased() + command.summary.dropFirst() + "."
    return ([summary] + command.description).map { Paragraph.lines(of: $0, width: width) }
  }

  private func list(_ group: OptionGroup) -> [String] {
    ["\(group.title):"] + group.options.flatMap { describe($0, $0.help) }
  }

  private func describe(_ option: Option, _ text: String) -> [String] {
    let label = Self.label(option)
    let help = Paragraph.lines(of: text, width: width - helpColumn)
    if label.count + Self.gap <= helpColumn { return Self.set(label, beside: help, at: helpColumn) }
    return [label] + Self.set("", beside: help, at: helpColumn)
  }

  private func examples(_ examples: [Command.Example]) -> [String] {
    ["Examples:"] + examples.flatMap { ["  \($0.caption)", "    \($0.line)"] }
  }

  /// The least number of blanks between an option and its description.
  private static let gap = 2

  /// The column where descriptions begin: after the longest option, but at most a gap past the first third of the line.
  /// A longer option gets a line of its own.
  private var helpColumn: Int {
    let longest = command.options.map { Self.label($0).count }.max() ?? 0
    return min(longest, width / 3) + Self.gap
  }

  /// The option as the help lists it. An option without a letter is indented as if it had one, so that long names line
  /// up.
  private static func label(_ option: Option) -> String {
    let letter = option.letter.map { "  -\($0), " } ?? "      "
    return letter + "--\(option.name)" + option.valueText
  }

  /// Indents `lines` to `column`, with `label` in the margin of the first line.
  private static func set(_ label: String, beside lines: [String], at column: Int) -> [String] {
    lines.enumerated().map { index, line in
      let margin = index == 0 ? label : ""
      return margin + String(repeating: " ", count: column - margin.count) + line
    }
  }
}

enum Paragraph {
  /// Breaks text at blanks and keeps its line breaks. A word wider than a line gets a line of its own.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(separator: "\n").flatMap { fill($0, width: width) }
  }

  private static func fill(_ text: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}
