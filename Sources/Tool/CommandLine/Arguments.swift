/// What was typed behind a tool's name, understood as options.
package struct Arguments: Sendable {
  package struct Occurrence: Equatable, Sendable {
    package let option: Option
    /// Nil for flags, and where a value that may be left out is left out.
    package let value: String?
  }

  /// Every option in the order typed.
  package let occurrences: [Occurrence]
  /// The words that are no options, in the order typed.
  package let operands: [String]
  private let declared: Set<Option>

  package init(parsing words: some Sequence<String>, for command: Command) throws(Failure) {
    var parser = ArgumentParser(command, words)
    (occurrences, operands) = try parser.parse()
    declared = Set(command.options)
  }

  package func contains(_ option: Option) -> Bool { !occurrences(of: option).isEmpty }

  /// The value given last, which overrules those before it.
  package func value(of option: Option) -> String? { values(of: option).last }

  package func values(of option: Option) -> [String] { occurrences(of: option).compactMap(\.value) }

  private func occurrences(of option: Option) -> [Occurrence] {
    precondition(declared.contains(option), "--\(option.name) is not declared")
    return occurrences.filter { $0.option == option }
  }
}
