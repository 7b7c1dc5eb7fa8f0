/// One option of a tool, declared once: the parser, the help, the man page and the completions all read this.
package struct Option: Sendable {
  /// What a shell can offer for the option's value.
  package enum Completion: Equatable, Sendable {
    case none
    case file
    /// Plain words, without blanks or quotes.
    case words([String])
  }

  /// The long name, without its dashes; an option is known by it.
  package let name: String
  package let letter: Character?
  /// What stands for the value where the option is described; nil for a flag, which takes none.
  package let placeholder: String?
  /// Whether giving the option again adds to what was given before; otherwise the last one wins.
  package let isRepeatable: Bool
  package let completion: Completion
  private let purpose: String

  package init(
    _ name: String, letter: Character? = nil, value placeholder: String? = nil, repeatable: Bool = false,
    completion: Completion = .none, help: String
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.isRepeatable = repeatable
    self.completion = completion
    self.purpose = help
  }

  package var takesValue: Bool { placeholder != nil }

  /// The whole description. A line feed in it starts a new line wherever it is shown.
  var help: String { isRepeatable ? "\(purpose) May be given more than once." : purpose }

  /// The first sentence without its full stop, for where there is room for no more.
  var brief: String {
    let characters = Array(purpose)
    let end = characters.indices.first { index in
      characters[index] == "\n"
        || characters[index] == "." && (index + 1 == characters.count || characters[index + 1].isWhitespace)
    }
    return String(characters[..<(end ?? characters.count)])
  }

  /// All the ways to type it: `-h` and `--help`.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Option: Hashable {
  package static func == (one: Option, other: Option) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
