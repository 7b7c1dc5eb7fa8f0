import Testing

@testable import Warp

@Suite struct SummaryTextTests {
  private func text(_ map: TimeMap, _ format: ListingFormat? = nil, rate: FrameRate? = nil) -> String {
    SummaryText(MapSummary(map, frameRate: rate)).text(format)
  }

  @Test func linesAreForPeople() throws {
    #expect(
      text(try TimeMap(scale: 2, duration: 10), rate: FrameRate(Rational(25)!)) == """
        source duration     10 s
        warped duration     20 s
        smallest scale      2
        largest scale       2
        smallest speed      0.5x
        largest speed       0.5x
        frames              250
        average frame rate  12.5 fps

        """)
  }

  @Test func whatIsMissingIsSaid() throws {
    #expect(text(try TimeMap(scale: 2, duration: nil)).contains("source duration     open, until the input ends\n"))
  }

  @Test func aRowIsForPrograms() throws {
    let map = try TimeMap(scale: 2, duration: 10)
    #expect(
      text(map, .csv)
        == "source_duration,warped_duration,smallest_scale,largest_scale,smallest_speed,largest_speed\n10,20,2,2,0.5,0.5\n"
    )
    #expect(text(map, .json).hasPrefix("{\n  \"source_duration\": 10,\n  \"warped_duration\": 20,\n"))
    #expect(text(map, .json).hasSuffix("\n  \"largest_speed\": 0.5\n}\n"))
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
