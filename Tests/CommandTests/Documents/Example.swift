import Foundation

/// Something a document tells its reader to type.
struct Example {
  enum Language: String {
    case bash, sh
    /// No command but a time map.
    case table
  }

  let text: String
  let language: Language
  /// Where it stands, and how it begins.
  let place: String

  init(_ text: String, _ language: Language, in document: String) {
    self.text = text
    self.language = language
    place = "\(document): \(text.split(separator: "\n").first ?? "")"
  }
}

/// A page in Markdown, taken apart into prose and what is to be typed.
struct Markdown {
  let examples: [Example]
  private let prose: String

  /// - Parameter name: the page's path in the checkout. Fenced blocks say their language; indented ones are for bash.
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

  /// What stands between backticks in the prose, on one line or two.
  var spans: [String] {
    prose.matches(of: /`([^`]+)`/).map { String($0.output.1).replacing("\n", with: " ") }
  }

  /// Where the links of the prose lead.
  var links: [String] { prose.matches(of: /\]\(([^)]+)\)/).map { String($0.output.1) } }
}

/// A manual page: what its examples are, and what else it says.
struct Manual {
  let examples: [Example]
  let prose: String

  /// - Parameter name: the page's path in the checkout. Examples of section 5 are tables.
  init(_ name: String) throws {
    let example = /(?ms)^\.EX\n(.*?)^\.EE$/
    let text = Self.plain(try Document.text(name))
    prose = text.replacing(example, with: "")
    examples = text.matches(of: example).map { match in
      Example(String(match.output.1), name.hasSuffix("5") ? .table : .bash, in: name)
    }
  }

  /// What is seen: without what is written for the formatter.
  private static func plain(_ source: String) -> String {
    let marks = [
      (#"\fB"#, ""), (#"\fI"#, ""), (#"\fR"#, ""), (#"\&"#, ""), (#"\-"#, "-"), (#"\(aq"#, "'"), (#"\(ha"#, "^"),
      (#"\(rs"#, #"\"#),
    ]
    return marks.reduce(source) { $0.replacing($1.0, with: $1.1) }
  }
}

/// What a tool prints as its help.
struct HelpText {
  let examples: [Example]

  init(of tool: String) throws {
    let list = try Document.help(of: tool).split(separator: "\nExamples:\n").last ?? ""
    // Commands stand four in, what they go on with further; captions two.
    examples = list.matches(of: /(?m)^    .*\n(?:     .*\n)*/).map {
      Example(String($0.output), .bash, in: "\(tool) --help")
    }
  }
}

/// The texts that come with the tools, by their paths in the checkout.
enum Document {
  static let tools = ["warp", "warp-map", "warp-video", "warp-audio"]
  static let markdown = files(".", "md") + files("docs", "md") + files("docs/decisions", "md")
  static let manuals = files("man", "1") + files("man", "5")

  static func help(of tool: String) throws -> String { try output("\(tool) --help") }

  /// What a tool prints, the one for whole films included, which is a script of the checkout.
  static func output(_ line: String) throws -> String {
    try Shell.run("warp() { \(Shell.warp) \"$@\"; }; \(line)").output
  }

  static func text(_ name: String) throws -> String { try String(contentsOf: Shell.file(name), encoding: .utf8) }

  private static func files(_ directory: String, _ kind: String) -> [String] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: Shell.file(directory).path)) ?? []
    return names.filter { $0.hasSuffix(".\(kind)") }.sorted().map { directory == "." ? $0 : "\(directory)/\($0)" }
  }
}
