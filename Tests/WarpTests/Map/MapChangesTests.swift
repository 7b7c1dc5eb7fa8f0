import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct MapChangesTests {
  private static func line(_ duration: Double = 10) throws -> TimeMap { try TimeMap(scale: 1, duration: duration) }

  private static func bounce() throws -> TimeMap { try PlayListTests.map(["0s..6s", "6s..2s@2x", "4s..10s"]) }

  // MARK: Trim

  @Test func trimmingKeepsThePartBetween() throws {
    let map = try Self.line().trimmed(from: 2, to: 5)
    #expect(map.warpedLength == 3)
    #expect(map.instant(at: 0)?.source == 2 && map.instant(at: 3)?.source == 5)
    #expect(try Self.line().trimmed(from: 0, to: nil) == Self.line())
    #expect(try Self.line().trimmed(from: 3, to: nil).warpedLength == 7)
    #expect(try Self.line().trimmed(from: 3, to: 100).warpedLength == 7)
  }

  @Test func trimmingAppliesToEveryStretch() throws {
    let map = try Self.bounce().trimmed(from: 3, to: 5)
    // Forward 3..5, backward 5..3 at double speed, forward 4..5.
    #expect(map.warpedLength == 4.0)
    #expect(map.visits(of: 4.5).map(\.warped) == [1.5, 2.25, 3.5])
    #expect(map.sourceRange.start == 3 && map.sourceRange.end == 5)
  }

  @Test func aTrimmedCurveIsThePartOfTheWholeOne() throws {
    for name in CurveSyntax.names.map(\.name) {
      let whole = try ComponentsTests.map([name], duration: 10)
      let part = try whole.trimmed(from: 1.7, to: 8.2)
      let start = try #require(whole.visits(of: 1.7).first).warped
      for step in 0...50 {
        let source = step == 50 ? 8.2 : 1.7 + 6.5 * Double(step) / 50
        let expected = try #require(whole.visits(of: source).first).warped - start
        #expect(abs(try #require(part.visits(of: source).first).warped - expected) < 1e-13, "\(name) at \(source)")
      }
      let table = try part.tabulated(tolerance: 1e-11)
      #expect(table.distance(from: part) <= 1e-11, "\(name)")
    }
  }

  @Test func trimmingAnOpenMapMayCloseIt() throws {
    let open = try TimeMap(scale: 2, duration: nil)
    #expect(try open.trimmed(from: 3, to: 5).warpedLength == 4)
    let still = try open.trimmed(from: 3, to: nil)
    #expect(still.warpedLength == nil && still.instant(at: 4)?.source == 5)
    let table = try TableText.map("0 0\n4 2\ninf inf 3\n")
    #expect(try table.trimmed(from: 2, to: 6).warpedLength == 7)
    #expect(try table.closed(at: 6).warpedLength == 8)
    #expect(try table.closed(at: 6).closed(at: 9).warpedLength == 8)
  }

  @Test func aTrimThatLeavesNothingIsRefused() throws {
    for (start, end, reason) in [
      (5.0, 5.0, "FROM before TO"), (6, 5, "FROM before TO"), (10, 12, "does not play"), (11, 12, "does not play"),
    ] {
      let refusal = complaint { try Self.line().trimmed(from: start, to: end) }
      #expect(refusal.hasPrefix("--trim keeps nothing") && refusal.contains(reason))
    }
  }

  @Test func readsTrims() throws {
    let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))
    for (text, start, end) in [
      ("2s..5s", 2, 5), ("..5", 0, 5), ("2..", 2, nil), ("..", 0, nil), ("20%..0:05", 2, 5), ("50f..", 2, nil),
    ] as [(String, Double, Double?)] {
      let trim = try ChangeSyntax.part(text, on: clip)
      #expect(trim.start == start && trim.end == end, "\(text)")
    }
    for text in ["", "2", "2-5", "2:5"] {
      #expect(complaint { try ChangeSyntax.part(text, on: clip) }.hasPrefix("'\(text)' is not a range (--trim); "))
    }
    for text in ["x..5", "2..y", "-1..5"] {
      #expect(complaint { try ChangeSyntax.part(text, on: clip) }.contains("a time in the video (--trim '\(text)')"))
    }
  }

  // MARK: Freeze

  @Test func freezeStopsTheSourceAndDelaysTheRest() throws {
    let map = try Self.line().frozen(at: 4, for: 2.5)
    #expect(map.warpedLength == 12.5)
    for (warped, source) in [(3, 3), (4, 4), (5, 4), (6.5, 4), (7.5, 5), (12.5, 10)] as [(Double, Double)] {
      #expect(map.instant(at: warped)?.source == source, "at \(warped)")
    }
    #expect(map.instant(at: 5)?.direction == .still && map.instant(at: 6.5)?.direction == .forward)
    #expect(map.visits(of: 4).map(\.warped) == [4])
  }

  @Test func everyVisitFreezes() throws {
    let map = try Self.bounce().frozen(at: 5, for: 1)
    #expect(map.warpedLength == 17)
    #expect(map.visits(of: 5).map(\.warped) == [5, 7.5, 11])
    let turn = try Self.bounce().frozen(at: 6, for: 1)
    #expect(turn.visits(of: 6).map(\.warped) == [6, 11])
  }

  @Test func freezesWorkAtBothEnds() throws {
    let start = try Self.line().frozen(at: 0, for: 1)
    #expect(start.instant(at: 0.5)?.source == 0 && start.warpedLength == 11 && start.instant(at: 2)?.source == 1)
    let end = try Self.line().frozen(at: 10, for: 1)
    #expect(end.instant(at: 10.5)?.source == 10 && end.warpedLength == 11)
  }

  @Test func theSameFreezeTwiceAddsUp() throws {
    let map = try Self.line().frozen(at: 4, for: 1).frozen(at: 4, for: 2)
    #expect(map.warpedLength == 13)
    #expect(map.visits(of: 4).map(\.warped) == [4])
    #expect(map.pieces.count == 3)
  }

  @Test func freezesDoNotDisturbEachOther() throws {
    let one = try Self.bounce().frozen(at: 3, for: 1).frozen(at: 5, for: 2)
    let other = try Self.bounce().frozen(at: 5, for: 2).frozen(at: 3, for: 1)
    #expect(one.warpedLength == other.warpedLength)
    for step in 0...220 {
      let warped = Double(step) / 10 * 1.0001
      #expect(abs((one.instant(at: warped)?.source ?? 0) - (other.instant(at: warped)?.source ?? 0)) < 1e-12)
    }
  }

  @Test func openEndsCanBeFrozen() throws {
    let map = try TimeMap(scale: 2, duration: nil).frozen(at: 3, for: 1)
    #expect(map.warpedLength == nil)
    #expect(map.instant(at: 6.5)?.source == 3 && map.instant(at: 9)?.source == 4)
    #expect(map.visits(of: 3).map(\.warped) == [6] && map.visits(of: 5).map(\.warped) == [11])
    let atStart = try TimeMap(scale: 2, duration: nil).frozen(at: 0, for: 1)
    #expect(atStart.instant(at: 3)?.source == 1)
  }

  @Test func frozenCurveContinuesWhereItStopped() throws {
    let whole = try ComponentsTests.map(["sine@1s..9s"], duration: 10)
    let frozen = try whole.frozen(at: 4, for: 1.5)
    for source in [0.5, 2, 3.9, 4, 4.1, 7, 10] {
      let expected = try #require(whole.visits(of: source).first).warped + (source > 4 ? 1.5 : 0)
      #expect(abs(try #require(frozen.visits(of: source).first).warped - expected) < 1e-13, "at \(source)")
    }
  }

  @Test func impossibleFreezesAreRefused() throws {
    #expect(complaint { try Self.line().frozen(at: 11, for: 1) }.contains("at 11 s: the map never plays that"))
    let part = try Self.line().trimmed(from: 2, to: 5)
    #expect(complaint { try part.frozen(at: 1, for: 1) }.contains("at 1 s: the map never plays that"))
    #expect(complaint { try Self.line().frozen(at: 4, for: 0) }.hasPrefix("--freeze needs a length above 0; "))
  }

  @Test func readsFreezes() throws {
    let clip = Clip(duration: 10, frameRate: FrameRate(Rational(25)!))
    for (text, source, length) in [("4s=2s", 4, 2), ("40%=500ms", 4, 0.5), ("100f=1:00", 4, 60)]
      as [(String, Double, Double)]
    {
      let freeze = try ChangeSyntax.freeze(text, on: clip)
      #expect(freeze.source == source && freeze.length == length, "\(text)")
    }
    for text in ["", "4s"] {
      #expect(complaint { try ChangeSyntax.freeze(text, on: clip) }.hasPrefix("'\(text)' is not a freeze"))
    }
    for (text, time) in [
      ("4s=", "time"), ("4s=25%", "time"), ("4s=-1", "time"), ("=2s", "time in the video"),
      ("x=1", "time in the video"),
    ] {
      #expect(complaint { try ChangeSyntax.freeze(text, on: clip) }.contains("is not a \(time) (freeze '\(text)')"))
    }
  }

  // MARK: Fit

  @Test func fittedMapHasExactlyTheLength() throws {
    var random = SplitMix64(seed: 13)
    for seed in 400..<430 as Range<UInt64> {
      let length = random.double(0.1, 5000)
      let map = try RandomRows.map(seed: seed).fitted(to: length)
      #expect(map.warpedLength == length, "seed \(seed) to \(length)")
      let read = try TableText.map(TableText.text(of: map))
      #expect(read.warpedLength == length, "seed \(seed) to \(length)")
    }
    for name in CurveSyntax.names.map(\.name) {
      let map = try ComponentsTests.map([name], duration: 10).fitted(to: 7.1)
      #expect(try TableText.map(TableText.text(of: map)).warpedLength == 7.1, "\(name)")
    }
  }

  @Test func fittingScalesFreezesToo() throws {
    for seed in 430..<450 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed)
      let length = try #require(map.warpedLength)
      let fitted = try map.fitted(to: 3 * length)
      for step in 0..<100 {
        let warped = length * Double(step) / 100
        let (one, other) = (try #require(map.instant(at: warped)), try #require(fitted.instant(at: 3 * warped)))
        guard one.direction == other.direction else { continue }
        #expect(abs(one.source - other.source) < 1e-9, "seed \(seed) at \(warped)")
        #expect(abs((one.scale ?? 0) * 3 - (other.scale ?? 0)) < 1e-6, "seed \(seed) at \(warped)")
      }
    }
  }

  @Test func fittingNeedsALengthAndAMapWithAnEnd() throws {
    #expect(throws: Refusal.usage("--fit needs a length above 0")) { try Self.line().fitted(to: 0) }
    let open = try TimeMap(scale: 1, duration: nil)
    #expect(complaint { try open.fitted(to: 5) }.hasPrefix("--fit needs a map that ends; add --duration"))
  }

  // MARK: Reverse

  @Test func reversingMirrorsWarpedTime() throws {
    for seed in 500..<530 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed)
      let length = try #require(map.warpedLength)
      let reversed = try map.reversed()
      #expect(reversed.warpedLength == length)
      for step in 1..<200 {
        let warped = length * (Double(step) + 0.37) / 201
        let (one, other) = (try #require(map.instant(at: warped)), try #require(reversed.instant(at: length - warped)))
        #expect(abs(one.source - other.source) < 1e-9, "seed \(seed) at \(warped)")
        #expect(abs((one.scale ?? 0) + (other.scale ?? 0)) < 1e-5, "seed \(seed) at \(warped)")
      }
    }
  }

  @Test func reversingTwiceChangesNothing() throws {
    for seed in 530..<560 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed)
      let twice = try map.reversed().reversed()
      let (rows, other) = (MapTable.rows(of: map), MapTable.rows(of: try twice.tabulated(tolerance: 1e-11)))
      #expect(rows.count == other.count, "seed \(seed)")
      for (row, same) in zip(rows, other) {
        #expect(row.source == same.source && row.scale == same.scale, "seed \(seed)")
        #expect(abs(row.warped - same.warped) < 1e-13, "seed \(seed)")
      }
    }
  }

  @Test func aReversedClipPlaysFromItsEnd() throws {
    let map = try Self.line().reversed()
    #expect(map.instant(at: 0) == TimeMap.Instant(source: 10, scale: -1, direction: .backward))
    #expect(map.instant(at: 10)?.source == 0)
    #expect(map.visits(of: 3).map(\.warped) == [7])
    let open = try TimeMap(scale: 1, duration: nil)
    #expect(complaint { try open.reversed() }.hasPrefix("--reverse needs a map that ends; add --duration"))
  }

  @Test func changesCombine() throws {
    let map = try Self.line().trimmed(from: 2, to: 6).frozen(at: 4, for: 4).fitted(to: 4).reversed()
    #expect(map.warpedLength == 4)
    for (warped, source) in [(0, 6), (0.5, 5), (1, 4), (2.9, 4), (3.5, 3), (4, 2)] as [(Double, Double)] {
      #expect(abs(map.instant(at: warped)!.source - source) < 1e-14, "at \(warped)")
    }
  }
}
