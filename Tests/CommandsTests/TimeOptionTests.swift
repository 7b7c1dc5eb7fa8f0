import Foundation
import Testing
import Tool
import Values

@testable import Commands

/// Every option that takes a time of the clip, with a time before the clip, at its end, and after it. The clip lasts
/// 10 s.
@Suite struct TimeOptionTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!)!)

  /// What the options say: the error, or the warnings, or nothing.
  private func answer(_ words: [String]) -> String {
    do {
      let arguments = try Arguments(parsing: words, for: MapCommand.command)
      return try MapRequest(arguments, on: Self.clip).notes.joined(separator: "\n")
    } catch { return "error: \((error as? Refusal)?.description ?? "\(Failure(error).message)")" }
  }

  private static let before = "error: '-1s' is not a time in the video (*); times begin at 0"
  private static let after = "error: '12s' is after the end of the video (*); the video lasts 10 s"

  /// The values of an option at the three places, and what it says there. `*` means any text.
  private static let rows: [(option: String, values: [String], answers: [String])] = [
    ("curve", ["ramp@-1s..5s", "ramp@5s..10s", "ramp@5s..12s"], [before, "", after]),
    (
      "speed", ["-1s=2x, 5s=1x", "5s=2x, 10s=1x", "5s=2x, 12s=1x"],
      [before, "", "the keyframe at 12 s is not reached: the video ends at 10 s, at 1.286x"]
    ),
    (
      "speed", ["0=1x, -1s=2x", "0=1x, 10s=2x hold", "0=1x, 12s=2x hold, 15s=1x"],
      [before, "", "error: the keyframe at 12 s is after the end of the video; the video lasts 10 s"]
    ),
    ("anchor", ["-1s=2s", "10s=12s", "12s=10s"], [before, "", after]),
    ("play", ["-1s..5s", "5s..10s", "5s..12s"], [before, "", after]),
    ("trim", ["-1s..5s", "5s..10s", "12s.."], [before, "", after]),
    ("trim", ["..-1s", "..10s", "..12s"], [before, "", "--trim ends at 12 s, but the source ends at 10 s"]),
    ("cut", ["-1s..5s", "5s..10s", "12s.."], [before, "", after]),
    ("keep", ["..-1s", "..10s", "..12s"], [before, "", "--keep ends at 12 s, but the source ends at 10 s"]),
    (
      "cut", ["3", "5..2", "1..2,3..4"],
      [
        "error: '3' is not a range (--cut); write 3.. to*", "error: '5..2' is an empty part*",
        "error: '2,3..4' is not a time in the video (--cut '1..2,3..4'); write an option for each part",
      ]
    ),
    ("freeze", ["-1s=1s", "10s=1s", "12s=1s"], [before, "", after]),
  ]

  private static func matches(_ text: String, _ pattern: String) -> Bool {
    let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
    return parts.count == 1 ? text == pattern : text.hasPrefix(parts[0]) && text.hasSuffix(parts[1])
  }

  @Test func timesAreCheckedAgainstTheClip() {
    for (option, values, answers) in Self.rows {
      for (value, expected) in zip(values, answers) {
        let answer = answer(["--\(option)", value])
        #expect(Self.matches(answer, expected), "--\(option) '\(value)': \(answer)")
      }
    }
  }

  /// The same options in files: lists of keyframes, anchors, ranges, curves and quantities.
  @Test(
    arguments: [
      (
        "speeds", "0=1x\n12s=2x hold",
        "error: the keyframe at 12 s is after the end of the video; the video lasts 10 s"
      ),
      (
        "speeds", "1s=4x hold\n3s=1x hold",
        "no keyframe comes before 1 s, so the speed is 4x from the start; for 1x, begin with 0=1x"
      ),
      (
        "speeds", "12s=4x hold\n15s=1x",
        "error: the keyframe at 12 s is after the end of the video; the video lasts 10 s"
      ),
      ("speeds", "0=1x\n5s=2x\n12s=1x hold", "the keyframe at 12 s is not reached: the video ends at 10 s, at 2x"),
      ("anchors", "5 6\n12 13", "error: '12' is after the end of the video (*:2); the video lasts 10 s"),
      ("curves", "ramp@5s..12s", "error: '12s' is after the end of the video (*); the video lasts 10 s"),
      ("ranges", "12 15 cut", "error: the range at 12 s is after the end of the video; the video lasts 10 s"),
      ("ranges", "12 15 cut\n18 19 2x", "error: all 2 ranges are after the end of the video; the video lasts 10 s"),
      ("ranges", "2 3 cut\n12 15 cut", "the range at 12 s is not reached: the video ends at 10 s"),
      ("ranges", "2 3 cut\n10 11 4x\n12 15 cut", "2 ranges from 10 s on are not reached: the video ends at 10 s"),
      ("ranges", "8 15 cut", ""),
      ("ranges", "-1 5 cut", "error: '-1' is not a time in the video (*:1); times begin at 0"),
      ("even", "12 0\n15 10", "error: the first value, at 12 s, is after the end of the video; the video lasts 10 s"),
      ("even", "0 0\n15 10", ""),
    ])
  func listsAreCheckedAgainstTheClip(option: String, text: String, answer expected: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "times-\(UUID().uuidString)")
    try Data("\(text)\n".utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let answer = answer(["--\(option)", file.path])
    #expect(Self.matches(answer, expected), "\(answer)")
  }

  /// Without a duration, nothing is known to lie outside.
  @Test func anUnknownClipHasNoEnd() throws {
    let arguments = try Arguments(parsing: ["--speed", "0=1x, 12s=2x hold"], for: MapCommand.command)
    #expect(try MapRequest(arguments, on: Clip()).notes.isEmpty)
  }
}
