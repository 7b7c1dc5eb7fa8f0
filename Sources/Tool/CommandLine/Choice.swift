/// One of the words an option takes: its meaning to the tool, and its description in the help.
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

/// What an option takes besides its words: a text of any kind, told from them by how it begins.
package struct OpenChoice<Meaning: Sendable>: Sendable {
  package let prefix: String
  /// The word that stands for the rest in descriptions.
  package let placeholder: String
  /// A clause in lower case, without a full stop.
  package let doc: String
  /// What the rest means.
  package let meaning: @Sendable (String) -> Meaning

  package init(
    _ prefix: String, value placeholder: String, _ doc: String, meaning: @escaping @Sendable (String) -> Meaning
  ) {
    (self.prefix, self.placeholder, self.doc, self.meaning) = (prefix, placeholder, doc, meaning)
  }

  fileprivate var word: String { prefix + placeholder }
}

/// An option that takes one of a few words. The words are declared here once: the help, the man page, the completions
/// and the parser take them from here.
package struct ChoiceOption<Meaning: Sendable>: Sendable {
  package let option: Option
  private let choices: [Choice<Meaning>]
  private let open: OpenChoice<Meaning>?
  /// What the words are called in a refusal: `frame choice`.
  private let noun: String

  /// - Parameters:
  ///   - noun: what the words are called in a refusal, as in "'x' is not a kind of plot".
  ///   - help: what is chosen, as a sentence that ends in a colon; the list of choices follows it, one to a line.
  ///   - open: what it takes besides the words.
  ///   - usual: the word marked as the default in that list, if one is. The tool itself applies the default.
  package init(
    _ name: String, value placeholder: String, naming noun: String, optional: Bool = false, help: String,
    usual: String? = nil, _ choices: [Choice<Meaning>], open: OpenChoice<Meaning>? = nil
  ) {
    self.choices = choices
    self.open = open
    self.noun = noun
    option = Self.option(
      Option(name, value: placeholder, optional: optional, completion: .words(choices.map(\.word)), help: ""), help,
      usual, choices, open)
  }

  /// The same option for another tool, with another description and perhaps another default.
  package func described(as help: String, usual: String? = nil) -> Option {
    Self.option(option, help, usual, choices, open)
  }

  private static func option(
    _ bare: Option, _ help: String, _ usual: String?, _ choices: [Choice<Meaning>], _ open: OpenChoice<Meaning>?
  ) -> Option {
    precondition(usual == nil || choices.contains { $0.word == usual }, "--\(bare.name) has no '\(usual ?? "")'")
    let words = choices.map { "\($0.word)\($0.word == usual ? " (default)" : ""): \($0.doc)" }
    let list = words + (open.map { ["\($0.word): \($0.doc)"] } ?? [])
    return bare.described(as: help, choices: list.joined(separator: "\n"))
  }

  /// The meaning of the chosen word; nil where the option is not given.
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
