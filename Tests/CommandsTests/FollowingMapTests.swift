import Testing
import Tool
import Values
import Warp

@testable import Commands

/// `--then` and `--invert`, from the command line to a map.
@Suite struct FollowingMapTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))

  private static func map(_ words: String..., isForFilm: Bool = false) throws -> TimeMap {
    let arguments = try Arguments(parsing: words, for: MapCommand.command)
    return try MapRequest(arguments, on: clip, isForFilm: isForFilm).map
  }

  private static func refusal(_ words: String...) throws -> Refusal {
    let arguments = try Arguments(parsing: words, for: MapCommand.command)
    return try #require(throws: Refusal.self) { try MapRequest(arguments, on: clip) }
  }

  @Test func timesInThenAreResultTimes() throws {
    #expect(try Self.map("--speed", "2x", "--then", "--trim 1..3").sourceRange == (2, 6))
    #expect(try Self.map("--speed", "2x", "--then", "--trim 20%..100f").sourceRange == (2, 8))
    #expect(try Self.map("--speed", "2x", "--then", "--curve sine:factor=2").warpedLength! > 5)
    #expect(try Self.map("--then", "--speed '0=2x, 5=2x'").warpedLength == 5)
  }

  @Test func changesComeBeforeThenAndInvertComesLast() throws {
    let map = try Self.map("--invert", "--then", "--speed 2x", "--fit", "30", "--then", "--trim ..9")
    // 10 s become 30 s, then 15 s, of which 9 s are kept: 6 s of the clip.
    #expect(map.warpedLength == 6 && map.sourceRange == (0, 9))
  }

  @Test func notesOnThenAreKept() throws {
    let arguments = try Arguments(parsing: ["--speed", "2x", "--then", "--trim ..20"], for: MapCommand.command)
    #expect(
      try MapRequest(arguments, on: Self.clip).notes
        == ["--trim ends at 20 s, but the source ends at 5 s (--then '--trim ..20')"])
  }

  @Test func thenRefusesOtherOptions() throws {
    let cases = [
      ("--silence 4x", "before --then"), ("--then '--speed 2x'", "after the other"), ("--duration 5", "takes curves"),
      ("--map -", "name of a file"), ("--map /dev/stdin", "name of a file"), ("", "write --then"),
      ("'", "open quotation"),
      ("--speed", "needs a value"), ("x", "unexpected"), ("--speed 0", "--then '--speed 0'"),
      ("--speed 2x --curve sine", "--speed 2x --then '--curve sine'"), ("--trim 11..", "the video lasts 10 s"),
    ]
    for (words, expected) in cases {
      let refusal = try Self.refusal("--speed", "1x", "--then", words)
      #expect(refusal.kind == .usage && refusal.description.contains(expected), "\(words): \(refusal)")
    }
  }

  @Test func twoKindsOfCurvesSuggestThen() throws {
    let refusal = try Self.refusal("--speed", "2x", "--curve", "sine", "--fit", "3")
    #expect(refusal.advice == "to apply one after the other, write --speed 2x --then '--curve sine'")
  }

  /// Options that belong to a curve stay with it.
  @Test(arguments: [
    ("--speed 2x", "--ranges F --range-speed 4x --range-margin 1s --range-ease 2s --else-speed 3x"),
    ("--speed 2x", "--anchors F --tempo 120 --anchor-easing smooth"),
    ("--anchor 1=2 --anchor-easing smooth", "--speed 2x"),
  ])
  func adviceKeepsAllOptions(_ first: String, _ second: String) throws {
    let words = "\(first) \(second)".split(separator: " ").map(String.init)
    let arguments = try Arguments(parsing: words, for: MapCommand.command)
    let refusal = try #require(throws: Refusal.self) { try MapRequest(arguments, on: Self.clip) }
    #expect(refusal.advice == "to apply one after the other, write \(first) --then '\(second)'")
  }

  @Test func invertedMapTakesTheFilmAsItsResult() throws {
    // The film of ten seconds is the result of 2x on a film of 20 s.
    #expect(try Self.map("--speed", "2x", "--invert", isForFilm: true).warpedLength == 20)
    #expect(try Self.map("--speed", "2x", "--invert").warpedLength == 10)
  }

  /// The length of the film before --invert is unknown, and warp-film has no --duration.
  @Test(arguments: [
    ["--curve", "sine"], ["--scale-expr", "1+u"], ["--speed", "0=1x, 50%=2x"], ["--trim", "10%.."],
    ["--freeze", "50%=1s"], ["--play", "2.."], ["--then", "--curve sine"], ["--fit", "3"], ["--reverse"],
    ["--then", "--reverse"],
  ]) func optionsThatNeedTheFilmBeforeInvertAreRefused(_ words: [String]) throws {
    let arguments = try Arguments(parsing: words + ["--invert"], for: MapCommand.command)
    let refusal = try #require(throws: Refusal.self) { try MapRequest(arguments, on: Self.clip, isForFilm: true) }
    #expect(refusal.description.contains("--to table") && !refusal.description.contains("--duration"), "\(refusal)")
  }

  /// Inverting a map with an end does not need the film's length.
  @Test func mapsWithAnEndCanBeInverted() throws {
    #expect(try Self.map("--play", "0..20", "--fit", "10", "--invert", isForFilm: true).warpedLength == 20)
    #expect(
      try Self.map("--play", "0..20", "--then", "--curve constant:factor=0.5", "--invert", isForFilm: true)
        .warpedLength == 20)
  }
}
