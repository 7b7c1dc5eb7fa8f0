/// Text → XML with its special characters escaped, for elements and attributes alike.
package enum XMLText {
  package static func escaped(_ text: String) -> String {
    // By scalars: to Swift a less-than sign and an accent behind it are one Character.
    text.unicodeScalars.reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]
}
