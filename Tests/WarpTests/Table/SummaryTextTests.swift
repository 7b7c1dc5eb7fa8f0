import Testing

@testable import Values
@testable import Warp

@Suite struct SummaryTextTests {
  private func text(_ map: TimeMap, _ format: ListingFormat? = nil, rate: FrameRate? = nil) -> String {
    SummaryText(MapSummary(map, of: Clip(frameRate: rate), result: ResultFormat(rate: rate))).text(format)
  }

  @Test func printsLinesForPeople() throws {
    #expect(
      text(try TimeMap(scale: 2, duration: 10), rate: FrameRate(Rational(25)!)) == """
        source duration     10 s
        result duration     20 s
        lowest speed        0.5x
        highest speed       0.5x
        source frames       250 at 25 fps
        result frames       500 at 25 fps

        """)
  }

  @Test func linesContainTheShownDuration() throws {
    let clip = Clip(duration: 25.0 / 3, frameRate: FrameRate(Rational(30000, 1001)!))
    let map = try TimeMap(scale: 0.5, duration: 25.0 / 3).trimmed(from: 1, to: nil)
    let lines = SummaryText(MapSummary(map, of: clip, result: ResultFormat(rate: nil))).text(nil).split(separator: "\n")
    #expect(
      lines.prefix(3) == ["source duration     8.333 s", "shown of it         7.333 s", "result duration     3.667 s"])
    #expect(lines.suffix(2) == ["source frames       250 at 29.97 fps", "result frames       with times of their own"])
  }

  @Test func openEndsAreMarkedAsOpen() throws {
    #expect(text(try TimeMap(scale: 2, duration: nil)).contains("source duration     open, until the input ends\n"))
  }

  @Test func printsARowForPrograms() throws {
    let map = try TimeMap(scale: 2, duration: 10)
    #expect(
      text(map, .csv)
        == "source_duration,warped_duration,smallest_scale,largest_scale,smallest_speed,largest_speed,"
        + "shown_duration,cuts\n10,20,2,2,0.5,0.5,10,0\n"
    )
    #expect(text(map, .json).hasPrefix("{\n  \"source_duration\": 10,\n  \"warped_duration\": 20,\n"))
    #expect(text(map, .json).hasSuffix("\n  \"shown_duration\": 10,\n  \"cuts\": 0\n}\n"))
    #expect(text(try TimeMap(scale: 2, duration: nil), .json).contains("\"warped_duration\": null,"))
  }
}

@Suite struct InstantListingTests {
  @Test func aSourceTimeHasARowForEachVisit() throws {
    let clip = Clip(duration: 4)
    let map = try PlayList(["0..2", "2..0"].map { try PlaySyntax.parse($0, on: clip) }).map()
    #expect(InstantListing.rows(ofSource: 0.5, in: map) == [[0.5, 0.5], [0.5, 3.5]])
    #expect(InstantListing.rows(ofSource: 3, in: map) == [[3, nil]])
  }

  @Test func aWarpedTimeHasOneRow() throws {
    let map = try TimeMap(scale: 2, duration: 10)
    #expect(InstantListing.row(ofWarped: 5, in: map) == [2.5, 5])
    #expect(InstantListing.row(ofWarped: 21, in: map) == [nil, 21])
  }
}
