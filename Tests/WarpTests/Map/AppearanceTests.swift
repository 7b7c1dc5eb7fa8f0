import TestMaps
import TestSupport
import Testing

@testable import Warp

/// When a span of source time is on screen.
@Suite struct AppearanceTests {
  private static func spans(_ map: TimeMap, _ start: Double, _ end: Double) -> [[Double]] {
    map.appearances(from: start, to: end).map { [$0.warpedStart, $0.warpedEnd] }
  }

  @Test func spanAppearsOncePerUnbrokenShowing() throws {
    let twice = try TimeMap(scale: 2, duration: 10)
    #expect(Self.spans(twice, 1, 3) == [[2, 6]])
    #expect(Self.spans(twice, 9, 12) == [[18, 20]])
    #expect(Self.spans(twice, 11, 12) == [])
    #expect(Self.spans(try TimeMap(scale: 0.5, duration: nil), 4, 6) == [[2, 3]])
  }

  @Test func freezesLengthenAppearances() throws {
    let map = try TimeMap(scale: 1, duration: 10).frozen(at: 4, for: 2)
    #expect(Self.spans(map, 3, 5) == [[3, 7]])
    #expect(Self.spans(map, 4, 5) == [[4, 7]])
    // The freeze shows the instant where the span ends.
    #expect(Self.spans(map, 3, 4) == [[3, 4]])
  }

  /// A freeze on the instant does not count. Beyond its ends, an appearance continues at the speed it has there.
  @Test func elapsedTimeIsExtrapolatedBeyondTheEnds() throws {
    let frozen = try TimeMap(scale: 1, duration: 10).frozen(at: 4, for: 2)
    let long = try #require(frozen.appearances(from: 3, to: 5).first)
    #expect([3, 4, 4.5, 5].map { frozen.elapsed(at: $0, in: long) } == [0, 1, 3.5, 4])
    let bent = try TableText.map("0 0\n2 4\n4 5\n")
    let part = try #require(bent.appearances(from: 1, to: 3).first)
    #expect([0, 1, 2, 3, 4].map { bent.elapsed(at: $0, in: part) } == [-2, 0, 2, 2.5, 3])
  }

  @Test func backwardPlayMirrorsAppearancesAndTurnsJoinThem() throws {
    #expect(Self.spans(try TimeMap(scale: 1, duration: 10).reversed(), 1, 3) == [[7, 9]])
    let turn = try TableText.map("0 0\n4 4\n0 8\n")
    #expect(Self.spans(turn, 1, 2) == [[1, 2], [6, 7]])
    #expect(Self.spans(turn, 3, 5) == [[3, 5]])
    #expect(Self.spans(try TableText.map("0 0\n4 4\n4 6\n0 10\n"), 3, 4) == [[3, 4], [6, 7]])
  }

  @Test func jumpsWithinTheSpanDoNotBreakAppearances() throws {
    let map = try TableText.map("0 0\n2 2\n3 2\n5 4\n")
    #expect(Self.spans(map, 1, 4) == [[1, 3]])
    #expect(Self.spans(map, 2.2, 2.8) == [])
  }

  /// By definition: the map is split wherever the span may appear or vanish, and each part is tested in its middle.
  @Test func appearancesMatchTheDefinition() throws {
    for seed in 0..<400 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let map = try RandomRows.map(seed: seed)
      let length = map.warpedLength!
      for _ in 0..<25 {
        let start = random.double(0, 20)
        let end = start + random.double(0, 4)
        var cuts = [0, length] + map.pieces.map(\.warpedEnd)
        cuts += (map.visits(of: start) + map.visits(of: end)).map(\.warped)
        cuts.sort()
        var expected: [[Double]] = []
        for (from, to) in zip(cuts, cuts.dropFirst()) where to - from > 1e-9 {
          let source = map.instant(at: (from + to) / 2)!.source
          guard source >= start, source < end else { continue }
          if let last = expected.last, from - last[1] < 1e-9 {
            expected[expected.count - 1][1] = to
          } else {
            expected.append([from, to])
          }
        }
        let spans = Self.spans(map, start, end).filter { $0[1] - $0[0] > 1e-9 }
        let isNear =
          spans.count == expected.count
          && zip(spans, expected).allSatisfy { abs($0[0] - $1[0]) < 1e-8 && abs($0[1] - $1[1]) < 1e-8 }
        #expect(isNear, "seed \(seed), \(start)..\(end): \(spans) instead of \(expected)")
      }
    }
  }

  @Test func timeWithinAnAppearanceIsCountedFromItsStart() throws {
    let map = try TimeMap(scale: 2, duration: 10).trimmed(from: 2, to: 8)
    let whole = map.appearances(from: 1, to: 5)[0]
    #expect(whole.warpedStart == 0 && whole.length == 6)
    #expect([1, 2, 3, 5, 6].map { map.elapsed(at: $0, in: whole) } == [-2, 0, 2, 6, 8])
    let back = try map.reversed()
    let mirrored = back.appearances(from: 1, to: 5)[0]
    #expect(mirrored.warpedStart == 6 && mirrored.beginsBackward)
    #expect([1, 2, 3, 5, 6].map { back.elapsed(at: $0, in: mirrored) } == [8, 6, 4, 0, -2])
  }
}
