import Testing

@testable import Values

@Suite struct XMLTextTests {
  @Test(arguments: [
    ("a<b>&\"'c", "a&lt;b&gt;&amp;&quot;&apos;c"), ("", ""), ("über", "über"),
    // For Swift, each of these accents forms one Character with the sign before it.
    ("&\u{301}<\u{301}", "&amp;\u{301}&lt;\u{301}"),
  ]) func specialCharactersAreEscaped(_ text: String, _ escaped: String) {
    #expect(Array(XMLText.escaped(text).utf8) == Array(escaped.utf8))
  }
}
