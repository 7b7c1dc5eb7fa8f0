import Foundation

/// A text that a document tells its reader to type.
struct Example {
  enum Language: String {
    case bash, sh
    /// A table that defines a time map, not a command.
    case table
  }

  let text: String
  let language: Language
  /// The document and the first line of the text, for messages.
  let place: String

  init(_ text: String, _ language: Language, in document: String) {
    self.text = text
    self.language = language
    place = "\(document): \(text.split(separator: "\n").first ?? "")"
  }
}

/// A Markdown page, split into prose and examples.
struct Markdown {
  let examples: [Example]
  private let prose: String

  /// - Parameter name: the path in the checkout. A fenced block names its language; an indented block is bash.
  init(_ name: String) throws {
    let fenced = /(?ms)^```(\w*)\n(.*?)^```$/
    let indented = /\n\n((?: {4}.*\n+)+)/
    let text = try Document.text(name)
    let rest = text.replacing(fenced, with: "")
    prose = rest.replacing(indented, with: "\n\n")
    examples =
      text.matches(of: fenced).compactMap { match in
        Example.Language(rawValue: String(match.output.1)).map { Example(String(match.output.2), $0, in: name) }
      }
      + rest.matches(of: indented).map { match in
        Example(String(match.output.1).replacing(/(?m)^ {4}/, with: ""), .bash, in: name)
      }
  }

  /// The code spans of the prose, with line ends replaced by blanks.
  var spans: [String] {
    prose.matches(of: /`([^`]+)`/).map { String($0.output.1).replacing("\n", with: " ") }
  }

  var links: [String] { prose.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) } }
}

/// A man page, split into prose and examples.
struct Manual {
  let examples: [Example]
  let prose: String

  /// - Parameter name: the path in the checkout. In section 5 of the manual, examples are tables of time maps.
  init(_ name: String) throws {
    let example = /(?ms)^\.EX\n(.*?)^\.EE$/
    let text = Self.unescaped(try Document.text(name))
    prose = text.replacing(example, with: "")
    examples = text.matches(of: example).map { match in
      Example(String(match.output.1), name.hasSuffix("5") ? .table : .bash, in: name)
    }
  }

  /// Removes the escape sequences of roff.
  private static func unescaped(_ source: String) -> String {
    let marks = [
      (#"\fB"#, ""), (#"\fI"#, ""), (#"\fR"#, ""), (#"\&"#, ""), (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ha"#, "^"),
      (#"\(rs"#, #"\"#),
    ]
    return marks.reduce(source) { $0.replacing($1.0, with: $1.1) }
  }
}

struct HelpText {
  let examples: [Example]

  init(of tool: String) throws {
    let list = try Document.help(of: tool).split(separator: "\nExamples:\n").last ?? ""
    // In help texts, captions are indented by two spaces, commands by four, and continuation lines by more.
    examples = list.matches(of: /(?m)^    .*\n(?:     .*\n)*/).map {
      Example(String($0.output), .bash, in: "\(tool) --help")
    }
  }
}

/// Paths of the documents in the checkout, and the tools that they describe.
enum Document {
  static let tools = ["warp-film", "warp-map", "warp-video", "warp-audio"]
  static let markdown = files(".", "md") + files("docs", "md") + files("docs/decisions", "md")
  /// READMEs beside the sources. They contain names of types and scripts, but no examples to type.
  static let guides = ["Sources", "Tests", "Fuzz", "Bench", "scripts"].flatMap { folder in
    let names = FileManager.default.enumerator(atPath: Shell.file(folder).path)?.allObjects as? [String] ?? []
    return names.filter { $0.hasSuffix("README.md") }.sorted().map { "\(folder)/\($0)" }
  }
  static let manuals = files("man", "1") + files("man", "5")

  static func help(of tool: String) throws -> String {
    try output("\(tool) --help\(tool == "warp-film" ? "=all" : "")")
  }

  static func output(_ line: String) throws -> String {
    try Shell.run(line).output
  }

  static func text(_ name: String) throws -> String { try String(contentsOf: Shell.file(name), encoding: .utf8) }

  private static func files(_ directory: String, _ kind: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Shell.file(directory).path)) ?? []
    return names.filter { $0.hasSuffix(".\(kind)") }.sorted().map { directory == "." ? $0 : "\(directory)/\($0)" }
  }
}
