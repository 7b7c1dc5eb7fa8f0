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

/// An option that takes one of a few words. The words are declared here once: the help, the man page, the completions
/// and the parser take them from here.
package struct ChoiceOption<Meaning: Sendable>: Sendable {
  package let option: Option
  private let choices: [Choice<Meaning>]
  /// What the words are called in a refusal: `frame choice`.
  private let noun: String

  /// - Parameters:
  ///   - noun: what the words are called in a refusal, as in "'x' is no kind of plot".
  ///   - help: what is chosen, as a sentence that ends in a colon; the list of choices follows it.
  ///   - usual: the word marked as the default in that list, if one is. The tool itself applies the default.
  package init(
    _ name: String, value placeholder: String, naming noun: String, optional: Bool = false, help: String,
    usual: String? = nil, _ choices: [Choice<Meaning>]
  ) {
    self.choices = choices
    self.noun = noun
    option = Self.option(
      Option(name, value: placeholder, optional: optional, completion: .words(choices.map(\.word)), help: ""), help,
      usual,
      choices)
  }

  /// The same option for another tool, with another description and perhaps another default.
  package func described(as help: String, usual: String? = nil) -> Option { Self.option(option, help, usual, choices) }

  private static func option(
    _ bare: Option, _ help: String, _ usual: String?, _ choices: [Choice<Meaning>]
  ) -> Option {
    precondition(usual == nil || choices.contains { $0.word == usual }, "--\(bare.name) has no '\(usual ?? "")'")
    let list = choices.map { "\($0.word)\($0.word == usual ? " (default)" : ""), \($0.doc)" }
    return bare.described(as: help, choices: "\(list.joined(separator: "; ")).")
  }

  /// The meaning of the chosen word; nil where the option is not given.
  package func choice(_ arguments: Arguments) throws(Failure) -> Meaning? {
    guard let word = arguments.value(of: option) else { return nil }
    return try meaning(of: word)
  }

  package func meaning(of word: String) throws(Failure) -> Meaning {
    if let choice = choices.first(where: { $0.word == word }) { return choice.meaning }
    let words = choices.map(\.word)
    let all = words.dropLast().joined(separator: ", ") + " and \(words.last ?? "")"
    throw Failure(.usage, "'\(word)' is no \(noun) (--\(option.name)); there are \(all)")
  }
}
