import TestMaps
import TestSupport
import Testing

@testable import Warp

@Suite struct TimeMapTests {
  /// Forward at 1, a freeze at 2, backward at double length, a cut to 8, forward at half length.
  private static func everything() throws -> TimeMap {
    try TableText.map("0 0\n2 2\n2 3\n1 5\n8 5\n10 6\n")
  }

  @Test(
    arguments: [
      (0, 0, 1, .forward), (1.5, 1.5, 1, .forward), (2, 2, nil, .still), (2.9, 2, nil, .still), (3, 2, -2, .backward),
      (4, 1.5, -2, .backward), (5, 8, 0.5, .forward), (5.5, 9, 0.5, .forward), (6, 10, 0.5, .forward),
    ] as [(Double, Double, Double?, Direction)])
  func everyInstantShowsOneSourceTime(_ warped: Double, _ source: Double, _ scale: Double?, _ direction: Direction)
    throws
  {
    let instant = try Self.everything().instant(at: warped)
    #expect(instant == TimeMap.Instant(source: source, scale: scale, direction: direction))
  }

  @Test func outsideTheMapNothingIsShown() throws {
    let map = try Self.everything()
    #expect(map.instant(at: -1e-9) == nil)
    #expect(map.instant(at: 6.0.nextUp) == nil)
    #expect(map.warpedLength == 6)
  }

  @Test(
    arguments: [
      (0, [0]), (0.5, [0.5]), (1, [1]), (1.5, [1.5, 4]), (2, [2]), (3, []), (8, [5]), (9, [5.5]), (10, [6]), (10.1, []),
    ] as [(Double, [Double])])
  func everyVisitIsFoundInOrderOfWarped(_ source: Double, _ warped: [Double]) throws {
    #expect(try Self.everything().visits(of: source).map(\.warped) == warped)
  }

  @Test func theHorizonIsTheEarliestSourceStillToCome() throws {
    let map = try Self.everything()
    for (warped, source) in [(0, 0), (0.75, 0.75), (1.5, 1), (3, 1), (4, 1), (5, 8), (5.5, 9)] as [(Double, Double)] {
      #expect(map.horizon(at: warped) == source, "at \(warped)")
    }
    #expect(map.horizon(at: 6) == 10)
    #expect(map.horizon(at: 6.1) == .infinity)
  }

  @Test func anOpenEndGoesOnUntilTheInputEnds() throws {
    let map = try TableText.map("0 0\n2 4\ninf inf 0.5\n")
    #expect(map.warpedLength == nil)
    #expect(map.sourceRange.start == 0 && map.sourceRange.end == nil)
    #expect(map.instant(at: 4) == TimeMap.Instant(source: 2, scale: 0.5, direction: .forward))
    #expect(map.instant(at: 1e6)?.source == 2 + (1e6 - 4) / 0.5)
    #expect(map.visits(of: 100).map(\.warped) == [53])
    #expect(map.horizon(at: 5) == 4)
    #expect(complaint { try map.requiredLength(for: "--fit") }.hasPrefix("--fit needs a map that ends; add --duration"))
  }

  @Test func anOpenMapFromZeroIsTheIdentity() throws {
    let map = try TimeMap(scale: 1, duration: nil)
    for time in [0, 0.1, 1 / 3.0, 12345.678] {
      #expect(map.instant(at: time)?.source == time)
      #expect(map.visits(of: time).map(\.warped) == [time])
    }
    #expect(map.visits(of: -1).isEmpty && map.instant(at: -1) == nil)
  }

  @Test func aClosedIdentityIsExact() throws {
    let map = try TimeMap(scale: 1, duration: 10.01)
    var random = SplitMix64(seed: 11)
    for turn in 0..<2000 {
      let time = random.double(0, 10.01)
      #expect(abs(map.instant(at: time)!.source - time) <= 4e-15, "seed 11, turn \(turn)")
      #expect(abs(map.visits(of: time)[0].warped - time) <= 4e-15, "seed 11, turn \(turn)")
    }
  }

  @Test(arguments: [1.1, 0.3, 1.0 / 3, 2.7, 0.9, 1e-3])
  func aConstantScaleIsTheSameNumberEverywhere(_ scale: Double) throws {
    for map in [
      try TimeMap(scale: scale, duration: 10), try TimeMap(scale: scale, duration: 10).trimmed(from: 1, to: 9),
    ] {
      for frame in 30...270 {
        let visit = try #require(map.visits(of: Double(frame) / 30).first)
        #expect(visit.scale == scale)
        #expect(try #require(map.instant(at: visit.warped)).scale == scale)
      }
    }
  }

  /// To the last bit, for rising and random warped times, on, next to and outside borders of pieces.
  @Test func cursorAgreesWithTheMap() throws {
    for seed in 100..<140 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let length = map.warpedLength ?? (map.pieces.last?.warpedEnd ?? 0) + 5
      var marching = MapCursor(map)
      for step in 0...1000 {
        let warped = length * Double(step) / 1000
        #expect(marching.instant(at: warped) == map.instant(at: warped), "seed \(seed) at \(warped)")
      }
      var random = SplitMix64(seed: seed)
      var jumping = MapCursor(map)
      for turn in 0..<300 {
        let border = map.pieces.isEmpty ? 0 : map.pieces[random.whole(below: map.pieces.count)].warpedEnd
        let warped = [border, border.nextDown, border.nextUp, random.double(-1, length + 1)][random.whole(below: 4)]
        #expect(jumping.instant(at: warped) == map.instant(at: warped), "seed \(seed), turn \(turn) at \(warped)")
      }
    }
  }

  @Test func cursorAgreesWithTheMapOnCurves() throws {
    let map = try ComponentsTests.map(["sine@1s..4s", "power@4s..6s"], duration: 8).frozen(at: 5, for: 1).fitted(to: 17)
    var cursor = MapCursor(map)
    for step in 0...1000 {
      let warped = 17 * Double(step) / 1000
      #expect(cursor.instant(at: warped) == map.instant(at: warped))
    }
  }

  @Test func firstVisitIsTheFirstOfAllVisits() throws {
    for seed in 300..<340 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let sources = (0...200).map { Double($0) / 10 } + map.pieces.flatMap { [$0.sourceStart, $0.sourceEnd] }
      for source in sources {
        #expect(map.firstVisit(of: source) == map.visits(of: source).first, "seed \(seed) at \(source)")
      }
    }
  }

  @Test func noInstantLiesBeforeTheHorizonOfAnEarlierOne() throws {
    for seed in 200..<240 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let length = map.warpedLength ?? (map.pieces.last?.warpedEnd ?? 0) + 5
      let times = (0..<400).map { length * Double($0) / 400 } + map.pieces.flatMap { [$0.warpedStart, $0.warpedEnd] }
      var earliest = Double.infinity
      for warped in times.sorted().reversed() {
        let source = try #require(map.instant(at: warped)).source
        earliest = min(earliest, source)
        let horizon = map.horizon(at: warped)
        #expect(horizon <= earliest + 1e-13 * max(1, source), "seed \(seed) at \(warped)")
      }
    }
  }

  /// The horizon (the earliest source time still to be shown) is an end of a piece, or the instant shown now.
  @Test func horizonIsNotEarlierThanNecessary() throws {
    for seed in 240..<280 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed)
      let length = try #require(map.warpedLength)
      for step in 0..<200 {
        let warped = length * Double(step) / 200
        let horizon = map.horizon(at: warped)
        let ends = map.pieces.filter { $0.warpedEnd > warped }.flatMap { piece in
          [piece.sourceEnd] + (piece.warpedStart > warped ? [piece.sourceStart] : [])
        }
        let attained = ends + [try #require(map.instant(at: warped)).source]
        #expect(attained.contains(horizon), "seed \(seed) at \(warped): \(horizon)")
        #expect(attained.allSatisfy { $0 >= horizon - 1e-13 }, "seed \(seed) at \(warped): \(horizon)")
      }
    }
  }

  /// Also where the scale is 0 at an instant, so that the speed is infinite.
  @Test func sourceIsMonotoneWithinAPiece() throws {
    for seed in 280..<320 as Range<UInt64> {
      for piece in try RandomRows.map(seed: seed).pieces where piece.law != nil {
        let sign: Double = piece.direction == .forward ? 1 : -1
        var last = piece.sourceStart
        for step in 1...40 {
          let source = piece.instant(at: piece.warpedStart + piece.warpedLength * Double(step) / 40).source
          #expect(sign * (source - last) >= -1e-14 * max(1, source), "seed \(seed), \(piece) at step \(step)")
          last = source
        }
      }
    }
    let steep = try TableText.map("2 0 -3\n1 1 -3\n")
    #expect(abs(steep.instant(at: 0.5)!.source - 1.5) < 1e-5)
  }

  /// `instant(at:)` of a visit returns the visited source time, within 1e-12 of the clip's length, where the scale is
  /// at least 0.01.
  @Test(arguments: CurveSyntax.names.map(\.name))
  func instantUndoesVisits(_ name: String) throws {
    for (factor, modifier) in [(1.5, 0.5), (0.1, 0.1), (4, 1), (2.2, 0.013)] {
      for duration in [10.0, 3600] {
        let exact = try MapFitTests.map(name, factor, modifier, duration)
        for map in [exact, try TableText.map(TableText.text(of: exact))] {
          try Self.expectInverse(of: map, duration: duration, "\(name) F \(factor) M \(modifier) D \(duration)")
        }
      }
    }
  }

  private static func expectInverse(of map: TimeMap, duration: Double, _ name: String) throws {
    var random = SplitMix64(seed: 12)
    for turn in 0..<60 {
      let source = turn == 0 ? 0 : turn == 1 ? duration : random.double(0, duration)
      let visit = try #require(map.visits(of: source).first, "\(name) never shows \(source)")
      guard let scale = visit.scale, scale >= 0.01 else { continue }
      let inverse = try #require(map.instant(at: visit.warped)).source
      #expect(
        abs(inverse - source) <= 1e-12 * duration, "\(name), seed 12, turn \(turn): \(source) gave \(inverse)")
    }
  }

  @Test func everyShownInstantIsAmongItsVisits() throws {
    for seed in 300..<340 as Range<UInt64> {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let length = map.warpedLength ?? (map.pieces.last?.warpedEnd ?? 0) + 5
      var random = SplitMix64(seed: seed)
      for turn in 0..<50 {
        let warped = random.double(0, length)
        let instant = try #require(map.instant(at: warped))
        let visits = map.visits(of: instant.source).map(\.warped)
        #expect(visits == visits.sorted())
        guard let scale = instant.scale else { continue }
        let nearest = visits.map { abs($0 - warped) }.min() ?? .infinity
        #expect(nearest <= 1e-12 * max(1, abs(scale)) * 20, "seed \(seed), turn \(turn) at \(warped)")
      }
    }
  }

  /// The index finds exactly the stretches that touch the span.
  @Test func theIndexFindsEveryStretch() throws {
    var random = SplitMix64(seed: 9)
    for count in [1, 2, 31, 32, 33, 1024, 1025, 5000] {
      var (source, rows) = (0.0, "0 0\n")
      for number in 1...count {
        source = max(0, source + random.double(0.1, 1) * (number % 2 == 0 ? -1 : 1.01))
        rows += "\(source) \(number)\n"
      }
      let map = try TableText.map(rows)
      #expect(map.stretches.count >= count / 2)
      for _ in 0..<20 {
        let start = random.double(-1, 4)
        let end = start + random.double(0, 1) * Double(random.whole(below: 2))
        let found = Array(map.stretches(between: start, and: end))
        #expect(found == map.stretches.filter { $0.earliestSource <= end && $0.latestSource >= start })
      }
    }
  }

  @Test func emptyAndTooLongMapsAreRefused() throws {
    #expect(complaint { try TimeMap([]) }.hasPrefix("the result would be empty"))
    for (scale, duration) in [(1, 1e9.nextUp), (1e6, 1e9)] {
      #expect(complaint { try TimeMap(scale: scale, duration: duration) }.hasPrefix("the result would be too long"))
    }
  }
}
