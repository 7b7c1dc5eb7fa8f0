import TestSupport
import Testing
import Warp

@testable import Cues

/// Audacity's labels, and lines that begin with a time.
@Suite struct LabelsTests {
  private static let labels = "1.000000\t2.500000\tspoken\n\\\t100.0\t200.0\n3.000000\t3.000000\tbeat\n"

  @Test func labelsFollowTheMap() throws {
    #expect(
      try retimed(Self.labels, .labels, Maps.double)
        == "2.000000\t5.000000\tspoken\n\\\t100.0\t200.0\n6.000000\t6.000000\tbeat\n")
    // The map shows 0 to 4 s, then 2 to 6 s. It repeats the second half of the first label, and the beat.
    #expect(
      try retimed(Self.labels, .labels, Maps.repeated) == """
        1.000000\t2.500000\tspoken
        \\\t100.0\t200.0
        3.000000\t3.000000\tbeat
        4.000000\t4.500000\tspoken
        \\\t100.0\t200.0
        5.000000\t5.000000\tbeat

        """)
    #expect(try retimed("1\t2\ta\n", .labels, Maps.backward) == "8\t9\ta\n")
    let slow = try TimeMap(scale: 1e6, duration: nil)
    #expect(try retimed("9999990\t9999999\ta\n", .labels, slow) == "9999990000000\t9999999000000\ta\n")
  }

  @Test func linesFollowTheMap() throws {
    let text = "0\tOpening\n# a remark\n4.5,Middle\n\n 1:02.25 Late\n0:00:03;B"
    #expect(
      try retimed(text, .times, Maps.double) == "0\tOpening\n# a remark\n9,Middle\n\n 2:04.5 Late\n0:00:06;B")
    #expect(try retimed("1 a\n3 b\n9 c\n", .times, Maps.repeated) == "1 a\n3 b\n5 b\n")
    #expect(try retimed("59:59.999\n", .times, Maps.map("0 0\n4000 4000.5\n")) == "60:00.449\n")
    #expect(try retimed("0:59:59.5 x\n", .times, Maps.map("0 0\n4000 8000\n")) == "1:59:59 x\n")
    // Times are rounded to a millionth, and no minute has sixty seconds.
    #expect(try retimed("1 a\n", .times, TimeMap(scale: 1 / 3, duration: 9)) == "0.333333 a\n")
    #expect(try retimed("1:00.0 x\n", .times, TimeMap(scale: 1.999_999_999_9, duration: 90)) == "2:00 x\n")
  }

  /// Comments before dropped lines stay. A last line without a line ending gets one if another line follows.
  @Test func commentsOfDroppedLinesStay() throws {
    #expect(try retimed("# a\n1 x\n# b\n9 y\n", .times, Maps.repeated) == "# a\n1 x\n# b\n")
    #expect(try retimed("3 x", .times, Maps.repeated) == "3 x\n5 x")
  }

  /// The byte order mark belongs to the text and not to the first line, which may be repeated or moved.
  @Test func byteOrderMarkStaysAtTheStart() throws {
    #expect(try retimed("\(mark)3\t3.5\ta\n", .labels, Maps.repeated) == "\(mark)3\t3.5\ta\n5\t5.5\ta\n")
    #expect(try retimed("\(mark)1\t2\ta\n3\t4\tb\n", .labels, Maps.backward) == "\(mark)6\t7\tb\n8\t9\ta\n")
    #expect(try retimed("\(mark)3 x\n", .times, Maps.repeated) == "\(mark)3 x\n5 x\n")
    #expect(try retimed("\(mark)1 x\n# b\n", .times, Maps.late) == "\(mark)# b\n")
  }

  @Test(arguments: [
    ("", CueFormat.labels), ("\u{FEFF}0.5\t1\ta\r\n\r\n", .labels),
    ("1.5\t2.123456789\t\n", .labels), ("3\t3", .labels), (" 1 \t 2 \ta\n", .labels),
    ("\n\n00:00:01.5 x\r\n# y\r\n2,z", .times), ("007\n", .times),
  ])
  func identityKeepsEveryByte(_ text: String, _ format: CueFormat) throws {
    #expect(try retimed(text, format, try TimeMap(scale: 1, duration: nil)) == text)
  }

  @Test(arguments: [
    (CueFormat.labels, "is not a label (line:2)", ["1\t2\ta\n1 2 a\n"]),
    (.labels, "is not a label (line:1)", ["-1\t2\ta", "\\\t1\t2", "1 x\t2\ta", " \t2\ta", "1e3\t2000\ta"]),
    (.labels, "ends before it begins (line:1)", ["2\t1\ta"]),
    (.times, "does not begin with a time (line:2)", ["0\nname\t1\n"]),
    (.times, "does not begin with a time (line:1)", ["1:60\n", "1:2:3:4\n", "1.\n", "1234567890\n"]),
  ])
  func malformedTextIsRefusedWithItsLine(_ format: CueFormat, _ problem: String, _ texts: [String]) {
    for text in texts { #expect(refusal(text, format).contains(problem), "\(text)") }
  }

  /// Each instant is written for each of its visits, in order, to half a unit.
  @Test func instantsAppearAtEveryVisit() throws {
    var random = SplitMix64(seed: 18)
    let maps = try [Maps.double, Maps.repeated, Maps.backward, Maps.late, Maps.map("0 0\n2 2\n2 3\n5 4\n1 6\n")]
    for number in 0..<2000 {
      let map = maps[number % maps.count]
      let times = (0..<random.whole(below: 8)).map { _ in Double(random.whole(below: 10_000)) / 1000 }.sorted()
      let text = times.map { "\($0)00 x\n" }.joined()
      let due = times.flatMap { map.visits(of: $0).map(\.warped) }.sorted()
      let lines = try retimed(text, .times, map).split(separator: "\n").map { Double($0.prefix { $0 != " " }) ?? -1 }
      #expect(lines.count == due.count && zip(lines.sorted(), due).allSatisfy { abs($0 - $1) <= 0.5e-3 + 1e-9 })
    }
  }
}
