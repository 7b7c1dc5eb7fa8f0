/// The declaration of an option, which the parser, the help, the man page and the completions read. Two options are
/// equal if their names are equal, because two tools may describe the same option differently.
package struct Option: Sendable {
  /// What a shell offers as the option's value.
  package enum Completion: Equatable, Sendable {
    case none
    case file
    /// Words without blanks or quotes, because shell scripts get them unquoted.
    case words([String])

    func offers(_ word: String) -> Bool {
      if case .words(let words) = self { words.contains(word) } else { false }
    }
  }

  /// The long name, without its dashes.
  package let name: String
  package let letter: Character?
  /// The word for the value in descriptions, such as `FILE`; nil for a flag, which takes no value.
  package let placeholder: String?
  /// Whether the value may be left out. The next word is then the value only if it is one of the words of `completion`.
  package let isValueOptional: Bool
  /// Whether every use of the option adds a value. Otherwise the last use overrides the others.
  package let isRepeatable: Bool
  /// Whether the value consists of options of the command, so that an option may stand in its place.
  let holdsOptions: Bool
  package let completion: Completion
  private let purpose: String
  /// The words that the option accepts; empty if it takes other values.
  private let choices: [Word]
  /// The word marked as the default, if any.
  private let usual: String?

  /// A word that the option accepts, and its description: a clause in lower case, without a full stop.
  package struct Word: Sendable { let word, doc: String }

  package init(
    _ name: String, letter: Character? = nil, value placeholder: String? = nil, optional: Bool = false,
    repeatable: Bool = false, holdsOptions: Bool = false, completion: Completion = .none, help: String,
    choices: [Word] = [], usual: String? = nil
  ) {
    self.name = name
    self.letter = letter
    self.placeholder = placeholder
    self.isValueOptional = optional
    self.isRepeatable = repeatable
    self.holdsOptions = holdsOptions
    self.completion = completion
    self.purpose = help
    self.choices = choices
    self.usual = usual
    precondition(usual == nil || choices.contains { $0.word == usual }, "--\(name) has no '\(usual ?? "")'")
  }

  package var takesValue: Bool { placeholder != nil }

  /// The option for another tool, with another description and perhaps another default.
  package func described(as help: String, usual: String? = nil) -> Option {
    Option(
      name, letter: letter, value: placeholder, optional: isValueOptional, repeatable: isRepeatable,
      holdsOptions: holdsOptions, completion: completion, help: help, choices: choices, usual: usual)
  }

  /// The placeholder as it follows the option's name in descriptions: ` SPEC`, or `[=KIND]` if it is optional.
  var valueText: String { placeholder.map { isValueOptional ? "[=\($0)]" : " \($0)" } ?? "" }

  /// The whole description. A line feed in it starts a new line in the help and in the man page.
  var help: String {
    let text = isRepeatable ? "\(purpose) May be given more than once." : purpose
    let lines = choices.map { "\($0.word)\($0.word == usual ? " (default)" : ""): \($0.doc)" }
    return ([text] + lines).joined(separator: "\n")
  }

  /// The first sentence or line of the description, without its final full stop or colon. Shells show it beside a
  /// completion.
  var brief: String {
    let characters = Array(purpose)
    let end = characters.indices.first { index in
      if characters[index] == "\n" { return true }
      guard characters[index] == ".", index + 1 == characters.count || characters[index + 1].isWhitespace else {
        return false
      }
      // A full stop after an abbreviation with an inner full stop, such as "e.g.", does not end the sentence. After a
      // number such as 29.97 it may.
      let word = characters[..<index].reversed().prefix { !$0.isWhitespace }
      return !word.contains(".") || word.contains { $0.isNumber }
    }
    let sentence = characters[..<(end ?? characters.count)]
    return String(sentence.last == ":" ? sentence.dropLast() : sentence)
  }

  /// All ways to type the option, such as `-h` and `--help`.
  var spellings: [String] { (letter.map { ["-\($0)"] } ?? []) + ["--\(name)"] }
}

extension Option: Hashable {
  package static func == (first: Option, second: Option) -> Bool { first.name == second.name }

  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
