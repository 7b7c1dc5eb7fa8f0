/// What was meant by a text that is no range.
extension RangeSyntax {
  /// The advice to write two dots for the dash, the comma or the colon between two times; nil if the text has none.
  static func corrected(_ text: String) -> String? {
    for mark in ["-", ",", "…", "–", ":"] as [Character] {
      let sides = text.split(separator: mark, omittingEmptySubsequences: false)
      if sides.count == 2, sides.allSatisfy({ (try? TimeSyntax.seconds($0)) != nil }) {
        return "write \(sides[0])..\(sides[1])"
      }
    }
    return nil
  }
}
