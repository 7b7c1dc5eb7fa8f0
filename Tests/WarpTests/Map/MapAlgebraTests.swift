import TestMaps
import TestSupport
import Testing

@testable import Expressions
@testable import Warp

/// Inverses and successions of maps, and their laws.
@Suite struct MapAlgebraTests {
  private static func table(_ text: String) throws -> TimeMap { try TableText.map(text) }

  private static func refusal(_ text: String) -> String { complaint { try table(text).inverted() } }

  // MARK: Examples

  @Test func inversionExchangesCutsAndFreezes() throws {
    // Shows 0…2 s at half speed, holds 2 s for 3 s, skips 2…6 s, shows 6…7 s.
    let map = try Self.table("0 0\n2 4\n2 7\n6 7\n7 8\n")
    #expect(MapTable.rows(of: try map.inverted()).map(\.source) == [0, 4, 7, 7, 8])
    #expect(MapTable.rows(of: try map.inverted()).map(\.warped) == [0, 2, 2, 6, 7])
    #expect(try map.inverted().inverted() == map)
  }

  @Test func lateMapInvertsToOneThatHoldsFirst() throws {
    let inverse = try TimeMap(scale: 2, duration: 10).trimmed(from: 4, to: nil).inverted()
    #expect(inverse.warpedLength == 10)
    #expect(inverse.instant(at: 3)?.source == 0 && inverse.instant(at: 3)?.direction == .still)
    #expect(inverse.instant(at: 7)?.source == 6)
  }

  @Test func anOpenEndStaysOpen() throws {
    let map = try Self.table("0 0\n4 2\ninf inf 4\n")
    #expect(try map.inverted().openEnd == TimeMap.OpenEnd(source: 2, warped: 4, scale: 0.25))
    let late = try Self.table("0 0\n4 2\n6 2\ninf inf 4\n").inverted()
    #expect(late.instant(at: 5)?.source == 2 && late.instant(at: 8)?.source == 10)
    let twice = try map.followed(by: TimeMap(scale: 3, duration: nil))
    #expect(twice.instant(at: 6)?.source == 4 && twice.openEnd?.scale == 12)
    #expect(try map.followed(by: TimeMap(scale: 1, duration: 10)).warpedLength == 10)
    #expect(try TimeMap(scale: 1, duration: 6).followed(by: map).warpedLength == 10)
  }

  @Test func partsInAnyOrderHaveAnInverse() throws {
    let inverse = try Self.table("5 0\n10 5\n0 5\n5 10\n").inverted()
    #expect(inverse.instant(at: 1)?.source == 6 && inverse.instant(at: 6)?.source == 1)
  }

  @Test func freezeOnAPartPlayedElsewhereIsDropped() throws {
    let inverse = try Self.table("0 0\n5 5\n3 5\n3 6\n5 6\n9 10\n").inverted()
    #expect(inverse == (try Self.table("0 0\n5 5\n6 5\n10 9\n")))
  }

  @Test func aMapWithoutAnInverseIsRefusedWithTheFirstPlace() throws {
    let cases = [
      ("0 0\n5 5\n2 8\n9 15\n", "plays backward", "5 s in the source, 5 s in the result"),
      ("0 0\n5 5\n3 5\n8 10\n", "twice", "3 s in the source, 5 s in the result"),
      ("4 0\n8 4\n0 4\n9 13\n2 13\n3 14\n", "twice", "4 s in the source, 8 s in the result"),
      ("5 0\n9 4\n3 4\ninf inf 2\n", "twice", "5 s in the source, 8 s in the result"),
    ]
    for (text, reason, place) in cases {
      let refusal = Self.refusal(text)
      #expect(refusal.contains(reason) && refusal.contains("(at \(place))"))
    }
    #expect(Self.refusal("0 0\n0 3\n").contains("empty"))
  }

  @Test func successionAppliesTheSecondMapToTheFirstResult() throws {
    let double = try TimeMap(scale: 0.5, duration: 10)
    #expect(try double.followed(by: TimeMap(scale: 0.5, duration: 5)).warpedLength == 2.5)
    let bounce = try Self.table("0 0\n5 5\n0 10\n")
    let both = try double.followed(by: bounce)
    #expect(both.instant(at: 4)?.source == 8 && both.instant(at: 6)?.source == 8)
    #expect(both.instant(at: 6)?.scale == -0.5)
    let frozen = try Self.table("0 0\n3 3\n3 5\n6 8\n").followed(by: TimeMap(scale: 2, duration: 8))
    #expect(frozen.stretches.map(\.direction) == [.forward, .still, .forward] && frozen.warpedLength == 16)
    #expect(try bounce.followed(by: Self.table("4 0\n4 2\n")).instant(at: 1)?.source == 4)
  }

  @Test func aSuccessionBeyondTheResultIsRefused() throws {
    let refusal = complaint { try TimeMap(scale: 1, duration: 5).followed(by: TimeMap(scale: 1, duration: 6)) }
    #expect(refusal.contains("6 s") && refusal.contains("--trim ..5s"))
    // If the second map is longer than the first one's result only by rounding, the last instant is held.
    let long = try TimeMap(scale: 1, duration: 5).followed(by: TimeMap(scale: 1, duration: 5.000_000_1))
    #expect(long.warpedLength == 5.000_000_1 && long.sourceRange.end == 5)
    let back = try TimeMap(scale: 1, duration: 5).followed(by: TimeMap(scale: 1, duration: 5.000_000_1).reversed())
    #expect(back.warpedLength == 5.000_000_1 && back.instant(at: 5.000_000_1)?.source == 0)
  }

  @Test func aScaleOfZeroHasAnInverse() throws {
    let map = try ExpressionCurve.map(scale: "sin(PI*u)", duration: 10)
    let table = try map.inverted().tabulated(tolerance: 1e-9)
    for step in 0...20 {
      let source = Double(step) / 2
      let warped = try #require(map.firstVisit(of: source)).warped
      #expect(abs(try #require(table.firstVisit(of: warped)).warped - source) <= 2e-9, "\(source)")
    }
  }

  // MARK: Laws

  /// Warped times inside the pieces of a map.
  private static func samples(_ map: TimeMap, _ random: inout SplitMix64) -> [(piece: Piece, warped: Double)] {
    map.pieces.map { ($0, random.double($0.warpedStart, $0.warpedEnd)) }
  }

  /// The allowed error in seconds, at a place where one second of one axis is `slope` seconds of the other.
  private static func allowed(_ slopes: Double...) -> Double { 1e-11 * (slopes.map(abs) + [1]).max()! }

  @Test func aMapAndItsInverseCancelOut() throws {
    for seed in Campaign.share(of: 0..<UInt64(10_000)) {
      let map = try AlgebraMaps.invertible(seed: seed, isOrdered: seed % 4 > 0)
      let inverse = try map.inverted()
      let (there, back) = (try map.followed(by: inverse), try inverse.followed(by: map))
      var random = SplitMix64(seed: seed)
      for (piece, warped) in Self.samples(map, &random) where piece.direction == .forward {
        let source = random.double(piece.sourceStart, piece.sourceEnd)
        let scale = try #require(piece.signedScale(at: source))
        #expect(abs(there.instant(at: source)!.source - source) <= Self.allowed(1 / scale), "seed \(seed)")
        let other = try #require(piece.instant(at: warped).scale)
        #expect(abs(back.instant(at: warped)!.source - warped) <= Self.allowed(other), "seed \(seed)")
      }
    }
  }

  @Test func theInverseOfAnInverseIsTheMap() throws {
    for seed in Campaign.share(of: 0..<UInt64(10_000)) {
      let map = try AlgebraMaps.invertible(seed: seed, isOrdered: seed % 4 > 0)
      let twice = try map.inverted().inverted()
      var random = SplitMix64(seed: seed)
      for (piece, warped) in Self.samples(map, &random) {
        let (instant, expected) = (twice.instant(at: warped)!, piece.instant(at: warped))
        let slope = expected.scale.map { 1 / $0 } ?? 1
        #expect(abs(instant.source - expected.source) <= Self.allowed(slope), "seed \(seed)")
        #expect(instant.direction == expected.direction, "seed \(seed)")
      }
    }
  }

  @Test func successionIsAssociative() throws {
    for seed in Campaign.share(of: 0..<UInt64(10_000)) {
      let a = try AlgebraMaps.any(seed: seed, on: 1000)
      let b = try AlgebraMaps.any(seed: seed + 1_000_000, on: a.warpedLength!)
      let c = try AlgebraMaps.any(seed: seed + 2_000_000, on: b.warpedLength!)
      let (ab, bc) = (try a.followed(by: b), try b.followed(by: c))
      let (left, right) = (try ab.followed(by: c), try a.followed(by: bc))
      #expect(abs(left.warpedLength! - c.warpedLength!) < 1e-9 && left.warpedLength == right.warpedLength)
      var random = SplitMix64(seed: seed)
      for (piece, warped) in Self.samples(left, &random) {
        // Next to a cut, rounding may lead to its other side.
        guard warped - piece.warpedStart > 1e-8, piece.warpedEnd - warped > 1e-8 else { continue }
        let (middle, first) = (c.instant(at: warped)!, bc.instant(at: warped)!)
        func speed(_ scale: Double?) -> Double { scale.map { 1 / $0 } ?? 1 }
        let slopes = (
          speed(left.instant(at: warped)!.scale), speed(a.instant(at: first.source)?.scale),
          speed(b.instant(at: middle.source)?.scale)
        )
        let allowed = Self.allowed(slopes.0, slopes.1, slopes.1 * slopes.2)
        #expect(
          abs(left.instant(at: warped)!.source - right.instant(at: warped)!.source) <= allowed, "seed \(seed)")
        // By definition: first c, then b, then a.
        let shown = a.instant(at: b.instant(at: middle.source)!.source)!.source
        #expect(abs(left.instant(at: warped)!.source - shown) <= allowed, "seed \(seed)")
      }
    }
  }

  @Test func tablesOfInversesAndSuccessionsAreExact() throws {
    for seed in Campaign.share(of: 0..<UInt64(200)) {
      let map = try AlgebraMaps.invertible(seed: seed)
      var random = SplitMix64(seed: seed)
      for other in [try map.inverted(), try map.followed(by: AlgebraMaps.any(seed: seed, on: map.warpedLength!))] {
        let table = try other.tabulated(tolerance: 1e-11)
        for (piece, warped) in Self.samples(other, &random) {
          let speed = piece.instant(at: warped).scale.map { 1 / $0 } ?? 1
          let error = abs(table.instant(at: warped)!.source - piece.instant(at: warped).source)
          #expect(error <= 2 * Self.allowed(speed), "seed \(seed)")
        }
      }
    }
  }
}
