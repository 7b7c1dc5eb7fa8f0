import TestMaps
import Testing
import WarpMap

@Suite struct LibraryTests {
  @Test func keyframesOfSpeedMakeTheMapOfTheExample() throws {
    let map = try WarpMap(speed: "0=1x, 2s=0.25x smooth, 4s=1x", duration: 12)
    // From 2 s to 2.5 s, the speed rises from 0.25 to 0.4375: 2 / 0.75 × ln 1.75 s.
    let warped = try #require(map.warped(at: 2.5))
    let atTwo = try #require(map.warped(at: 2))
    #expect(abs(warped - atTwo - 1.492_308_767_827_794) < 1e-12)
    #expect(map.source(at: warped).map { abs($0 - 2.5) < 1e-12 } == true)
    #expect(map.speed(at: warped).map { abs($0 - 0.4375) < 1e-12 } == true)
    #expect(map.sourceStart == 0 && map.sourceEnd == 12)
    #expect(map.warpedDuration == map.warped(at: 12))
  }

  @Test func oneSpeedWithoutADurationPlaysForEver() throws {
    let map = try WarpMap(speed: "200%")
    #expect(map.warpedDuration == nil && map.sourceEnd == nil)
    #expect(map.source(at: 1e6) == 2e6 && map.warped(at: 2e6) == 1e6 && map.speed(at: 3) == 2)
  }

  @Test func outsideOfTheMapThereIsNothing() throws {
    let map = try WarpMap(playing: ["1s..3s"])
    #expect(map.warpedDuration == 2)
    for time in [-1, 2.1, Double.nan, .infinity] { #expect(map.source(at: time) == nil && map.speed(at: time) == nil) }
    for time in [-1, 0.9, 3.1, Double.nan, .infinity] {
      #expect(map.warped(at: time) == nil && map.visits(of: time) == [])
    }
  }

  @Test func partsPlayInAnyOrderAndDirection() throws {
    let map = try WarpMap(playing: ["2s..5s", "5s..2s@2x", "..1s", "9s.."], duration: 10)
    #expect(map.warpedDuration == 6.5 && map.sourceStart == 0 && map.sourceEnd == 10)
    #expect(map.visits(of: 4) == [2, 3.5] && map.warped(at: 4) == 2)
    #expect(map.speed(at: 2) == 1 && map.speed(at: 3.5) == -2)
  }

  @Test func curvesLieOnRangesOfTheSource() throws {
    let map = try WarpMap(curves: ["constant:factor=2@1s..3s", "constant:factor=0.5@50%..60%"], duration: 10)
    #expect(map.warped(at: 3) == 5 && map.warpedDuration == 11.5 && map.speed(at: 2) == 0.5)
    #expect(map.speed(at: 7.2) == 2)
  }

  @Test func changesDoWhatTheyAreCalled() throws {
    let map = try WarpMap(speed: "2x", duration: 8)
    #expect(try map.trimmed(from: 2, to: 6).warpedDuration == 2)
    #expect(try map.trimmed(to: 6).source(at: 1) == 2 && map.trimmed(from: 6).source(at: 0) == 6)
    let frozen = try map.frozen(at: 4, for: 1)
    #expect(frozen.warpedDuration == 5 && frozen.speed(at: 2.5) == 0 && frozen.visits(of: 4) == [2])
    #expect(try map.fitted(to: 8).speed(at: 3) == 1)
    let reversed = try map.reversed()
    #expect(reversed.source(at: 1) == 6 && reversed.speed(at: 1) == -2)
    #expect(try reversed.reversed() == map && map.inverted().speed(at: 1) == 0.5)
    #expect(try map.followed(by: WarpMap(speed: "2x", duration: 4)).warpedDuration == 2)
  }

  @Test(arguments: 0..<40 as Range<UInt64>) func tablesAreReadAsTheyWereWritten(_ seed: UInt64) throws {
    let text = TableText.text(of: RandomRows.rows(seed: seed))
    let map = try WarpMap(table: text)
    #expect(try WarpMap(table: map.table()) == map)
  }

  @Test func aTableIsAsCloseAsItsTolerance() throws {
    let map = try WarpMap(speed: "0=1x, 5s=4x smooth, 10s=0.5x ease-in-out", duration: 12)
    for tolerance in [1e-11, 1e-3] {
      let table = try map.table(tolerance: tolerance)
      #expect(table.hasPrefix("# warp time map 1\nsource\twarped\tscale\n0\t0\t1\n"))
      let read = try WarpMap(table: table)
      for source in stride(from: 0.0, through: 12, by: 0.01) {
        let (exact, near) = (try #require(map.warped(at: source)), try #require(read.warped(at: source)))
        #expect(abs(exact - near) <= tolerance)
      }
    }
    #expect(try WarpMap(speed: "2x").table() == "# warp time map 1\nsource\twarped\tscale\n0\t0\t0.5\ninf\tinf\t0.5\n")
  }
}
