import TestSupport
import Testing

/// Films edited by lists of parts, subtitles, words and scripts. Picture, sound, subtitles and chapters follow.
@Suite struct SpokenEditTests {
  private func edited(_ words: String...) throws -> Shell.Result {
    try Shell.run(script: "SpokenEditTests", ["edited"] + words)
  }

  /// The messages, without those about subtitles in the parts that are gone and about repeated frames.
  private func others(_ result: Shell.Result) -> String {
    result.errors.split(separator: "\n").filter { !$0.contains("dropped: the map shows") && !$0.contains("repeat") }
      .joined(separator: "\n")
  }

  @Test(arguments: [
    (
      ["--keep", "kept.srt"], "1:25 4:25 5:25 ", "3.00",
      "second 1 second 4 second 5 0.000000,1.000000 1.000000,3.000000 "
    ),
    (
      ["--keep", "kept.srt", "--cut", "5..", "--reverse"], "4:25 1:25 ", "2.00", "second 4 second 1 0.000000,1.000000 1"
    ),
    (
      ["--cut", "1..3"], "0:25 3:25 4:25 5:25 ", "4.00",
      "second 0 second 3 second 4 second 5 0.000000,1.000000 1.000000,4.000000 "
    ),
    (["--cut", "1..3", "--speed", "0.5x"], "0:50 3:50 4:50 5:50 ", "8.00", "second 0 second 3 second 4 second 5 "),
  ])
  func partsAreKeptOrCut(_ words: [String], _ frames: String, _ length: String, _ texts: String) throws {
    let result = try Shell.run(script: "SpokenEditTests", ["edited"] + words)
    let lines = result.output.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(others(result) == "" && lines.count > 2 && lines[0] == frames && lines[1] == length, "\(result)")
    #expect(lines[2].hasPrefix(texts), "\(result)")
  }

  /// From the end of b1 to the start of a3, and from that of a4 to that of b4, with 0.05 s on either side.
  @Test func aScriptCutsWhatItNoLongerSays() throws {
    let result = try edited("--words", "words.json", "--script", "edited.txt", "--settle", "no")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(others(result) == "" && lines.count == 3, "\(result)")
    // 1.1 s of 6 s from 1.95 s to 3.05 s, and 0.6 s from 3.95 s to 4.55 s.
    #expect(lines[1] == "4.30", "\(result)")
    #expect(lines[2].hasPrefix("second 0 second 1 second 3 second 4 second 5 "), "\(result)")
  }

  @Test func aWholeScriptCutsNothing() throws {
    let result = try edited("--words", "words.json", "--script", "same.txt")
    #expect(result.output.hasPrefix("0:25 1:25 2:25 3:25 4:25 5:25 \n6.00\n") && result.errors == "", "\(result)")
  }

  @Test func wordsAreCutWhereverTheyAreSaid() throws {
    let result = try edited("--words", "words.json", "--cut-words", "a1 b1,B5,never", "--settle", "no")
    let lines = result.output.split(separator: "\n").map(String.init)
    #expect(others(result) == "warp-film: 'never' is not said (--cut-words)", "\(result)")
    // 1.1 s, and b5 without the pause before it, up to its end.
    #expect(lines.count == 3 && lines[1] == "4.45", "\(result)")
  }
}
