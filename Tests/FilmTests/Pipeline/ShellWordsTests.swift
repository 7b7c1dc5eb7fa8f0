import Foundation
import Streams
import TestSupport
import Testing

@testable import Film

@Suite struct ShellWordsTests {
  @Test(
    arguments: [
      ("-c:v libx264  -crf 20", ["-c:v", "libx264", "-crf", "20"]), ("", []), ("  \n\t", []), ("''", [""]),
      ("-metadata title='a b'", ["-metadata", "title=a b"]), (#""a 'b' c""#, ["a 'b' c"]), (#"a\ b"#, ["a b"]),
      (#""a\"b\c""#, [#"a"b\c"#]), (#"'a\'"#, [#"a\"#]), ("a'b'\"c\"d", ["abcd"]), ("'two\nlines'", ["two\nlines"]),
      // Other spaces, such as a narrow one of a French text, do not divide words.
      ("a\u{202F}b\u{A0}c", ["a\u{202F}b\u{A0}c"]),
    ])
  func wordsAreSplitAsInAShell(_ text: String, _ words: [String]) {
    #expect(ShellWords.split(text) == words)
  }

  @Test(arguments: ["'open", "\"open", "a\\", "\"a\\\""]) func unclosedQuotesAreRefused(text: String) {
    #expect(ShellWords.split(text) == nil)
  }

  @Test(
    arguments: [
      ("film.mp4", "film.mp4"), ("", "''"), ("a b", "'a b'"), ("it's", #"'it'\''s'"#), ("$HOME", "'$HOME'"),
      ("two\nlines", #"$'two\nlines'"#), ("a\u{10FFFF}1", #"$'a\3771'"#), ("tab\t'\\\u{7}", #"$'tab\t\'\\\007'"#),
      ("ümlaut", "'ümlaut'"), ("a\u{7F}", #"$'a\177'"#),
    ])
  func wordsAreQuotedForBash(_ word: String, _ quoted: String) {
    #expect(ShellWords.quotedForBash(word) == quoted)
  }

  /// Characters special to shells, and some that form one Swift Character with the one before them.
  private static let signs = [
    "a", " ", "'", "\"", "\\", "$", "`", "ü", "-", "=", "*", ";", "\u{301}", "\u{200D}", "\u{FE0F}",
  ]

  private static func words(_ count: Int, of signs: [String], seed: UInt64) -> [String] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in
      (0..<Int.random(in: 0...5, using: &random)).map { _ in signs.randomElement(using: &random)! }.joined()
    }
  }

  /// `signs` has no control characters: they are quoted as `$'…'`, which `split` does not read.
  @Test func splittingUndoesQuoting() {
    let words = Self.words(1500, of: Self.signs, seed: 3)
    func scalars(_ words: [String]?) -> [[Unicode.Scalar]]? { words?.map { Array($0.unicodeScalars) } }
    #expect(scalars(ShellWords.split(ShellWords.quotedForBash(words))) == scalars(words))
    #expect(scalars(ShellWords.split(ShellWords.quotedForSh(words))) == scalars(words))
  }

  /// Compares with the output of the shells, byte for byte.
  @Test(arguments: ["sh", "bash"]) func shellsReadQuotedWordsUnchanged(shell: String) throws {
    let words = Self.words(1500, of: Self.signs + ["\n", "\t", "\u{7F}"], seed: 4)
    let quoted = shell == "sh" ? ShellWords.quotedForSh(words) : ShellWords.quotedForBash(words)
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [shell, "-c", "printf '%s\\0' \(quoted)"]
    process.standardOutput = output
    try process.run()
    let printed = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(Array(printed) == words.flatMap { Array($0.utf8) + [0] })
  }
}
