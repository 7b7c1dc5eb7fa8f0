/// Escapes the special characters of XML in a text, for elements and attributes.
package enum XMLText {
  package static func escaped(_ text: String) -> String {
    // By Unicode scalars: for Swift, a less-than sign and a following combining accent are one Character.
    text.unicodeScalars.reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }

  private static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]
}
