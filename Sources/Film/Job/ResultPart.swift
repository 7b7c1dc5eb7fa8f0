import Values

/// The only part of a result that is made, in seconds of the result. The page of `--edit` shows such parts.
package struct ResultPart: Equatable, Sendable {
  /// The environment variable with which the server of the page passes the part to the `warp-film` that makes it. It is
  /// no option, because the result is meant to be read by a browser.
  package static let variable = "WARP_PART"

  package let (start, end): (Double, Double)

  /// Nil if the part is empty or begins before the result.
  package init?(from start: Double, to end: Double) {
    guard start >= 0, start < end, end < 1e9 else { return nil }
    (self.start, self.end) = (start, end)
  }

  /// Reads `FROM..TO`.
  package init?(_ text: String) {
    guard let ends = RangeSyntax.ends(of: text[...]), let start = NumberSyntax.parse(String(ends.from)),
      let end = NumberSyntax.parse(String(ends.to))
    else { return nil }
    self.init(from: start, to: end)
  }

  package var text: String { "\(NumberSyntax.print(start))..\(NumberSyntax.print(end))" }
}
