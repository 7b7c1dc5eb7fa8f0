/// An option of another program that someone may try with this one, and what to type in its place.
package struct Stranger: Sendable {
  /// What the option's value looks like in the other program, each with an example. If the value that was typed looks
  /// like that, the advice repeats it; otherwise the advice has the example.
  package enum Value: Sendable {
    /// A number above 0.
    case number(String)
    /// A width, which may stand before the height: `640` or `640x360`.
    case width(String)
    /// A speed such as `2x` or `200%`. A bare number becomes a speed.
    case speed(String)
    /// A time such as `5` or `1:30`.
    case time(String)
    /// A name without a full stop, so that a file beside a flag is not taken for its value.
    case word(String)
    case file(String)
  }

  /// The names without their dashes.
  package let names: [String]
  private let value: Value?
  private let words: String?
  private let note: String?

  /// - Parameters:
  ///   - words: what to type for this tool, quoted for a shell. `{}` stands for the value.
  ///   - note: what else there is to say, as a clause; it follows the words in brackets. `{}` stands for the value.
  package init(_ names: [String], _ value: Value? = nil, type words: String, _ note: String? = nil) {
    (self.names, self.value, self.words, self.note) = (names, value, words, note)
  }

  /// For what this tool cannot do: the note says who can.
  package init(_ names: [String], _ value: Value, _ note: String) {
    (self.names, self.value, self.words, self.note) = (names, value, nil, note)
  }

  package init(_ names: [String], _ note: String) {
    (self.names, self.value, self.words, self.note) = (names, nil, nil, note)
  }

  /// What to type for this tool; nil where another program has to be used.
  ///
  /// - Parameter typed: the word that may be the value.
  package func words(for typed: String?) -> String? { words.map { filled($0, typed) } }

  /// The clause that ends the message.
  package func advice(for typed: String?) -> String {
    let text = words.map { "write \($0)\(note.map { " (\($0))" } ?? "")" } ?? note ?? ""
    return filled(text, typed)
  }

  /// The text with the value for `{}`.
  private func filled(_ text: String, _ typed: String?) -> String {
    guard let value else { return text }
    let word = typed.flatMap(value.reading) ?? value.example
    var filled = ""
    var rest = Substring(text)
    while let mark = rest.firstIndex(of: "{") {
      filled += rest[..<mark] + word
      rest = rest[mark...].dropFirst(2)
    }
    return filled + rest
  }
}

extension Stranger.Value {
  fileprivate var example: String {
    switch self {
    case .number(let text), .width(let text), .speed(let text), .time(let text), .word(let text), .file(let text): text
    }
  }

  /// The typed word as the advice repeats it; nil if it is no such value, or if a shell would need quotes for it.
  fileprivate func reading(_ word: String) -> String? {
    switch self {
    case .number: return Self.isNumber(word) ? word : nil
    case .width:
      let width = word.prefix { $0 != "x" && $0 != ":" }
      return !width.isEmpty && width.allSatisfy { $0.isASCII && $0.isNumber } ? String(width) : nil
    case .speed:
      if Self.isNumber(word) { return "\(word)x" }
      return word.hasSuffix("x") || word.hasSuffix("%") ? Self.isNumber(String(word.dropLast())) ? word : nil : nil
    case .time: return word.first?.isNumber == true && Self.consists(word, of: "0123456789.:ms") ? word : nil
    case .word: return Self.consists(word, of: Self.letters + "-_:") ? word : nil
    case .file: return word.hasPrefix("-") || !Self.consists(word, of: Self.letters + "-_.,/+:@%") ? nil : word
    }
  }

  private static func isNumber(_ word: String) -> Bool {
    consists(word, of: "0123456789.") && Double(word).map { $0 > 0 } == true
  }

  private static func consists(_ word: String, of characters: String) -> Bool {
    !word.isEmpty && word.allSatisfy(characters.contains)
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
}
