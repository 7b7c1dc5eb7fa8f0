import TestSupport
import Testing

@testable import Cues

@Suite struct ScriptTests {
  /// Words of 0.3 s with pauses of 0.2 s.
  private func words(_ text: String) -> [Transcript.Word] {
    text.split(separator: " ").enumerated().map { index, word in
      Transcript.Word(start: Double(index) / 2, end: Double(index) / 2 + 0.3, text: String(word))
    }
  }

  private func kept(_ text: String, _ script: String) throws -> String {
    let words = words(text)
    let removed = try ScriptAlignment.removed(from: words, by: script)
    return zip(words, removed).map { $1 ? "-" : $0.text }.joined(separator: " ")
  }

  @Test(arguments: [
    ("a b c d", "a d", "a - - d"), ("a b c d", "A, b!\nc\nD.", "a b c d"),
    ("Well, um, yes.", "well yes", "Well, - yes."),
    // The fewest cuts, then cuts between sentences.
    ("the cat. the dog and the cat sat", "the cat sat", "- - - - - the cat sat"),
    ("and so we go. now we go home. and we all go home", "and we all go home", "- - - - - - - - and we all go home"),
    ("One two. One three.", "one three", "- - One three."), ("It was. It was red.", "it was red", "- - It was red."),
    // Punctuation goes with the word before it.
    ("yes — no ♪ ♪", "no", "- - no ♪ ♪"), ("yes — no ♪", "yes", "yes — - -"),
  ])
  func wordsThatAreLeftOutAreFound(_ text: String, _ script: String, _ due: String) throws {
    #expect(try kept(text, script) == due)
  }

  @Test(arguments: [
    ("a b c d", "a x d", "'x' stands where 'b' is said (line:1); leave words out, and change or move none"),
    ("a b c d", "a b\nc d e", "'e' stands where nothing more is said (line:2)"),
    ("Go there. Go home.", "Go their.\nGo home.", "'their.' stands where 'there.' is said (line:1)"),
    ("a b c d e f", "a b d c e f", "'d' stands where 'c' is said (line:1)"),
  ])
  func changedWordsAreRefused(_ text: String, _ script: String, _ problem: String) {
    #expect(complaint { try kept(text, script) }.hasPrefix(problem), "\(complaint { try kept(text, script) })")
  }

  private func complaint(_ body: () throws -> String) -> String {
    do { return try body() } catch { return "\(error)" }
  }

  /// A moved sentence is found where it stands, also in a long script.
  @Test func aMovedSentenceIsRefusedAtItsLine() {
    let sentences = (0..<300).map { "This is sentence number n\($0) of the talk." }
    var script = sentences
    script.swapAt(100, 200)
    let problem = complaint { try kept(sentences.joined(separator: " "), script.joined(separator: "\n")) }
    #expect(problem.hasPrefix("'n200' stands where 'n100' is said (line:101)"), "\(problem)")
  }

  /// The bar of a long transcript: exactly the deleted words go, and no kept word loses anything.
  @Test func fiveHundredDeletionsAreExact() throws {
    var random = SplitMix64(seed: 5)
    // As in speech, some words are frequent.
    let text = (0..<10_000).map { _ in
      "w\(min(Int.random(in: 0..<2000, using: &random), Int.random(in: 0..<2000, using: &random)))"
    }
    var gone = Set<Int>()
    while gone.count < 500 {
      // Of two equal neighbours, nobody knows which one is deleted.
      let index = Int.random(in: 1..<text.count - 1, using: &random)
      if text[index - 1] != text[index], text[index + 1] != text[index] { gone.insert(index) }
    }
    let words = words(text.joined(separator: " "))
    let script = text.indices.filter { !gone.contains($0) }.map { text[$0] }.joined(separator: " ")
    let removed = try ScriptAlignment.removed(from: words, by: script)
    #expect(words.indices.filter { removed[$0] }.map { text[$0] } == gone.sorted().map { text[$0] })
    #expect(words.indices.filter { removed[$0] != gone.contains($0) }.isEmpty)
    let cuts = WordCuts.parts(of: words, without: removed, margin: 0.05)
    for (word, isGone) in zip(words, removed) {
      let inside = cuts.contains { $0.start < word.end - 1e-9 && $0.end > word.start + 1e-9 }
      #expect(inside == isGone)
    }
  }

  @Test func cutsLieInThePausesBesideKeptWords() {
    let words = words("a b c d")
    func cuts(_ removed: [Bool], _ margin: Double = 0.05) -> [[Double]] {
      WordCuts.parts(of: words, without: removed, margin: margin).map { [$0.start, $0.end] }
    }
    #expect(cuts([false, true, false, false]) == [[0.35, 0.95]])
    #expect(cuts([false, true, true, false], 0) == [[0.3, 1.5]])
    // A margin wider than the pause keeps the pause.
    #expect(cuts([false, true, false, false], 9) == [[0.5, 0.8]])
    // The film before the first word and after the last one stays.
    #expect(cuts([true, false, false, true]) == [[0, 0.45], [1.35, 1.8]])
    #expect(cuts([false, false, false, false]).isEmpty && cuts([true, true, true, true]) == [[0, 1.8]])
    let overlapping = [
      Transcript.Word(start: 0, end: 2, text: "long"), Transcript.Word(start: 1, end: 1.5, text: "um"),
      Transcript.Word(start: 3, end: 4, text: "end"),
    ]
    #expect(
      WordCuts.parts(of: overlapping, without: [false, true, false], margin: 0).map { [$0.start, $0.end] } == [[2, 3]])
  }

  @Test func apostrophesBelongToWords() {
    let found = WordCuts.removed(from: words("Well, we'll see 1.5 or 15"), saying: ["well", "15"])
    #expect(found.removed == [true, false, false, false, false, true] && found.unsaid.isEmpty)
  }

  @Test func anEmptyScriptIsRefused() {
    #expect(complaint { try kept("a b", " \n") }.hasPrefix("the script says nothing"))
  }

  @Test func phrasesAreFoundWhereverTheyAreSaid() {
    let words = words("Um, you know, — you never know, um")
    let found = WordCuts.removed(from: words, saying: ["UM", "you know", "zebra", " "])
    #expect(found.removed == [true, true, true, false, false, false, false, true])
    #expect(found.unsaid == ["zebra", " "])
  }
}
