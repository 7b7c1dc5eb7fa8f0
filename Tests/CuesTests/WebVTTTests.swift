import Testing
import Warp

@testable import Cues

@Suite struct WebVTTTests {
  /// A text with these times: of a cue, of a word in it, and of another cue.
  private static func film(of first: String, word: String, and second: String) -> String {
    """
    WEBVTT - a title
    Kind: captions

    STYLE
    ::cue { color: red }

    NOTE 00:01.000 --> is no time here

    one
    \(first) position:10%
    Hello <\(word)>you

    NOTE between

    \(second)
    Bye

    NOTE at the end

    """
  }

  private static let text = film(
    of: "00:01.000 --> 00:02.500", word: "00:01.500", and: "00:00:03.000 --> 00:00:05.000")

  @Test func timesBetweenWordsFollowTheMap() throws {
    #expect(
      try retimed(Self.text, .vtt, Maps.double)
        == Self.film(of: "00:02.000 --> 00:05.000", word: "00:03.000", and: "00:00:06.000 --> 00:00:10.000"))
  }

  /// Words that were due before the cut are shown from the start of the remaining cue. No time is negative.
  @Test func wordsFromBeforeACutAreShownAtOnce() throws {
    let text = "WEBVTT\n\n00:00.000 --> 00:04.000\na<00:01.000>b<00:03.500>c <00:03.600 d\n"
    let late = try TimeMap(scale: 1, duration: 60).trimmed(from: 3, to: nil)
    #expect(
      try retimed(text, .vtt, late)
        == "WEBVTT\n\n00:00.000 --> 00:01.000\na<00:00.000>b<00:00.500>c <00:03.600 d\n")
  }

  @Test func byteOrderMarkStaysAtTheStart() throws {
    for header in ["WEBVTT\n\n", "WEBVTT\n"] {
      #expect(
        try retimed("\(mark)\(header)00:02.500 --> 00:03.500\nA\n\n", .vtt, Maps.repeated)
          == "\(mark)\(header)00:02.500 --> 00:03.500\nA\n\n00:04.500 --> 00:05.500\nA\n\n")
    }
  }

  @Test func aLineWithTimesEndsTheHeader() throws {
    #expect(
      try retimed("WEBVTT\n00:01.000 --> 00:02.000\nA\n", .vtt, Maps.double)
        == "WEBVTT\n00:02.000 --> 00:04.000\nA\n")
  }

  @Test func hoursAreAddedWhereNeeded() throws {
    let map = try TimeMap(scale: 4000, duration: 10)
    #expect(
      try retimed("WEBVTT\n\n00:01.000 --> 00:02.000\nA\n", .vtt, map)
        == "WEBVTT\n\n01:06:40.000 --> 02:13:20.000\nA\n")
  }

  @Test(arguments: [
    "WEBVTT", "WEBVTT\n", "\u{FEFF}WEBVTT\r\n\r\n00:01.000 --> 00:02.000\r\nA\r\n", text,
    "WEBVTT\n00:01.000 --> 00:02.000\nright after the header\n\n\n\nNOTE\n\n00:00.000 --> 00:00.500\n\n",
    "WEBVTT\n\nname\n00:01.000 --> 00:02.000\n<00:01.2>no time, <00:01.300 neither\n",
  ])
  func identityKeepsEveryByte(_ text: String) throws {
    #expect(try retimed(text, .vtt, Maps.identity) == text)
  }

  /// A line of times begins a cue, also without a blank line before it, or after two other lines.
  @Test func aLineWithTimesEndsTheCueBefore() throws {
    let text =
      "WEBVTT\n\nx\n00:01.000 --> 00:02.000\nA\n00:02.000 --> 00:03.000\nB\n\nid1\nid2\n00:04.000 --> 00:05.000\nC\n"
    #expect(try retimed(text, .vtt, Maps.identity) == text)
    #expect(
      try retimed(text, .vtt, Maps.double)
        == "WEBVTT\n\nx\n00:02.000 --> 00:04.000\nA\n00:04.000 --> 00:06.000\nB\n\nid1\nid2\n00:08.000 --> 00:10.000\nC\n"
    )
    // If another cue follows in the result, a blank line is added.
    let three =
      "WEBVTT\n\nx\n00:01.000 --> 00:02.000\nA\n00:02.000 --> 00:03.000\nB\n\ny\n00:03.000 --> 00:04.000\nC\n\n"
    #expect(
      try retimed(three, .vtt, Maps.backward)
        == "WEBVTT\n\ny\n00:06.000 --> 00:07.000\nC\n\n00:07.000 --> 00:08.000\nB\n\nx\n00:08.000 --> 00:09.000\nA\n\n")
  }

  /// In the text of a cue, an invalid line of times is text.
  @Test(arguments: ["A\n3 --> 4 people", "A\n00:05.000 --> 00:04.000", "A\n\nNOTE one\ntwo\n1 --> 2: by hand"])
  func invalidTimesInsideACueAreText(_ words: String) throws {
    let text = "WEBVTT\n\n00:01.000 --> 00:02.000\n\(words)\n\n00:03.000 --> 00:04.000\nB\n"
    #expect(
      try retimed(text, .vtt, Maps.double)
        == "WEBVTT\n\n00:02.000 --> 00:04.000\n\(words)\n\n00:06.000 --> 00:08.000\nB\n")
  }

  /// Carriage returns end lines if there are no line feeds.
  @Test func carriageReturnsEndLines() throws {
    let text = "WEBVTT\r\r00:01.000 --> 00:02.000\rA\r\r00:03.000 --> 00:04.000\rB"
    #expect(try retimed(text, .vtt, Maps.identity) == text)
    #expect(
      try retimed(text, .vtt, Maps.backward)
        == "WEBVTT\r\r00:06.000 --> 00:07.000\rB\r\r00:08.000 --> 00:09.000\rA\r\r")
    #expect(try retimed("1 a\r2.5 b\r", .times, Maps.double) == "2 a\r5 b\r")
  }

  @Test func notesOfDroppedCuesStay() throws {
    let text = "WEBVTT\n\nNOTE one\n\n00:01.000 --> 00:01.500\nA\n\nNOTE two\n\n00:03.000 --> 00:04.000\nB"
    #expect(
      try retimed(text, .vtt, Maps.late)
        == "WEBVTT\n\nNOTE one\n\nNOTE two\n\n00:01.000 --> 00:02.000\nB")
    #expect(
      try retimed(text, .vtt, Maps.backward)
        == "WEBVTT\n\nNOTE one\n\nNOTE two\n\n00:06.000 --> 00:07.000\nB\n\n00:08.500 --> 00:09.000\nA\n\n")
  }

  @Test func malformedTextIsRefusedWithItsLine() {
    for text in ["", "WEBVTTX\n", "1\n"] {
      #expect(refusal(text, .vtt) == "the text does not begin with WEBVTT (line:1)")
    }
    #expect(refusal("WEBVTT\n\n00:01.000 --> 00:02,000\n", .vtt).hasPrefix("the times are not valid (line:3)"))
  }
}
