import Cues

/// Targets that read transcripts, and scripts edited from them.
extension Target {
  static let spoken = [
    Target(
      name: "transcript",
      words: [
        "\"segments\":[", "\"words\":[", "\"transcription\":[", "\"monologues\":[", "\"terms\":[", "\"result\":[",
        "\"tokens\":[", "\"offsets\":{\"from\":", "\"start\":1.5,", "\"end\":2,", "\"word\":\" a\"", "\"text\":\"b\"",
        "{", "}", "],", "start,end,text\n", "1,2,4x\n", " --> ", "00:00:01,000", "<00:00:01.500>", "<u>", "</u>",
        "WEBVTT\n\n", "[Events]\nDialogue: ", "[_BEG_]", "null",
      ],
      seeds: { transcripts.map { Array($0.utf8) } }, run: transcript),
    Target(
      name: "script", words: ["a", "b ", "the ", ". ", "\n", "\n\n", "—", "é"],
      seeds: { ["a b. a c a\n\na c a", "the cat the dog the cat sat\n\nthe cat sat", "x\n\n"].map { Array($0.utf8) } },
      run: script),
  ]

  private static let transcripts = [
    """
    {"segments": [{"start": 0, "end": 2, "text": " a b", "words": [{"word": " a", "start": 0.5, "end": 0.9}, {"word":
    " b"}]}]}
    """,
    "{\"transcription\":[{\"offsets\":{\"from\":0,\"to\":900},\"text\":\" a\",\"tokens\":[{\"text\":\" a\"}]}]}",
    "{\"result\":[{\"conf\":1,\"start\":0.1,\"end\":0.2,\"word\":\"a\"}],\"text\":\"a\"}\n{\"text\":\"\"}",
    "{\"monologues\":[{\"start\":0,\"end\":1,\"terms\":[{\"start\":0,\"end\":1,\"text\":\"a\"}]}]}",
    "1\n00:00:01,000 --> 00:00:02,000\n<u>a</u> b\n", "WEBVTT\n\n00:01.000 --> 00:02.000\na<00:00:01.500> b\n",
    "[Script Info]\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,D,,0,0,0,,{\\i1}a\\Nb\n",
    "start\tend\ttext\n0\t1000\ta\n", "Start,End,Speed\n1,2,cut\n",
  ]

  @Sendable private static func transcript(_ bytes: [UInt8]) throws {
    guard let format = SpokenFormat.of(bytes) else { return }
    let transcript = try format.transcript(bytes)
    let words = transcript.words
    expect(zip(words, words.dropFirst()).allSatisfy { $0.start <= $1.start }, "words begin in order")
    expect(words.allSatisfy { $0.start >= 0 && $0.start <= $0.end && $0.end.isFinite }, "words have a length")
    expect(words.allSatisfy { !$0.text.contains(where: \.isWhitespace) }, "words have no blanks")
    expect(transcript.segments.allSatisfy { 0 <= $0.start && $0.start <= $0.end }, "segments have a length")
    let script = transcript.lines().joined(separator: "\n")
    if words.contains(where: { !WordSpelling.key($0.text).isEmpty }) {
      expect(try !ScriptAlignment.removed(from: words, by: script).contains(true), "a whole script removes nothing")
    }
  }

  /// The input is a list of spoken words up to the first blank line, and a script after it.
  @Sendable private static func script(_ bytes: [UInt8]) throws {
    let text = String(decoding: bytes, as: UTF8.self)
    let parts = text.split(separator: "\n\n", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2 else { return }
    let words = parts[0].split(whereSeparator: \.isWhitespace).enumerated().map {
      Transcript.Word(start: Double($0.offset), end: Double($0.offset) + 0.5, text: String($0.element))
    }
    let removed = try ScriptAlignment.removed(from: words, by: String(parts[1]))
    func keys(_ words: [String]) -> [String] { words.map { WordSpelling.key($0) }.filter { !$0.isEmpty } }
    let kept = zip(words, removed).filter { !$1 }.map(\.0.text)
    let written = parts[1].split(whereSeparator: \.isWhitespace).map(String.init)
    expect(keys(kept) == keys(written), "what is kept is the script")
    let cuts = WordCuts.parts(of: words, without: removed, margin: 0.1)
    for (word, isGone) in zip(words, removed) where !isGone {
      expect(!cuts.contains { $0.start < word.end && $0.end > word.start }, "no cut lies in a kept word")
    }
  }
}
