import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct AnchorTests {
  static func map(_ texts: [String], _ easing: Anchors.Easing = .linear, duration: Double? = nil) throws -> TimeMap {
    let clip = Clip(duration: duration, frameRate: FrameRate(Rational(25)!))
    return try Anchors(texts.map { try AnchorSyntax.parse($0, on: clip) }, easing: easing).map(duration: duration)
  }

  @Test func everyAnchorHasItsWarpedTime() throws {
    for easing in Anchors.Easing.allCases {
      let map = try Self.map(["6s=3s", "2s=1.5s", "8s=10s"], easing)
      #expect(map.warpedLength == 10)
      for (source, warped) in [(0.0, 0.0), (2, 1.5), (6, 3), (8, 10)] {
        #expect(map.visits(of: source).map(\.warped) == [warped], "\(easing) \(source)")
        #expect(map.instant(at: warped)?.source == source, "\(easing) \(source)")
      }
    }
  }

  @Test func linearIsStraightBetweenAnchors() throws {
    let map = try Self.map(["2s=1s", "4s=5s"])
    for (warped, source) in [(0.5, 1.0), (2, 2.5), (3, 3), (4, 3.5)] {
      #expect(map.instant(at: warped)?.source == source)
    }
  }

  @Test func sourceAfterTheLastAnchorPlaysAtScaleOne() throws {
    let map = try Self.map(["2s=6s"], duration: 10)
    #expect(map.warpedLength == 14)
    #expect(map.instant(at: 10)?.source == 6 && map.instant(at: 10)?.scale == 1)
    #expect(try Self.map(["2s=6s"]).warpedLength == 6)
    #expect(try Self.map(["10s=6s"], duration: 10).warpedLength == 6)
  }

  @Test func sourceMayFallAndRepeat() throws {
    for easing in Anchors.Easing.allCases {
      let map = try Self.map(["5s=5s", "5s=7s", "1s=9s", "4s=12s"], easing)
      #expect(map.warpedLength == 12)
      #expect(map.instant(at: 6) == TimeMap.Instant(source: 5, scale: nil, direction: .still))
      #expect(map.instant(at: 8)?.direction == .backward)
      #expect(map.instant(at: 11)?.direction == .forward)
      #expect(map.visits(of: 5).map(\.warped) == [5])
      #expect(map.visits(of: 1).map(\.warped).last == 9)
      #expect(map.visits(of: 4).count == 3)
    }
  }

  @Test func anchorAtWarpedZeroIsTheStart() throws {
    let map = try Self.map(["5s=0s", "8s=3s"])
    #expect(map.instant(at: 0)?.source == 5)
    #expect(map.sourceRange.start == 5 && map.warpedLength == 3)
    #expect(try Self.map(["0=0", "2s=1s"]) == Self.map(["2s=1s"]))
  }

  @Test func duplicateAnchorsCountOnce() throws {
    for easing in Anchors.Easing.allCases {
      let once = try Self.map(["2s=1s", "4s=5s", "6s=6s"], easing)
      let twice = try Self.map(["2s=1s", "4s=5s", "4s=5s", "6s=6s"], easing)
      for step in 0...60 {
        let warped = Double(step) / 10
        #expect(
          abs(twice.instant(at: warped)!.source - once.instant(at: warped)!.source) < 1e-12, "\(easing) \(warped)")
      }
    }
  }

  /// While the source keeps its direction, the scale does not jump, and warped time never falls.
  @Test func smoothHasNoKinksWithinARun() throws {
    var random = SplitMix64(seed: 6)
    for turn in 0..<100 {
      var (source, warped) = (0.0, 0.0)
      let texts = (0..<6).map { _ in
        source += random.double(0.1, 3)
        warped += random.double(0.01, 3)
        return "\(NumberSyntax.print(source))=\(NumberSyntax.print(warped))"
      }
      let map = try Self.map(texts, .smooth)
      for (piece, next) in zip(map.pieces, map.pieces.dropFirst()) {
        let (before, after) = (piece.signedScale(at: piece.sourceEnd)!, next.signedScale(at: next.sourceStart)!)
        #expect(abs(before - after) <= 1e-12 * before, "seed 6, turn \(turn): \(texts)")
      }
      var last = -1.0
      for step in 0...500 {
        let warped = try #require(map.visits(of: step == 500 ? source : source * Double(step) / 500).first).warped
        #expect(warped >= last, "seed 6, turn \(turn): \(texts)")
        last = warped
      }
    }
  }

  /// A smooth curve through points on a straight line is that line.
  @Test func smoothThroughAStraightLineIsStraight() throws {
    let map = try Self.map(["1s=2s", "3s=6s", "3.5s=7s"], .smooth)
    for step in 0...70 {
      #expect(abs(map.instant(at: Double(step) / 10)!.source - Double(step) / 20) < 1e-13)
    }
  }

  @Test(arguments: [
    ("is not an anchor", ["", "2s"]), ("is not a time in the video", ["=", "=5s", "x=1", "-1=2", "nan=1"]),
    ("is not a time (anchor", ["2s=", "2s=5s=6s", "1=x", "2=-1", "2s=25%", "1=inf"]),
    ("'11s' is after the end of the video", ["11s=5s"]),
  ])
  func refusesInvalidAnchors(_ problem: String, _ texts: [String]) {
    for text in texts { #expect(complaint { try Self.map([text], duration: 10) }.contains(problem)) }
  }

  @Test func refusesTwoSourcesOnOneInstantAndAnEmptyResult() {
    #expect(complaint { try Self.map(["2s=5s", "3s=5s"]) }.hasPrefix("two anchors are at 5 s of the result"))
    #expect(complaint { try Self.map(["0=0"]) }.hasPrefix("the result would be empty"))
  }
}
