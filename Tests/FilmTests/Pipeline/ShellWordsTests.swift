import TestSupport
import Testing

@testable import Film

@Suite struct ShellWordsTests {
  @Test(
    arguments: [
      ("-c:v libx264  -crf 20", ["-c:v", "libx264", "-crf", "20"]), ("", []), ("  \n\t", []), ("''", [""]),
      ("-metadata title='a b'", ["-metadata", "title=a b"]), (#""a 'b' c""#, ["a 'b' c"]), (#"a\ b"#, ["a b"]),
      (#""a\"b\c""#, [#"a"b\c"#]), (#"'a\'"#, [#"a\"#]), ("a'b'\"c\"d", ["abcd"]), ("'two\nlines'", ["two\nlines"]),
    ])
  func wordsAreDividedAsTheShellDoes(_ text: String, _ words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'open", "\"open", "a\\", "\"a\\\""]) func openQuotesAreNoWords(text: String) {
    #expect(ShellWords.split(text) == nil)
  }

  @Test(
    arguments: [
      ("film.mp4", "film.mp4"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"),
      ("two\nlines", #"$'two\nlines'"#), ("a\u{10FFFF}1", #"$'a\3771'"#), ("tab\t'\\\u{7}", #"$'tab\t\'\\\007'"#),
      ("ümlaut", "'ümlaut'"),
    ])
  func quotesCanBePasted(_ word: String, _ quoted: String) {
    #expect(ShellWords.quoted(word) == quoted)
  }

  /// The signs leave out control characters: they are quoted as `$'…'`, which `split` does not read.
  @Test func quotesAreUndoneBySplitting() {
    var random = SplitMix64(seed: 3)
    let signs = ["a", " ", "'", "\"", "\\", "$", "`", "ü", "-", "=", "*"]
    for _ in 0..<500 {
      let words = (0..<Int.random(in: 1...4, using: &random)).map { _ in
        (0..<Int.random(in: 0...5, using: &random)).map { _ in signs.randomElement(using: &random)! }.joined()
      }
      #expect(ShellWords.split(ShellWords.quoted(words)) == words)
      #expect(ShellWords.split(words.map(ShellWords.quotedForSh).joined(separator: " ")) == words)
    }
  }
}
