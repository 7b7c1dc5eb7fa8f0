import Foundation
import TestSupport
import Testing

@testable import Plots
@testable import Values
@testable import Warp

@Suite struct PlotAxisTests {
  @Test func ticksAreRound() {
    let rows: [(kind: PlotAxis.Kind, range: ClosedRange<Double>, count: Int, labels: [String])] = [
      (.source, 0...10, 5, ["0", "2", "4", "6", "8", "10"]),
      (.source, 0...1, 10, ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]),
      (.warped, 0...0.03, 4, ["0", "0.01", "0.02", "0.03"]),
      (.warped, 3.3...7.9, 3, ["4", "6"]),
      (.source, 0...119, 6, ["0", "20", "40", "60", "80", "100"]),
      (.source, 0...200, 6, ["0:00", "1:00", "2:00", "3:00"]),
      (.source, 0...5400, 4, ["0:00", "30:00", "1:00:00", "1:30:00"]),
      (.warped, 0...1_000_000, 4, ["0:00", "72:00:00", "144:00:00", "216:00:00"]),
      (.source, 1000...1000.4, 4, ["1000", "1000.1", "1000.2", "1000.3", "1000.4"]),
      (.source, 0...2.1e-12, 5, ["0", "5e-13", "1e-12", "1.5e-12", "2e-12"]),
    ]
    for row in rows {
      #expect(PlotAxis(kind: row.kind, range: row.range).ticks(atMost: row.count).map(\.label) == row.labels)
    }
  }

  /// In any range, ticks lie within it, are evenly spaced, at most one more than requested, and have labels that parse
  /// as their values.
  @Test func ticksFitTheirAxis() throws {
    var random = SplitMix64(seed: 7)
    for _ in 0..<2000 {
      let start = random.whole(below: 2) == 0 ? 0 : random.double(-1000, 1000)
      let length: Double = exp(random.double(-16, 16))
      let range = start...(start + length)
      let count = 3 + random.whole(below: 10)
      let ticks = PlotTick.decimal(in: range, atLeast: length / Double(count))
      #expect((1...count + 1).contains(ticks.count), "seed 7: \(range) \(count)")
      let grace = 1e-8 * length
      for tick in ticks {
        #expect(start - grace <= tick.value && tick.value <= range.upperBound + grace, "seed 7: \(range) \(count)")
        #expect(NumberSyntax.parse(tick.label) == tick.value)
        #expect(tick.label.count <= 15, "seed 7: \(tick.label) on \(range)")
      }
      let steps = zip(ticks, ticks.dropFirst()).map { $1.value - $0.value }
      for step in steps { #expect(abs(step - steps[0]) <= 1e-6 * steps[0] + 5e-13, "seed 7: \(range) \(count)") }
    }
  }

  /// Without its margins of a twentieth, the axis reaches from the slowest to the fastest speed and contains 1x, unless
  /// that would hide how the speeds vary.
  @Test func theSpeedAxisFitsItsCurve() {
    let rows: [(speeds: [Double], low: Double, high: Double)] = [
      ([1, 1], 0.5, 2), ([-1, -1], 0.5, 2), ([], 0.5, 2), ([4], 1, 8), ([0.25], 0.125, 1), ([0.25, 0.5], 0.25, 1),
      ([2, 4], 1, 4), ([-1, 2], 1, 2), ([30, 40], 30, 40), ([1.001, 1.004], 1, 1.004), ([1, 1e300, 8], 1, 8),
      ([1e-300, 0.5], 0.25, 1), ([1, 500], 1, 500),
    ]
    for row in rows {
      let sizes = SpeedAxis(fitting: row.speeds).sizes
      let headroom = exp(0.05 * log(row.high / row.low))
      #expect(abs(sizes.lowerBound * headroom / row.low - 1) < 1e-12, "\(row)")
      #expect(abs(sizes.upperBound / headroom / row.high - 1) < 1e-12, "\(row)")
    }
  }

  @Test func speedTicksAreRoundAndContainOne() {
    let rows: [(speeds: [Double], count: Int, labels: [String])] = [
      ([0.25, 1], 7, ["0.25x", "0.5x", "1x"]), ([-0.25, -1], 7, ["-1x", "-0.5x", "-0.25x"]),
      ([0.1, 10], 7, ["0.125x", "0.25x", "0.5x", "1x", "2x", "4x", "8x"]), ([0.1, 10], 4, ["0.1x", "1x", "10x"]),
      ([-1, 2], 6, ["-2x", "-1x", "1x", "2x"]), ([1, 500], 7, ["1x", "10x", "100x"]), ([0.01, 1], 2, ["0.01x", "1x"]),
      ([1.001, 1.004], 5, ["1x", "1.001x", "1.002x", "1.003x", "1.004x"]), ([0.8, 1.2], 4, ["0.8x", "1x", "1.2x"]),
      ([30, 40], 5, ["30x", "35x", "40x"]), ([1, 1e6], 3, ["1x", "1000x", "1000000x"]),
    ]
    for row in rows { #expect(SpeedAxis(fitting: row.speeds).ticks(atMost: row.count).map(\.label) == row.labels) }
  }

  /// Scales of tables may be as small as Double allows.
  @Test func theSpeedAxisStaysFinite() throws {
    for scale in [1e-301, 1e-200, 1e8] {
      let axis = Plot(try TimeMap(scale: scale, duration: 1)).speed
      #expect(axis.sizes.upperBound.isFinite && axis.sizes.lowerBound > 0 && !axis.ticks(atMost: 7).isEmpty)
    }
  }

  /// A doubling has the same height everywhere. On an axis with both directions, backward play is upside down.
  @Test func theSpeedAxisIsLogarithmic() {
    let forward = SpeedAxis(fitting: [0.25, 4])
    let octaves = [0.25, 0.5, 1, 2, 4].map(forward.share)
    for (low, high) in zip(octaves, octaves.dropFirst()) { #expect(abs(high - low - octaves[1] + octaves[0]) < 1e-12) }
    #expect(octaves[2] == 0.5 && forward.share(of: 1e300) == 1 && forward.share(of: 1e-300) == 0)
    #expect(SpeedAxis(fitting: [-0.25, -4]).share(of: -2) == forward.share(of: 2))
    let both = SpeedAxis(fitting: [0.25, -4])
    #expect(both.share(of: 2) == 0.5 + forward.share(of: 2) / 2)
    #expect(both.share(of: -2) == 0.5 - forward.share(of: 2) / 2)
  }

  @Test func numbersAndTimesAreRoundedForPeople() {
    let numbers = [
      (0.0, "0"), (2 / 3.0, "0.67"), (12.3456, "12.35"), (0.012345, "0.012"), (1e-6, "1e-6"),
      (4e15, "4000000000000000"),
    ]
    for (value, text) in numbers { #expect(BriefText.number(value) == text) }
    let durations = [
      (10.0, "10 s"), (12.5, "12.5 s"), (125, "2:05"), (125.256, "2:05.26"), (3723.5, "1:02:03.5"), (119.999, "120 s"),
    ]
    for (value, text) in durations { #expect(BriefText.duration(value) == text) }
  }

  @Test func captionsBreakBetweenClausesFirst() {
    let clauses = ["speed 0.5 to 1.5", "10 s become 12.5 s", "a clause that is far too long"]
    #expect(
      PlotCaption.lines(clauses, separator: "; ", width: 20)
        == ["speed 0.5 to 1.5", "10 s become 12.5 s", "a clause that is far", "too long"])
    #expect(PlotCaption.lines(clauses, separator: "; ", width: 36)[0] == "speed 0.5 to 1.5; 10 s become 12.5 s")
  }

  @Test func aScaleOfZeroHasNoFastestSpeed() throws {
    let cubic = try #require(Cubic(from: 0, to: 1, rise: 1, startScale: 0, endScale: 2))
    let map = try TimeMap([Piece(.cubic(cubic), from: 0, to: 1, at: 0)])
    #expect(Plot(map).caption == ["speed 0.5x and up", "1 s become 1 s"])
  }
}
