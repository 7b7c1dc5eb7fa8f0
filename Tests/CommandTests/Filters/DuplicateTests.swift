import TestSupport
import Testing

/// Tests `--dedup` on the command line.
@Suite struct DuplicateTests {
  private func lines(_ words: String...) throws -> [String] {
    let result = try Shell.run(script: "DuplicateTests", words)
    #expect(result.status == 0, "\(words): \(result.errors)")
    return result.output.split(separator: "\n").map(String.init)
  }

  /// --dedup must also recognize duplicate frames that lossy encoding changed slightly.
  @Test(arguments: ["--mix motion", "--mix blend"])
  func dedupGivesTheFilmWithoutDuplicates(how: String) throws {
    #expect(try lines("as_if_they_were_not_there", how) == ["clean 180", "even", "uneven"], "\(how)")
  }

  @Test(
    arguments: Campaign.share(
      of: [
        "--reverse --constant 2", "--play 0..2 --play 2..0.3@0.5x --play 1..2@0.7x",
        "--trim 1.04..1.9 --constant 5 --freeze 1.5=0.2",
      ]))
  func everyWayOfReadingGivesTheSameFrames(map: String) throws {
    #expect(try lines("however_they_come", map) == ["same"], "\(map)")
  }

  @Test func piecesJoinToTheWholeResult() throws {
    #expect(try lines("pieces_join_to_the_whole_result") == ["151", "61"])
  }

  @Test func aTruncatedInputKeepsItsWholeFrames() throws {
    #expect(try lines("an_input_that_is_cut") == ["4", "same"])
  }
}
