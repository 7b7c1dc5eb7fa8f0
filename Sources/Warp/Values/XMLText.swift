/// Text → XML with its special characters escaped, for elements and attributes alike.
package enum XMLText {
  package static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }

  private static let entities: [Character: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]
}
