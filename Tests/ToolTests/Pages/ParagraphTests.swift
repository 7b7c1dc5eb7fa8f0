import Testing

@testable import Tool

@Suite struct ParagraphTests {
  @Test(arguments: [
    ("", 10, []),
    ("one", 10, ["one"]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]),
    ("one  two", 7, ["one two"]),
    ("a immeasurable b", 5, ["a", "immeasurable", "b"]),
    ("one two\nthree", 20, ["one two", "three"]),
    ("…… ……", 5, ["…… ……"]),
  ]) func breaksAtBlanks(text: String, width: Int, lines: [String]) {
    #expect(Paragraph.lines(of: text, width: width) == lines)
  }
}
