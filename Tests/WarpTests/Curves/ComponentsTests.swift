import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct ComponentsTests {
  static func map(_ specs: [String], duration: Double) throws -> TimeMap {
    let clip = Clip(duration: duration)
    return try Components(specs.map { try CurveSyntax.parse($0, on: clip) }, duration: duration).map()
  }

  private static let sets: [String: (specs: [String], duration: Double)] = [
    "six": (
      [
        "constant@0s..1s", "triangle@1s..2s", "cosine@2s..3s", "tapered-cosine@3s..4s", "power@4s..5s",
        "double-smoothstep@5s..6s",
      ], 6
    ),
    "gaps": (
      [
        "smoothstep:factor=3,modifier=0.8@0.1..0.3", "smoothstep-flipped:factor=3,modifier=0.8@30%..45%",
        "sine:factor=0.4,modifier=0.25@0.7..0.95",
      ], 1
    ),
  ]

  @Test func agreesWithExactValues() throws {
    let rows = try Golden.rows("components")
    #expect(rows.count == 66)
    for (name, set) in Self.sets {
      let map = try Self.map(set.specs, duration: set.duration)
      for row in rows where row[0] == name {
        let (source, warped) = (Double(row[1])! * set.duration, Double(row[2])! * set.duration)
        let visit = try #require(map.visits(of: source).first)
        #expect(abs(visit.warped - warped) <= 1e-12 * max(1, set.duration), "\(row): \(visit.warped)")
      }
    }
  }

  /// 0.07 of ten seconds is a rounding error more than 0.7. This is not an overlap, and no piece plays backward.
  @Test func rangesThatOverlapByRoundingTouch() throws {
    let map = try Self.map(["constant:factor=2@0..0.07", "constant:factor=3@0.7s..1s"], duration: 10)
    #expect(map.pieces.count == 3)
    #expect(map.onlyPlaysForward)
    #expect(abs((map.warpedLength ?? 0) - 11.3) < 1e-14)
  }

  @Test func orderOfComponentsDoesNotMatter() throws {
    let (specs, duration) = Self.sets["six"]!
    #expect(try Self.map(specs.reversed(), duration: duration) == Self.map(specs, duration: duration))
  }

  @Test func timeOutsideAllRangesHasScaleOne() throws {
    let map = try Self.map(["constant:factor=3@2s..4s", "constant:factor=0.5@4s..6s"], duration: 10)
    #expect(map.warpedLength == 13.0)
    for (warped, source, scale) in [
      (1, 1, 1), (2, 2, 3), (5, 3, 3), (8, 4, 0.5), (8.5, 5, 0.5), (9, 6, 1), (13, 10, 1),
    ] as [(Double, Double, Double)] {
      let instant = try #require(map.instant(at: warped))
      #expect(abs(instant.source - source) < 1e-14)
      #expect(instant.scale == scale, "at \(warped)")
    }
  }

  @Test func rangesMayTouchButNotOverlap() throws {
    #expect(throws: Never.self) { try Self.map(["ramp@0..0.3", "sine@30%..60%", "cosine@6s..10s"], duration: 10) }
  }

  @Test(arguments: [
    (["ramp@1s..3s", "sine@2s..4s"], "sine at 2s..4s overlaps ramp at 1s..3s", "free parts: 0s..1s, 3s..10s"),
    (
      ["ramp@1s..3s", "sine@2s..4s", "power@6s..9.5s"], "sine at 2s..4s overlaps ramp at 1s..3s",
      "free parts: 0s..1s, 3s..6s, 9.5s..10s"
    ),
    (["ramp", "sine@2s..4s"], "sine at 2s..4s overlaps ramp at 0s..10s", "the curves already cover the whole video"),
    (["ramp@2s..4s", "sine@2s..4s"], "sine at 2s..4s overlaps ramp at 2s..4s", "free parts: 0s..2s, 4s..10s"),
    (
      ["ramp@0s..9s", "sine@1s..2s", "cosine@3s..4s"], "sine at 1s..2s overlaps ramp at 0s..9s",
      "free parts: 9s..10s"
    ),
  ])
  func errorNamesEveryFreeGap(_ curves: [String], _ problem: String, _ advice: String) {
    #expect(throws: Refusal.usage(problem, advice: advice)) { try Self.map(curves, duration: 10) }
  }

  @Test(arguments: ["ramp@5s..11s", "ramp@50%..101%", "ramp@0:09..0:11"])
  func rangesMustLieInTheClip(_ spec: String) {
    #expect(complaint { try Self.map([spec], duration: 10) }.contains("after the end of the video (curve"))
  }

  @Test func curveOnARangeEqualsCurveOnAClipOfThatLength() throws {
    for name in CurveSyntax.names.map(\.name) {
      let whole = try Self.map([name], duration: 3)
      let part = try Self.map(["\(name)@4s..7s"], duration: 10)
      for step in 0...20 {
        let source = Double(step) * 0.15
        let expected = try #require(whole.visits(of: source).first).warped + 4
        let warped = try #require(part.visits(of: 4 + source).first).warped
        #expect(abs(warped - expected) < 1e-12, "\(name) at \(source)")
      }
    }
  }
}
