import Testing
import Tool
import Values

@testable import Commands

/// The seek point and length that the command of `--source` gets.
@Suite struct SourceOptionsTests {
  private func words(_ options: String, from: Double, for length: Double) throws -> [String] {
    let words = ["--source", "c"] + options.split(separator: " ").map { String($0) }
    let arguments = try Arguments(parsing: words, for: VideoCommand.command)
    return try SourceOptions(arguments, isUsed: true).words(from: from, for: length)
  }

  /// By default, only the start of the clip is read without a seek.
  @Test(
    arguments: [
      ("", 0, 5, ["", "5.000000000", ""]), ("", 0.25, 5, ["0.250000000", "5.000000000", ""]),
      // The file begins two seconds before the clip, so two more seconds are read.
      ("--source-offset 2", 0, 5, ["", "7.000000000", "2.000000000"]),
      ("--source-offset 2", 1, 5, ["3.000000000", "5.000000000", ""]),
      // A part has extra seconds on both sides. If they begin before the file, it is read from its start.
      ("--source-lead 4", 10, 5, ["6.000000000", "13.000000000", ""]),
      ("--source-lead 4", 3, 5, ["", "12.000000000", ""]),
      ("--source-lead 4 --source-offset -2", 10, 5, ["4.000000000", "13.000000000", ""]),
      // Below the limit, the file is read from its start, and all that comes before the part may be omitted.
      ("--seek-from 600 --source-lead 4", 599, 1, ["", "604.000000000", "595.000000000"]),
      ("--seek-from 10:00 --source-lead 4", 600, 1, ["596.000000000", "9.000000000", ""]),
      // A picture may begin before the file's own start.
      ("--source-offset -9", 2, 5, ["", "0.000000000", ""]),
    ] as [(String, Double, Double, [String])])
  func wordsContainSeekPointAndLength(_ options: String, _ from: Double, _ length: Double, _ expected: [String]) throws
  {
    #expect(try words(options, from: from, for: length) == expected)
  }

  @Test(arguments: [
    ("--source-lead -1", "--source-lead must not be negative"),
    ("--source-lead x", "'x' is not a number of seconds"),
    ("--source-offset 1e300", "'1e300' is not a number of seconds"),
  ])
  func invalidValuesAreRefused(_ options: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try words(options, from: 0, for: 1) }
    #expect("\(error.map { "\($0)" } ?? "")".contains(message))
  }

  @Test func optionsNeedSource() throws {
    let arguments = try Arguments(parsing: ["--seek-from", "5"], for: VideoCommand.command)
    #expect(throws: Refusal.usage("--seek-from needs --source")) { try SourceOptions(arguments, isUsed: false) }
  }
}
