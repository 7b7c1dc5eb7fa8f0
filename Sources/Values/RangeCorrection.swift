/// Suggestions for a text that is not a range.
extension RangeSyntax {
  /// Suggests two dots in place of the dash, comma or colon between two times; nil if the text has another form.
  package static func corrected(_ text: String) -> String? {
    for mark in ["-", ",", "…", "–", ":"] as [Character] {
      let sides = text.split(separator: mark, omittingEmptySubsequences: false)
      if sides.count == 2, sides.allSatisfy({ (try? TimeSyntax.seconds($0)) != nil }) {
        return "write \(sides[0])..\(sides[1])"
      }
    }
    return nil
  }
}
