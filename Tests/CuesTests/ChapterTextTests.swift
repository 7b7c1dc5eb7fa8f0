import Testing
import Warp

@testable import Cues

@Suite struct ChapterTextTests {
  private static let text = """
    ;FFMETADATA1
    title=A film
    [STREAM]
    title=x
    [CHAPTER]
    TIMEBASE=1/1000
    # a comment
    START=0
    END=2000
    title=One \\
    START=5
    [CHAPTER]
    TIMEBASE=1/90000
    START=180000
    END=540000
    title=Two

    """

  @Test func chaptersKeepTheirTimebase() throws {
    let expected = Self.text.replacing("END=2000", with: "END=4000").replacing("START=180000", with: "START=360000")
      .replacing("END=540000", with: "END=1080000")
    #expect(try retimed(Self.text, .ffmetadata, Maps.double) == expected)
    #expect(try retimed(Self.text, .ffmetadata, Maps.identity) == Self.text)
  }

  /// Timebases coarser than a millisecond become finer if the times require it.
  @Test func coarseTimebasesBecomeFinerWhereNeeded() throws {
    let text = ";FFMETADATA1\n[CHAPTER]\nSTART=3\nTIMEBASE=2/1\nEND=4\ntitle=One\n"
    let triple = try Maps.map("0 0\n8 24\n")
    #expect(
      try retimed(text, .ffmetadata, triple)
        == text.replacing("START=3", with: "START=9").replacing("END=4", with: "END=12"))
    let odd = try Maps.map("0 0\n8 10\n")
    #expect(
      try retimed(text, .ffmetadata, odd)
        == text.replacing("START=3", with: "START=7500000").replacing("2/1", with: "1/1000000")
        .replacing("END=4", with: "END=10000000"))
  }

  /// A timebase of a millisecond can hold any time. A coarser timebase changes, so that a hundredth of a second is not
  /// lost.
  @Test func timebaseChangesOnlyIfTimesNeedIt() throws {
    let fine = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\n"
    #expect(
      try retimed(fine, .ffmetadata, TimeMap(scale: 1 / 3, duration: 9)) == fine.replacing("END=1000", with: "END=333"))
    let coarse = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/10\nSTART=0\nEND=10\n"
    #expect(
      try retimed(coarse, .ffmetadata, TimeMap(scale: 1.005, duration: 9))
        == ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000000\nSTART=0\nEND=1005000\n")
  }

  /// A line after a backslash at a line end belongs to the value. A chapter may have no length.
  @Test func escapedLinesAreNotSections() throws {
    let text = ";FFMETADATA1\n[CHAPTER]\nSTART=0\nEND=1000000000\ntitle=One \\\n[CHAPTER]\nSTART=7\n"
    #expect(try retimed(text, .ffmetadata, Maps.identity) == text)
    let empty = text + "[CHAPTER]\nSTART=5\nEND=5\n"
    #expect(try CueFormat.ffmetadata.retimed(Array(empty.utf8), along: Maps.identity).droppedCount == 1)
  }

  @Test func chaptersAreRepeatedAndPlayedBackward() throws {
    let head = ";FFMETADATA1\n"
    let one = "[CHAPTER]\nSTART=0\nEND=2000000000\ntitle=One\n"
    let two = "[CHAPTER]\nSTART=2000000000\nEND=4000000000\ntitle=Two"
    let map = try Maps.map("0 0\n4 4\n1 7\n")
    #expect(
      try retimed(head + one + two, .ffmetadata, map) == head + one
        + "[CHAPTER]\nSTART=2000000000\nEND=6000000000\ntitle=Two\n"
        + "[CHAPTER]\nSTART=6000000000\nEND=7000000000\ntitle=One\n")
  }

  @Test(arguments: [
    ("START=1", "the chapter has no END (line:2)"), ("START=x\nEND=2", "the time is not a whole number (line:3)"),
    ("TIMEBASE=0/5\nSTART=0\nEND=2", "the timebase is not valid (line:3)"),
    ("TIMEBASE=1/0\nSTART=0\nEND=2", "the timebase is not valid (line:3)"),
    ("START=3\nEND=2", "the chapter ends before it begins (line:2)"),
    ("START=-3\nEND=2", "the time is below 0 (line:3)"),
  ])
  func malformedTextIsRefusedWithItsLine(_ chapter: String, _ problem: String) {
    #expect(refusal(";FFMETADATA1\n[CHAPTER]\n\(chapter)\n", .ffmetadata).hasPrefix(problem))
  }

  @Test(arguments: ["", "[CHAPTER]\n"]) func textWithoutItsFirstLineIsRefused(_ text: String) {
    #expect(refusal(text, .ffmetadata).hasPrefix("the text does not begin with ;FFMETADATA1 (line:1)"))
  }
}
