import Values

/// The words that follow a tool's name on the command line, parsed.
package struct Arguments: Sendable {
  package struct Occurrence: Equatable, Sendable {
    package let option: Option
    /// Nil for a flag, and for an option whose optional value was left out.
    package let value: String?

    package init(option: Option, value: String?) { (self.option, self.value) = (option, value) }
  }

  /// Every option in the order typed.
  package let occurrences: [Occurrence]
  /// The words that are neither options nor values of options, in the order typed.
  package let operands: [String]
  /// The options of the command. Asking for any other option is a mistake in the tool's code, not the user's.
  private let declared: Set<Option>

  package init(parsing words: some Sequence<String>, for command: Command) throws(Failure) {
    var parser = ArgumentParser(command, words)
    (occurrences, operands) = try parser.parse()
    declared = Set(command.options)
  }

  /// Creates the arguments that a user would have typed as these options.
  package init(_ occurrences: [Occurrence], for command: Command) {
    (self.occurrences, operands) = (occurrences, [])
    declared = Set(command.options)
  }

  /// The same options with other operands.
  package init(_ arguments: Arguments, operands: [String]) {
    (occurrences, self.operands, declared) = (arguments.occurrences, operands, arguments.declared)
  }

  /// The arguments with another option in the place of all uses of one, or at the end if there are none. If the other
  /// is nil, the option is left out.
  package func replacing(_ option: Option, by other: Occurrence?) -> Arguments {
    var rest = occurrences.filter { $0.option != option }
    if let other {
      rest.insert(other, at: occurrences.firstIndex { $0.option == option } ?? rest.count)
    }
    return Arguments(rest, operands, declared)
  }

  private init(_ occurrences: [Occurrence], _ operands: [String], _ declared: Set<Option>) {
    (self.occurrences, self.operands, self.declared) = (occurrences, operands, declared)
  }

  package func contains(_ option: Option) -> Bool { !occurrences(of: option).isEmpty }

  /// The value of the last use of the option, which overrides earlier uses.
  package func value(of option: Option) -> String? { values(of: option).last }

  package func values(of option: Option) -> [String] { occurrences(of: option).compactMap(\.value) }

  private func occurrences(of option: Option) -> [Occurrence] {
    precondition(declared.contains(option), "--\(option.name) is not declared")
    return occurrences.filter { $0.option == option }
  }
}

/// Reads GNU-style options: `--name value`, `--name=value`, `-n value`, `-nvalue`, `-ab`; `--` ends them.
///
/// As in getopt, an option that needs a value takes the next word even if it begins with a dash, so `--at -` works. An
/// option whose value is optional takes the next word only if its completion offers that word.
struct ArgumentParser {
  private let command: Command
  private var words: ArraySlice<String>
  private var occurrences: [Arguments.Occurrence] = []
  private var operands: [String] = []

  init(_ command: Command, _ words: some Sequence<String>) {
    self.command = command
    self.words = ArraySlice(words)
  }

  mutating func parse() throws(Failure) -> ([Arguments.Occurrence], operands: [String]) {
    while let word = words.popFirst(), word != "--" {
      if word.hasPrefix("--") {
        try takeName(word)
      } else if word.hasPrefix("-"), word != "-" {
        try takeLetters(word)
      } else {
        operands.append(word)
      }
    }
    operands += words
    if let word = operands.first, command.operands.isEmpty { throw unexpected(word) }
    return (occurrences, operands)
  }

  private mutating func takeName(_ word: String) throws(Failure) {
    // Splits Unicode scalars, not characters: a combining accent after `=` would form one character with it.
    let parts = word.unicodeScalars.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map {
      String($0)
    }
    let name = String(parts[0].unicodeScalars.dropFirst(2))
    guard let option = command.options.first(where: { $0.name == name }) else {
      throw unknown(parts[0] == "--" ? word : parts[0], before: parts.count == 2 ? parts[1] : words.first)
    }
    try take(option, as: parts[0], attached: parts.count == 2 ? parts[1] : nil)
  }

  /// Reads a word such as `-ab`. A letter whose option takes a value ends the word: its value is the rest of the word
  /// or, if nothing is left, the next word.
  private mutating func takeLetters(_ word: String) throws(Failure) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      guard let option = command.options.first(where: { $0.letter == letter }) else {
        throw unknown(word, before: words.first)
      }
      let rest = option.takesValue && !letters.isEmpty ? String(letters) : nil
      try take(option, as: "-\(letter)", attached: rest)
      if rest != nil { return }
    }
  }

  private mutating func take(_ option: Option, as spelling: String, attached: String?) throws(Failure) {
    var value = attached
    if let placeholder = option.placeholder {
      if value == nil, !option.isValueOptional || words.first.map(option.completion.offers) == true {
        if let next = words.first, !option.holdsOptions, isOption(next) {
          throw Failure(
            .usage, "option '\(spelling)' needs a value, and '\(next)' follows; write \(spelling) \(placeholder)")
        }
        value = words.popFirst()
      }
      guard value != nil || option.isValueOptional else {
        throw Failure(.usage, "option '\(spelling)' needs a value; write \(spelling) \(placeholder)")
      }
    } else if attached != nil {
      throw Failure(.usage, "option '\(spelling)' takes no value; write \(spelling) alone")
    }
    occurrences.append(.init(option: option, value: value))
  }

  /// Whether a word is an option of the command, spelled out. To give it as a value, write `--option=--word`.
  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && command.options.contains { word == "--\($0.name)" || word.hasPrefix("--\($0.name)=") }
  }

  /// - Parameter next: the word after the unknown option, which may be its value.
  private func unknown(_ word: String, before next: String?) -> Failure {
    let typed = String(word.drop { $0 == "-" })
    if let stranger = command.strangers.first(where: { $0.names.contains(typed) }) {
      return Failure(.usage, "\(command.name) has no option '\(word)'; \(stranger.advice(for: next))")
    }
    let hint = Spelling.nearest(to: typed, among: command.options.map(\.name)).map { "did you mean --\($0)?" }
    return Failure(.usage, "unknown option '\(word)'; \(hint ?? "see \(command.name) --help")")
  }

  private func unexpected(_ word: String) -> Failure {
    let advice: String
    if let last = occurrences.last, last.value != nil, word.contains("=") || word.contains("..") {
      advice = "put the whole value of --\(last.option.name) in quotes"
    } else if let bare = occurrences.last(where: { $0.option.isValueOptional && $0.value == nil })?.option,
      case .words(let words) = bare.completion
    {
      advice = "--\(bare.name) takes \(words.dropLast().joined(separator: ", ")) or \(words.last ?? "")"
    } else {
      advice =
        command.strayFile?.advice(for: word) ?? "\(command.name) takes only options; see \(command.name) --help"
    }
    return Failure(.usage, "unexpected argument '\(word)'; \(advice)")
  }
}
