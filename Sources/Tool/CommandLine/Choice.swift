/// One of the words that an option accepts, with its meaning and its description in the help.
package struct Choice<Meaning: Sendable>: Sendable {
  package let word: String
  package let meaning: Meaning
  /// A clause in lower case, without a full stop.
  package let doc: String

  package init(_ word: String, _ meaning: Meaning, _ doc: String) {
    self.word = word
    self.meaning = meaning
    self.doc = doc
  }
}

/// A kind of value that an option accepts besides its fixed words. It is recognised by its prefix.
package struct OpenChoice<Meaning: Sendable>: Sendable {
  package let prefix: String
  /// The placeholder in descriptions for the text after the prefix.
  package let placeholder: String
  /// A clause in lower case, without a full stop.
  package let doc: String
  /// Converts the text after the prefix to its meaning.
  package let meaning: @Sendable (String) -> Meaning

  package init(
    _ prefix: String, value placeholder: String, _ doc: String, meaning: @escaping @Sendable (String) -> Meaning
  ) {
    (self.prefix, self.placeholder, self.doc, self.meaning) = (prefix, placeholder, doc, meaning)
  }

  fileprivate var word: String { prefix + placeholder }
}

/// An option that accepts one of a few words. The parser, the help, the man page and the completions all read the words
/// from here.
package struct ChoiceOption<Meaning: Sendable>: Sendable {
  package let option: Option
  private let choices: [Choice<Meaning>]
  private let open: OpenChoice<Meaning>?
  /// What an error message calls the words, such as `frame choice`.
  private let noun: String

  /// - Parameters:
  ///   - noun: what an error message calls the words, as in "'x' is not a kind of plot".
  ///   - help: a sentence that says what is chosen and ends in a colon. The list of choices follows it, one on a line.
  ///   - open: the other kind of value that the option accepts.
  ///   - usual: the word marked as the default in that list, if any. The tool itself applies the default.
  package init(
    _ name: String, value placeholder: String, naming noun: String, optional: Bool = false, help: String,
    usual: String? = nil, _ choices: [Choice<Meaning>], open: OpenChoice<Meaning>? = nil
  ) {
    self.choices = choices
    self.open = open
    self.noun = noun
    // Every start runs this. `choices.map` takes ten times as long, since the runtime looks up its generic types.
    let words = choices.indices.map { Option.Word(word: choices[$0].word, doc: choices[$0].doc) }
    let others = if let open { [Option.Word(word: open.word, doc: open.doc)] } else { [Option.Word]() }
    option = Option(
      name, value: placeholder, optional: optional, completion: .words(words.map(\.word)), help: help,
      choices: words + others, usual: usual)
  }

  /// Returns the meaning of the chosen word, or nil if the option is not given.
  package func choice(_ arguments: Arguments) throws(Failure) -> Meaning? {
    guard let word = arguments.value(of: option) else { return nil }
    return try meaning(of: word)
  }

  package func meaning(of word: String) throws(Failure) -> Meaning {
    if let choice = choices.first(where: { $0.word == word }) { return choice.meaning }
    if let open, word.hasPrefix(open.prefix) { return open.meaning(String(word.dropFirst(open.prefix.count))) }
    let words = choices.map(\.word) + (open.map { [$0.word] } ?? [])
    let all = words.dropLast().joined(separator: ", ") + " or \(words.last ?? "")"
    throw Failure(.usage, "'\(word)' is not a \(noun) (--\(option.name)); write \(all)")
  }
}
