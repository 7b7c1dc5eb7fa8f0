import Streams
import TestSupport
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

  @Test func timecodesAndMapsThatAreNoneAreNamed() throws {
    func timecode(_ words: String) -> String {
      complaint { try ClipOptions(Arguments(parsing: ShellWords.split(words) ?? [], for: MapCommand.command)) }
    }
    #expect(
      timecode("--fps 25 --timecode '01:00:00;00'")
        == "'01:00:00;00' is a drop-frame timecode, which does not exist at 25 fps (--timecode); "
        + "write a colon before the frames; drop-frame is for 29.97 and 59.94 fps")
    #expect(timecode("--fps 25 --timecode 3s").hasPrefix("'3s' is not a timecode at 25 fps (--timecode)"))
    let failure = try #require(throws: Failure.self) { try MapFiles.map("/proc/self/exe") }
    #expect(failure.message == "'/proc/self/exe' is not a text with a map (--map)")
  }

  /// MapChangesTests, PlayListTests and AnchorTests have more maps.
  @Test(arguments: [
    ("", "0\t0\t1\ninf\tinf\t1\n"),
    ("--constant 2", "0\t0\t2\ninf\tinf\t2\n"),
    ("--constant 2 --duration 3", "0\t0\t2\n3\t6\t2\n"),
    ("--speed 2x", "0\t0\t0.5\ninf\tinf\t0.5\n"),
    ("--speed 200% --duration 4", "0\t0\t0.5\n4\t2\t0.5\n"),
    ("--speed '0=1x, 2s=2x hold' --duration 4", "0\t0\t1\n2\t2\t1\n2\t2\t0.5\n4\t3\t0.5\n"),
    ("--frames 250 --fps 25", "0\t0\t1\n10\t10\t1\n"),
    ("--play 0..5 --play 5..3", "0\t0\t1\n5\t5\t1\n5\t5\t-1\n3\t7\t-1\n"),
    ("--anchor 2=4 --duration 3", "0\t0\t2\n2\t4\t2\n2\t4\t1\n3\t5\t1\n"),
    ("--fps 30 --duration 00:00:03:00 --anchor 60f=00:00:04:00", "0\t0\t2\n2\t4\t2\n2\t4\t1\n3\t5\t1\n"),
    ("--fps 29.97 --frames 1800 --trim '..00:00:10;00'", "0\t0\t1\n10.01\t10.01\t1\n"),
    ("--fps 25 --duration 4 --freeze 25f=50f --fit 150f", "0\t0\t1\n1\t1\t1\n1\t3\t1\n4\t6\t1\n"),
    ("--duration 10 --trim 2..4", "2\t0\t1\n4\t2\t1\n"),
    ("--duration 4 --freeze 4=2", "0\t0\t1\n4\t4\t1\n4\t6\t\n"),
    ("--duration 4 --freeze 0=2", "0\t0\t\n0\t2\t1\n4\t6\t1\n"),
    ("--duration 4 --trim 1..3 --freeze 2=2 --fit 8 --reverse", "3\t0\t-2\n2\t2\t-2\n2\t6\t-2\n1\t8\t-2\n"),
  ])
  func optionsGiveTheRows(_ words: String, _ rows: String) throws {
    let arguments = try Arguments(parsing: ShellWords.split(words) ?? [], for: MapCommand.command)
    let options = try ClipOptions(arguments)
    let request = try MapRequest(arguments, on: options.clip)
    var sink = MemorySink()
    try request.write(.tsv, tolerance: MapRequest.usualTolerance, to: &sink)
    #expect(sink.text == "# warp time map 1\nsource\twarped\tscale\n" + rows)
    let notes = request.notes + options.notes(on: request.map, arguments)
    #expect(notes.isEmpty, "\(notes)")
  }
}
