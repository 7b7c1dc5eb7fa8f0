import TestSupport
import Testing
import Warp

@testable import Cues

@Suite struct SubRipTests {
  private static func block(_ number: Int, _ start: String, _ end: String, _ lines: String) -> String {
    "\(number)\n00:00:0\(start) --> 00:00:0\(end)\n\(lines)\n\n"
  }

  /// Starts and ends of cues with two texts in turn, as a text without a blank line at the end.
  private static func cues(_ times: (String, String)...) -> String {
    let cues = times.enumerated().map { index, time in
      index % 2 == 0
        ? block(index + 1, time.0, time.1, "Hello,\n<i>you</i>.")
        : block(index + 1, time.0, "\(time.1) X1:40 X2:600", "Bye.")
    }
    return String(cues.joined().dropLast())
  }

  private static let text = cues(("1,000", "2,500"), ("3,000", "4,500"))

  @Test func everyTimeFollowsTheMapAndNothingElseChanges() throws {
    #expect(try retimed(Self.text, .srt, Maps.double) == Self.cues(("2,000", "5,000"), ("6,000", "9,000")))
  }

  @Test func overlappingCuesBecomeOne() throws {
    let block = Self.block
    func single(_ text: String) throws -> String {
      String(decoding: try SingleCues.text(of: Array(text.utf8)), as: UTF8.self)
    }
    let long = block(1, "1,000", "4,000", "long\nlonger")
    let short = block(2, "2,000", "3,500", "short")
    #expect(
      try single(long + short)
        == block(1, "1,000", "2,000", "long\nlonger") + block(2, "2,000", "3,500", "long\nlonger\nshort")
        + block(3, "3,500", "4,000", "long\nlonger"))
    // Cues that do not overlap stay byte for byte.
    let apart = block(7, "1,000", "2,000", "a") + "\r\n" + block(9, "2,000", "3,000", "b")
    #expect(try single(apart) == apart && single("") == "")
    for ending in ["\r\n", "\r"] {
      func written(_ text: String) -> String { text.replacing("\n", with: ending) }
      #expect(
        try single(written(long + short))
          == written(
            block(1, "1,000", "2,000", "long\nlonger") + block(2, "2,000", "3,500", "long\nlonger\nshort")
              + block(3, "3,500", "4,000", "long\nlonger")))
    }
    // Nothing is shown between cues, and a cue without a length is never shown.
    let apartAgain =
      block(1, "1,000", "3,000", "a") + block(2, "2,000", "2,000", "never") + block(3, "2,000", "4,000", "b")
    #expect(
      try single(apartAgain + block(4, "6,000", "7,000", "c"))
        == block(1, "1,000", "2,000", "a") + block(2, "2,000", "3,000", "a\nb") + block(3, "3,000", "4,000", "b")
        + block(4, "6,000", "7,000", "c"))
    let same = (1...40).map { block($0, "1,000", "2,000", "line \($0)") }.joined()
    #expect(try single(same) == block(1, "1,000", "2,000", (1...16).map { "line \($0)" }.joined(separator: "\n")))
    // A cue without room is shown as soon as there is room.
    #expect(
      try single(same + block(41, "1,000", "3,000", "longer")).hasSuffix(block(2, "2,000", "3,000", "longer")))
  }

  /// Many short cues that overlap a long one would repeat its text.
  @Test func memoryForOverlappingCuesIsLimited() throws {
    let short = (0..<800).map { "\n1\n00:00:01,\($0 + 100) --> 00:00:01,\($0 + 101)\na\n" }.joined()
    let long = "1\n00:00:01,000 --> 00:00:02,000\n\(String(repeating: "long ", count: 20_000))\n"
    #expect(throws: CueError("overlapping subtitles would make more than 64 MiB of text", line: nil)) {
      try SingleCues.text(of: Array((long + short).utf8))
    }
  }

  /// Times beyond the range of the clock saturate.
  @Test func timesSaturate() throws {
    let text = "1\n999999999:00:01,000 --> 999999999:00:02,000\nx\n"
    let slow = try retimed(text, .srt, try TimeMap(scale: 1e6, duration: nil))
    #expect(slow.hasPrefix("1\n640511947003:48:13,952 --> "))
  }

  @Test func repeatedCuesAreNumberedFromOne() throws {
    #expect(
      try retimed(Self.text, .srt, Maps.repeated)
        == Self.cues(("1,000", "2,500"), ("3,000", "4,000"), ("4,000", "4,500"), ("5,000", "6,500")))
  }

  /// The byte order mark belongs to the text and not to the first cue, which may have no number, be repeated, moved or
  /// dropped.
  @Test func byteOrderMarkStaysAtTheStart() throws {
    let first = "00:00:02,500 --> 00:00:03,500\nA\n\n"
    let again = "00:00:04,500 --> 00:00:05,500\nA\n\n"
    #expect(try retimed(mark + first, .srt, Maps.repeated) == mark + first + again)
    #expect(
      try retimed("\(mark)1\n\(first)", .srt, Maps.repeated) == "\(mark)1\n\(first)2\n\(again)")
    let last = "2\n00:00:07,000 --> 00:00:08,000\nB\n\n"
    #expect(
      try retimed(mark + first + last, .srt, Maps.backward)
        == "\(mark)1\n00:00:02,000 --> 00:00:03,000\nB\n\n00:00:06,500 --> 00:00:07,500\nA\n\n")
    #expect(
      try retimed(mark + "00:00:01,000 --> 00:00:02,000\nA\n\n" + last, .srt, Maps.late)
        == "\(mark)1\n00:00:05,000 --> 00:00:06,000\nB\n\n")
    #expect(try retimed(mark, .srt, Maps.repeated) == mark)
  }

  @Test func backwardPlayReversesTheOrder() throws {
    let last = "7\n00:00:03,000 --> 00:00:05,000\nlast"
    let text = "5\n00:00:01,000 --> 00:00:02,000\nfirst\n\n\n" + last
    #expect(
      try retimed(text, .srt, Maps.backward)
        == "1\n00:00:05,000 --> 00:00:07,000\nlast\n\n2\n00:00:08,000 --> 00:00:09,000\nfirst\n\n\n")
  }

  /// Line endings, a byte order mark, odd spacing, text that looks like times, and a missing last line ending.
  @Test(arguments: [
    "", "\n\n", "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\nA\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nB",
    "\u{FEFF}1\n0:00:01.000-->0:00:02.000\nno blanks\n\n\n\n2\n  00:00:03,000   -->  00:00:04,000  \n  2\n\n",
    "1\n00:00:01,000 --> 00:00:02,000\na --> b\n\nafter a blank line\n\n2\n00:00:01,500 --> 00:00:01,700\n\n",
    "00:00:01,000 --> 00:00:02,000\nwithout a number\n\n00:00:00,500 --> 00:00:02,000\nout of order\n",
    " 1 \n100:00:01,000 --> 100:00:02,000\nlate\n",
  ])
  func identityKeepsEveryByte(_ text: String) throws {
    let map = try TimeMap(scale: 1, duration: nil)
    #expect(try retimed(text, .srt, map) == text)
  }

  /// A millisecond is long enough, even if the difference of two Doubles is slightly less.
  @Test func cuesOfAMillisecondAreKept() throws {
    let text = "1\n00:00:02,001 --> 00:00:02,002\nA\n"
    let result = try CueFormat.srt.retimed(Array(text.utf8), along: Maps.identity)
    #expect(result.droppedCount == 0 && String(decoding: result.bytes, as: UTF8.self) == text)
  }

  @Test func tooShortShowingsAreDroppedAndCounted() throws {
    let text = Self.text + "\n3\n00:00:07,000 --> 00:00:07,000\nnever\n"
    let map = try TimeMap(scale: 1, duration: 60).trimmed(from: 2.4996, to: 60)
    let result = try CueFormat.srt.retimed(Array(text.utf8), along: map)
    #expect(result.droppedCount == 2)
    #expect(
      String(decoding: result.bytes, as: UTF8.self) == "1\n00:00:00,500 --> 00:00:02,000 X1:40 X2:600\nBye.\n\n")
  }

  @Test(arguments: [
    ("hello\n", "the line does not begin a subtitle (line:1)"),
    ("\n\nhello\n", "the line does not begin a subtitle (line:3)"),
    (
      "1\n00:00:01,000 --> 00:00:02,000\nA\n\n2\n00:00:05,000 --> 00:00:04,000\nB\n",
      "the subtitle ends before it begins (line:6)"
    ),
  ])
  func malformedTextIsRefusedWithItsLine(_ text: String, _ problem: String) {
    #expect(refusal(text, .srt).hasPrefix(problem))
  }

  @Test(arguments: [
    "00:00:01,000 --> 00:00:0x,000", "00:61:01,000 --> 00:62:02,000", "00:00:01,00 --> 00:00:02,00",
    "00:01,000 --> 00:02,000", "00:00:60,000 --> 00:01:02,000", "00:000:01,000 --> 00:00:02,000",
  ])
  func malformedTimesAreRefused(_ times: String) {
    #expect(refusal("1\n\(times)\nA\n", .srt).hasPrefix("the times are not valid (line:2)"))
  }

  @Test(arguments: [[0xFF, 0xFE, 0x31, 0], [0xFE, 0xFF, 0, 0x31]] as [[UInt8]]) func utf16IsRefused(_ bytes: [UInt8]) {
    #expect(
      complaint { try CueFormat.srt.retimed(bytes, along: Maps.identity) }
        == "the text is UTF-16 (line:1); convert it with iconv -f UTF-16 -t UTF-8")
  }
}
