import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct PlayListTests {
  private static let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))

  static func map(_ texts: [String]) throws -> TimeMap {
    try PlayList(texts.map { try PlaySyntax.parse($0, on: clip) }).map()
  }

  @Test func partsPlayInTheOrderTheyAreGiven() throws {
    let map = try Self.map(["4s..6s", "0s..2s@2x", "8s..7s@50%"])
    #expect(map.warpedLength == 5.0)
    for (warped, source, scale) in [
      (0, 4, 1), (1, 5, 1), (2, 0, 0.5), (2.5, 1, 0.5), (3, 8, -2), (4, 7.5, -2), (5, 7, -2),
    ] as [(Double, Double, Double)] {
      #expect(map.instant(at: warped)?.source == source && map.instant(at: warped)?.scale == scale, "at \(warped)")
    }
    #expect(map.horizon(at: 0) == 0 && map.horizon(at: 3) == 7)
  }

  @Test func allNotationsOfInstantsAreRead() throws {
    let parts = try ["20%..50%", "0:02..0:05", "50f..125f", "2..5", "2000ms..5s"].map {
      try PlaySyntax.parse($0, on: Self.clip)
    }
    for part in parts { #expect(part.from == 2 && part.to == 5 && part.speed == 1) }
  }

  @Test func forwardThenBackwardVisitsEveryInstantTwiceButTheTurn() throws {
    let map = try Self.map(["0s..5s", "5s..0s"])
    #expect(map.visits(of: 2).map(\.warped) == [2, 8])
    #expect(map.visits(of: 2).map(\.scale) == [1, -1])
    #expect(map.visits(of: 5).map(\.warped) == [5])
    #expect(map.visits(of: 0).map(\.warped) == [0, 10])
    #expect(map.visits(of: 6).isEmpty)
  }

  @Test func stretchDoesNotContainItsEndBeforeACut() throws {
    let map = try Self.map(["0s..5s", "7s..9s"])
    #expect(map.visits(of: 5).isEmpty)
    #expect(map.visits(of: 7).map(\.warped) == [5])
    #expect(map.visits(of: 9).map(\.warped) == [7])
    #expect(map.instant(at: 5)?.source == 7)
  }

  @Test(arguments: [
    ("is not a part to play", ["", "2s", "2s-5s"]), ("starts and ends at the same time", ["2s..2s"]),
    ("is not a speed", ["2s..5s@", "2s..5s@2", "2s..5s@2x@3x"]), ("would stop playback", ["2s..5s@0x"]),
    ("is negative", ["2s..5s@-1x"]), ("is not a time in the video", ["x..5s", "2s..y", "-2s..5s", "2s..inf"]),
    ("is after the end of the video", ["2s..11s", "11s..2s"]),
  ])
  func refusesInvalidParts(_ problem: String, _ texts: [String]) {
    for text in texts {
      #expect(complaint { try Self.map([text]) }.contains(problem))
    }
  }
}
