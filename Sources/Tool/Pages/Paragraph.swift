/// Text set into lines of a given width.
enum Paragraph {
  /// Breaks at blanks and keeps the line breaks that are there; a word wider than the line stands alone.
  static func lines(of text: String, width: Int) -> [String] {
    text.split(separator: "\n").flatMap { fill($0, width: width) }
  }

  private static func fill(_ text: Substring, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ") {
      if !line.isEmpty, line.count + 1 + word.count > width {
        lines.append(line)
        line = ""
      }
      line += line.isEmpty ? String(word) : " \(word)"
    }
    return lines + [line]
  }
}
