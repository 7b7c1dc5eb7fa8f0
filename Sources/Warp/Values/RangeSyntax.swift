/// `FROM..TO`, cut at its first two points.
enum RangeSyntax {
  static func ends(of text: Substring) -> (from: Substring, to: Substring)? {
    var index = text.startIndex
    while index < text.endIndex {
      let next = text.index(after: index)
      if text[index] == ".", next < text.endIndex, text[next] == "." {
        return (text[..<index], text[text.index(after: next)...])
      }
      index = next
    }
    return nil
  }
}
