import Streams
import Testing
import Tool
import Values
import Warp

@testable import Commands

@Suite struct MapOutputTests {
  private func arguments(_ words: String) throws -> Arguments {
    try Arguments(parsing: words.split(separator: " ").map(String.init), for: MapCommand.command)
  }

  @Test(
    arguments: [
      ("--constant 2", .table, nil), ("--json", .table, .json), ("--source-frames --format csv", .sourceFrames, .csv),
      ("--output-frames 25", .outputFrames, nil), ("--to table --format csv", .table, .csv),
      ("--to otio", .program, nil), ("--at 1 --at 2", .sourceTimes, nil),
      ("--at-warped 1", .warpedTimes, nil),
      ("--info --json --format json", .info, .json), ("--plot svg --at 1", .plot, nil),
      ("--list-curves", .listOfCurves, nil),
    ] as [(String, MapOutput.Kind, ListingFormat?)])
  func optionsSelectOneOutput(_ words: String, _ kind: MapOutput.Kind, _ format: ListingFormat?) throws {
    let output = try MapOutput(arguments(words))
    #expect(output.kind == kind && output.format == format)
  }

  @Test(arguments: [
    ("--info --plot text", "--info and --plot do not go together; choose one output"),
    ("--info --tolerance 1", "--tolerance applies only to the table; leave --tolerance out; other output is exact"),
    ("--to mlt --json", "--format and --json do not work with --plot, --to, --retime or --list-curves"),
    ("--json --format csv", "--json and --format csv do not go together"),
    ("--map - --at -", "--map - and --at - cannot both read standard input; give one of the two a file or <(COMMAND)"),
  ])
  func conflictingOptionsAreRefused(_ words: String, _ message: String) throws {
    let arguments = try arguments(words)
    let refusal = try #require(throws: Refusal.self) { try MapOutput(arguments) }
    #expect(refusal.description == message)
  }

  @Test func toleranceMustBeAboveZero() throws {
    #expect(try MapOutput.tolerance(arguments("--constant 2")) == MapRequest.usualTolerance)
    #expect(try MapOutput.tolerance(arguments("--tolerance 1ms")) == 0.001)
    #expect(throws: Refusal.usage("a tolerance must be above 0", at: "--tolerance")) {
      try MapOutput.tolerance(arguments("--tolerance 0"))
    }
  }

  @Test func everyCurveHasALineInTheList() {
    let lines = MapOutput.listOfCurves.split(separator: "\n")
    #expect(lines.count == CurveSyntax.names.count)
    #expect(lines.allSatisfy { $0.count > 24 && $0.dropFirst(23).first == " " && $0.dropFirst(24).first != " " })
  }
}

@Suite struct MapRequestTests {
  @Test(
    arguments: [
      ("--duration 4 --trim 1..4", []), ("--duration 4 --trim 1..", []),
      ("--duration 4 --trim 1..5", ["--trim ends at 5 s, but the source ends at 4 s"]),
      (
        "--duration 4 --trim 0..1 --trim 1..2",
        ["--trim is given 2 times, and only the last one counts; for several parts, use --play"]
      ),
      (
        "--anchor 5=8 --anchor 10=7 --trim 1..2",
        ["playback is backward between the anchors 10=7 and 5=8, at 5x"]
      ),
      ("--anchor 90=10", ["playback is very fast between the anchors 0=0 and 90=10, at 9x"]),
    ])
  func changesWithoutEffectAreReported(_ words: String, _ notes: [String]) throws {
    let arguments = try Arguments(parsing: words.split(separator: " ").map(String.init), for: MapCommand.command)
    #expect(try MapRequest(arguments, on: ClipOptions(arguments).clip).notes == notes)
  }
}
