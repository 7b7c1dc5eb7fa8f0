/// An option of another program that a user may try with this one, and what to type instead.
package struct Stranger: Sendable {
  /// The form of the value that the option has in its own program, such as ffmpeg, with an example. The error message
  /// says what to type instead. It repeats the typed value if that has this form, and otherwise shows the example.
  package enum Value: Sendable {
    /// A number above 0.
    case number(String)
    /// A width, alone or before a height: `640` or `640x360`.
    case width(String)
    /// A speed such as `2x` or `200%`. The advice turns a bare number into a speed.
    case speed(String)
    /// A time such as `5` or `1:30`.
    case time(String)
    /// A name without a full stop, so that a file name after a flag is not mistaken for the flag's value.
    case word(String)
    case file(String)
  }

  /// The names without their dashes.
  package let names: [String]
  private let value: Value?
  private let words: String?
  private let note: String?

  /// - Parameters:
  ///   - words: what to type for this tool, quoted for a shell, with `{}` in place of the value.
  ///   - note: a clause that follows the words in brackets, with `{}` in place of the value.
  package init(_ names: [String], _ value: Value? = nil, type words: String, _ note: String? = nil) {
    (self.names, self.value, self.words, self.note) = (names, value, words, note)
  }

  /// Creates advice about something this tool cannot do. The note names a program that can.
  package init(_ names: [String], _ value: Value, _ note: String) {
    (self.names, self.value, self.words, self.note) = (names, value, nil, note)
  }

  package init(_ names: [String], _ note: String) {
    (self.names, self.value, self.words, self.note) = (names, nil, nil, note)
  }

  /// What to type for this tool; nil if only another program can do it.
  ///
  /// - Parameter typed: the word after the option, which may be its value.
  package func words(for typed: String?) -> String? { words.map { filled($0, typed) } }

  /// The clause at the end of the message.
  package func advice(for typed: String?) -> String {
    let text = words.map { "write \($0)\(note.map { " (\($0))" } ?? "")" } ?? note ?? ""
    return filled(text, typed)
  }

  /// Replaces each `{}` in the text by the value.
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

  /// The typed word in the form that the advice repeats. Nil if it does not have this form, or needs quotes in a shell.
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
