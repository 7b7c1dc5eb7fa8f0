/// Words as they are compared: without case, accents, and punctuation around them.
package enum WordSpelling {
  /// Empty for a word of punctuation alone, such as a dash.
  package static func key(_ word: some StringProtocol) -> String {
    var (key, mark): (String, String?) = ("", nil)
    for scalar in word.unicodeScalars {
      if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        if let mark, !key.isEmpty { key += mark }
        key += scalar.isASCII ? scalar.properties.lowercaseMapping : base(of: scalar)
        mark = nil
      } else {
        mark = innerMarks[scalar]
      }
    }
    return key
  }

  /// Punctuation that counts inside a word, as in "we'll" and "1.5".
  private static let innerMarks: [Unicode.Scalar: String] = ["'": "'", "’": "'", "ʼ": "'", ".": ".", ",": "."]

  /// The letter without its accent, which Unicode names as in LATIN SMALL LETTER E WITH ACUTE.
  private static func base(of scalar: Unicode.Scalar) -> String {
    let lower = scalar.properties.lowercaseMapping
    guard let name = lower.unicodeScalars.first?.properties.name, name.hasPrefix("LATIN SMALL LETTER ") else {
      return lower
    }
    let letter = name.dropFirst("LATIN SMALL LETTER ".count).prefix { $0 != " " }
    return letter.count == 1 ? letter.lowercased() : lower
  }
}
