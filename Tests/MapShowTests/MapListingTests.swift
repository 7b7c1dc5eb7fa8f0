import Commands
import Streams
import Testing
import Tool
import Values

@testable import MapShow

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

  @Test func sourceFramesCoverTheClip() throws {
    let rows = try text("--duration 0.4 --fps 5 --constant 2") { try $0.writeSourceFrames(to: &$1) }
    #expect(rows == "frame,source,warped,scale,speed\n0,0,0,2,0.5\n1,0.2,0.4,2,0.5\n")
    // --frames determines the number of rows, also beyond what the map shows.
    let counted = try text("--frames 2 --fps 5 --trim 0..0.1s") { try $0.writeSourceFrames(to: &$1) }
    #expect(counted == "frame,source,warped,scale,speed\n0,0,0,1,1\n1,0.2,,,\n")
    #expect(throws: Refusal.usage("--source-frames needs --fps")) {
      try text("--duration 1") { try $0.writeSourceFrames(to: &$1) }
    }
  }

  @Test func outputFramesFillTheResult() throws {
    let rate = FrameRate(Rational(5)!)!
    let rows = try text("--duration 0.2 --fps 5 --constant 2") { try $0.writeOutputFrames(rate: rate, to: &$1) }
    #expect(rows == "frame,warped,source,position,shown,shown_source\n0,0,0,0,0,0\n1,0.2,0.1,0.5,0,0\n")
  }

  @Test func answersKeepTheOrderOfTheTimes() throws {
    let visits = try text("--play 0..2 --play 2..0") { try $0.writeVisits(of: ["1", "5"], to: &$1) }
    #expect(visits == "source,warped\n1,1\n1,3\n5,\n")
    let sources = try text("--duration 2 --constant 2") { try $0.writeSources(of: ["3", "9"], to: &$1) }
    #expect(sources == "source,warped\n1.5,3\n,9\n")
  }
}
