/// Text → what stands for it in XML, inside elements and attributes alike.
enum XMLText {
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }

  private static let entities: [Character: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
  ]
}
