import Streams
import Testing
import Tool
import Warp

@testable import Commands

@Suite struct MapOutputTests {
  private func arguments(_ words: String) throws -> Arguments {
    try Arguments(parsing: words.split(separator: " ").map(String.init), for: MapCommand.command)
  }

  @Test(
    arguments: [
      ("--constant 2", .table, nil), ("--json", .table, .json), ("--source-frames --format csv", .sourceFrames, .csv),
      ("--output-frames 25", .outputFrames, nil), ("--at 1 --at 2", .sourceTimes, nil),
      ("--at-warped 1", .warpedTimes, nil),
      ("--info --json --format json", .info, .json), ("--plot svg --at 1", .plot, nil),
      ("--list-curves", .listOfCurves, nil),
    ] as [(String, MapOutput.Kind, ListingFormat?)])
  func oneThingIsAskedFor(_ words: String, _ kind: MapOutput.Kind, _ format: ListingFormat?) throws {
    let output = try MapOutput(arguments(words))
    #expect(output.kind == kind && output.format == format)
  }

  @Test(arguments: [
    ("--info --plot text", "--info and --plot do not go together; ask for one output"),
    ("--info --tolerance 1", "--tolerance is for the table alone; leave it out; everything else is exact"),
    ("--plot text --json", "--format and --json are for rows of numbers"),
    ("--json --format csv", "--json and --format csv do not go together"),
    ("--map - --at -", "--map - and --at - cannot both read standard input; give a file or <(…)"),
  ])
  func whatDoesNotGoTogetherIsRefused(_ words: String, _ message: String) throws {
    let arguments = try arguments(words)
    let refusal = try #require(throws: Refusal.self) { try MapOutput(arguments) }
    #expect(refusal.description == message)
  }

  @Test func theToleranceIsAboveZero() throws {
    #expect(try MapOutput.tolerance(arguments("--constant 2")) == MapRequest.usualTolerance)
    #expect(try MapOutput.tolerance(arguments("--tolerance 1ms")) == 0.001)
    #expect(throws: Refusal.self) { try MapOutput.tolerance(arguments("--tolerance 0")) }
  }

  @Test func everyCurveHasALine() {
    let lines = MapOutput.listOfCurves.split(separator: "\n")
    #expect(lines.count == CurveSyntax.names.count)
    #expect(lines.allSatisfy { $0.count > 24 && $0.dropFirst(23).first == " " && $0.dropFirst(24).first != " " })
  }
}

@Suite struct MapRequestTests {
  /// What of the changes comes to nothing is told.
  @Test(
    arguments: [
      ("--duration 4 --trim 1..4", []), ("--duration 4 --trim 1..", []),
      ("--duration 4 --trim 1..5", ["--trim ends at 5 s, but the source at 4 s"]),
      (
        "--duration 4 --trim 0..1 --trim 1..2",
        ["--trim is given 2 times and the last counts; --play takes several parts"]
      ),
    ])
  func whatIsIdleIsTold(_ words: String, _ notes: [String]) throws {
    let arguments = try Arguments(parsing: words.split(separator: " ").map(String.init), for: MapCommand.command)
    #expect(try MapRequest(arguments, on: ClipOptions(arguments).clip).notes == notes)
  }
}

@Suite struct MapListingTests {
  private func text(
    _ words: String, _ write: (MapListing, inout MemorySink) throws -> Void
  ) throws -> String {
    let words = words.split(separator: " ").map(String.init)
    let arguments = try Arguments(parsing: words, for: MapCommand.command)
    let options = try ClipOptions(arguments)
    let map = try MapRequest(arguments, on: options.clip).map
    var sink = MemorySink()
    try write(MapListing(map, options, in: .csv), &sink)
    return sink.text
  }

  @Test func sourceFramesAreThoseOfTheClip() throws {
    let rows = try text("--duration 0.4 --fps 5 --constant 2") { try $0.writeSourceFrames(to: &$1) }
    #expect(rows == "frame,source,warped,scale,speed\n0,0,0,2,0.5\n1,0.2,0.4,2,0.5\n")
    // A count is taken by its word, beyond what the map shows too.
    let counted = try text("--frames 2 --fps 5 --trim 0..0.1s") { try $0.writeSourceFrames(to: &$1) }
    #expect(counted == "frame,source,warped,scale,speed\n0,0,0,1,1\n1,0.2,,,\n")
    #expect(throws: Refusal.usage("--source-frames needs --fps")) {
      try text("--duration 1") { try $0.writeSourceFrames(to: &$1) }
    }
  }

  @Test func outputFramesFillTheResult() throws {
    let rate = FrameRate(Rational(5)!)!
    let rows = try text("--duration 0.2 --fps 5 --constant 2") { try $0.writeOutputFrames(rate: rate, to: &$1) }
    #expect(rows == "frame,warped,source,position\n0,0,0,0\n1,0.2,0.1,0.5\n")
  }

  @Test func timesAreAnsweredInTheirOrder() throws {
    let visits = try text("--play 0..2 --play 2..0") { try $0.writeVisits(of: ["1", "5"], to: &$1) }
    #expect(visits == "source,warped\n1,1\n1,3\n5,\n")
    let sources = try text("--duration 2 --constant 2") { try $0.writeSources(of: ["3", "9"], to: &$1) }
    #expect(sources == "source,warped\n1.5,3\n,9\n")
  }
}

@Suite struct TimeLinesTests {
  @Test func blanksArePassedOverAndTheLastAtHandIsKnown() throws {
    var seen: [String] = []
    try TimeLines.read(MemorySource(Array("1 \n\n \t2\tx\n3".utf8))) { time, isLast in
      seen.append(time + (isLast ? "!" : ""))
    }
    // The line without an end is not complete until the stream has ended.
    #expect(seen == ["1", "2!", "3!"])
  }

  @Test func refusalsNameTheLine() throws {
    let failure = try #require(throws: Failure.self) {
      try TimeLines.read(MemorySource(Array("1\nx\n".utf8))) { time, _ in _ = try TimeSyntax.seconds(time) }
    }
    #expect(failure.status == .input && failure.message.contains(":2"))
  }
}
