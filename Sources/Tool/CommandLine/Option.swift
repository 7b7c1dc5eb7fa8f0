/// One option of a tool, declared once: the parser, the help, the man page and the completions all read this.
package struct Option: Sendable {
  /// What a shell can offer for the option's value.
  package enum Completion: Equatable, Sendable {
    case none
    case file
    /// Plain words, without blanks or quotes.
    case words([String])

    func offers(_ word: String) -> Bool {
      if case .words(let words) = self { words.contains(word) } else { false }
    }
  }

  /// The long name, without its dashes; an option is known by it.
  package let name: String
  package let letter: Character?
  /// What stands for the value where the option is described; nil for a flag, which takes none.
  package let placeholder: String?
  /// Whether the value may be left out; then it is one of the completion's words, by which it is told from an operand.
  package let isValueOptional: Bool
  /// Whether giving the option again adds to what was given before; otherwise the last one wins.
  package let isRepeatable: Bool
  package let completion: Completion
  private let purpose: String
  /// The words it takes and what they mean, where they are few.
  private let choices: String

  package init(
    _ name: String, letter: Character? = nil, value placeholder: String? = nil, optional: Bool = false,
    repeatable: Bool = false, completion: Completion = .none, help: String, choices: String = ""
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.isValueOptional = optional
    self.isRepeatable = repeatable
    self.completion = completion
    self.purpose = help
    self.choices = choices
  }

  package var takesValue: Bool { placeholder != nil }

  /// The same option of another tool, where it is said in other words.
  package func described(as help: String, choices: String = "") -> Option {
    Option(
      name, letter: letter, value: placeholder, optional: isValueOptional, repeatable: isRepeatable,
      completion: completion, help: help, choices: choices)
  }

  /// What is written behind the option where it is described, its blank or equals sign included: ` SPEC`, `[=KIND]`.
  var valueText: String { placeholder.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "" }

  /// The whole description. A line feed in it starts a new line wherever it is shown.
  var help: String {
    let text = choices.isEmpty ? purpose : "\(purpose) \(choices)"
    return isRepeatable ? "\(text) May be given more than once." : text
  }

  /// The first sentence without its full stop or colon, for where there is room for no more.
  var brief: String {
    let characters = Array(purpose)
    let end = characters.indices.first { index in
      characters[index] == "\n"
        || characters[index] == "." && (index + 1 == characters.count || characters[index + 1].isWhitespace)
    }
    let sentence = characters[..<(end ?? characters.count)]
    return String(sentence.last == ":" ? sentence.dropLast() : sentence)
  }

  /// All the ways to type it: `-h` and `--help`.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Option: Hashable {
  package static func == (one: Option, other: Option) -> Bool { one.name == other.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
