import TestMaps
import TestSupport
import Testing

@testable import Expressions
@testable import Warp

@Suite struct RoundTripTests {
  @Test func readingAndWritingATableChangesNothing() throws {
    for seed in 600..<800 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let tabulated = try map.tabulated(tolerance: 1e-11)
      #expect(tabulated == map, "seed \(seed)")
      for format in [ListingFormat.tsv, .csv] {
        let text = TableText.text(of: MapTable.rows(of: map), format)
        #expect(try TableText.map(text) == map, "seed \(seed): \(text)")
        #expect(TableText.text(of: MapTable.rows(of: try TableText.map(text)), format) == text, "seed \(seed)")
      }
    }
  }

  /// The other tools read what warp-map prints to the last digit, for maps that were changed in any way.
  @Test func writtenTableReadsBackExactly() throws {
    for seed in 800..<860 as Range<UInt64> {
      var map = try RandomRows.map(seed: seed)
      if seed % 2 == 0 {
        map = try map.frozen(at: try #require(map.instant(at: map.warpedLength! / 3)).source, for: 0.7)
      }
      if seed % 7 == 0 { map = try map.trimmed(from: map.sourceRange.start + 0.5, to: map.sourceRange.end! - 0.1) }
      if seed % 3 == 0 { map = try map.fitted(to: 12.3) }
      if seed % 5 == 0 { map = try map.reversed() }
      try Self.expectRoundTrip(of: map, "seed \(seed)")
    }
  }

  /// The tolerance holds for maps that were trimmed, frozen, fitted to a thousandfold length and reversed.
  @Test func tablesOfChangedMapsAreWithinTheTolerance() throws {
    for seed in 860..<1060 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var map = try RandomRows.map(seed: seed)
      let stop = try #require(map.instant(at: random.double(0, map.warpedLength!))).source
      if random.whole(below: 2) == 0 { map = try map.frozen(at: stop, for: random.double(0.001, 1000)) }
      if random.whole(below: 2) == 0, let trimmed = try? map.trimmed(from: stop, to: nil) { map = trimmed }
      if random.whole(below: 2) == 0 { map = try map.fitted(to: random.double(0.001, 10000)) }
      if random.whole(below: 2) == 0 { map = try map.reversed() }
      let length = try #require(map.warpedLength)
      for tolerance in [1e-11, 1e-4] {
        let table = try map.tabulated(tolerance: tolerance)
        #expect(try TableText.map(TableText.text(of: MapTable.rows(of: table))) == table, "seed \(seed)")
        for step in 0..<40 {
          let warped = length * Double(step) / 40
          let (exact, found) = (try #require(map.instant(at: warped)), try #require(table.instant(at: warped)))
          guard exact.direction == found.direction, let scale = exact.scale, abs(scale) > 1e-3 else { continue }
          let allowed = 2 * (tolerance + 8 * length.ulp) / abs(scale) + 1e-13
          #expect(abs(exact.source - found.source) <= allowed, "seed \(seed) at \(warped)")
        }
      }
    }
  }

  @Test(arguments: CurveSyntax.names.map(\.name))
  func everyCurveSurvivesTheTable(_ name: String) throws {
    for (factor, modifier, duration) in [
      (1.5, 0.5, 10.0), (0.1, 0.1, 3600), (4, 1, 0.5), (1e-3, 1e-3, 10), (50, 0.9, 10),
    ] {
      let map = try MapFitTests.map(name, factor, modifier, duration)
      try Self.expectRoundTrip(of: map, "\(name) F \(factor) M \(modifier) D \(duration)")
      try Self.expectRoundTrip(of: map.reversed(), "\(name) F \(factor) M \(modifier) D \(duration), reversed")
    }
  }

  @Test func otherFamiliesSurviveTheTable() throws {
    let maps = [
      "speed": try SpeedTests.map("0=1x, 2s=0.25x smooth, 3s=0.25x, 4s=1x ease-in-out, 5s=3x bezier(0.3,-0.2,0.7,1.2)"),
      "upright": try SpeedTests.map("0=1x, 5s=4x bezier(1,0,0,1), 9s=1x bezier(0,1,1,0)"),
      "open": try SpeedTests.map("0=1x, 2s=0.25x smooth", duration: nil),
      "anchors": try AnchorTests.map(["2s=1s", "4s=6s", "4s=7s", "1s=9s", "8s=12s"], .smooth, duration: 10),
      "play": try PlayListTests.map(["0s..5s", "5s..2s@0.3x", "7s..9s@300%"]),
      "constant": try TimeMap(scale: 1.1, duration: 10), "identity": try TimeMap(scale: 1, duration: nil),
      "expression": try ExpressionCurve.map(scale: "1+abs(sin(5*u))*if(gt(u,0.6),2,0.5)", duration: 10),
      "integral": try ExpressionCurve.map(integral: "d*u^4", duration: 10),
      "components": try ComponentsTests.map(["sine@1s..4s", "ramp:factor=0.1,modifier=1e-3@4s..6s"], duration: 10),
    ]
    for (name, map) in maps { try Self.expectRoundTrip(of: map, name) }
  }

  private static func expectRoundTrip(of map: TimeMap, _ name: String) throws {
    let table = try map.tabulated(tolerance: 1e-11)
    let rows = MapTable.rows(of: table)
    for format in [ListingFormat.tsv, .csv] {
      let read = try TableText.map(TableText.text(of: rows, format))
      #expect(read == table, "\(name) as \(format)")
      #expect(read.warpedLength == map.warpedLength && read.openEnd == map.openEnd, "\(name) as \(format)")
    }
  }

  @Test func printsTheExpectedTable() throws {
    let map = try PlayListTests.map(["0s..2s", "2s..1s@0.5x", "8s..9s"]).frozen(at: 1.5, for: 1)
    #expect(
      TableText.text(of: MapTable.rows(of: try map.tabulated(tolerance: 1e-11))) == """
        # warp time map 1
        source\twarped\tscale
        0\t0\t1
        1.5\t1.5\t1
        1.5\t2.5\t1
        2\t3\t1
        2\t3\t-2
        1.5\t4\t-2
        1.5\t5\t-2
        1\t6\t-2
        8\t6\t1
        9\t7\t1

        """)
  }
}
