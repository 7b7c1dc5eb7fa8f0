import TestMaps
import TestSupport
import Testing

@testable import Found
@testable import Values
@testable import Warp

/// Maps along which a quantity grows evenly.
@Suite struct EvenCurveTests {
  /// A quantity whose rate varies between 0 and 2, with a value every 0.3 s on average.
  private static func points(_ random: inout SplitMix64, duration: Double) -> [EvenCurve.Point] {
    var (source, total, rate) = (0.0, random.double(-50, 50), 1.0)
    var points: [EvenCurve.Point] = []
    while source < duration {
      points.append(EvenCurve.Point(source: source, total: total))
      let step = random.double(0.1, 0.5)
      rate = min(2, max(0, rate + random.double(-0.4, 0.4)))
      (source, total) = (source + step, total + rate * step)
    }
    points.append(EvenCurve.Point(source: duration, total: total))
    return points
  }

  private static func total(at source: Double, _ points: [EvenCurve.Point]) -> Double {
    let next = min(max(1, points.firstIndex { $0.source > source } ?? points.count), points.count - 1)
    let (point, after) = (points[next - 1], points[next])
    return point.total + (after.total - point.total) * (source - point.source) / (after.source - point.source)
  }

  /// Without averaging and limits, the quantity is proportional to the result's time.
  @Test func growthIsEven() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let duration = random.double(5, 60)
      let points = Self.points(&random, duration: duration)
      let curve = try EvenCurve(points, speeds: 1e-3...1e3, window: 0)
      let length = random.double(0.3, 3) * duration
      let map = try curve.map(duration: duration, evenIn: 0...duration, lasting: length)
      #expect(abs(map.warpedLength! - length) < 1e-9 * length, "seed \(seed)")
      let (first, growth) = (points[0].total, points.last!.total - points[0].total)
      for step in 0...40 {
        let share = Double(step) / 40
        let source = map.instant(at: length * share)!.source
        // Where the quantity hardly grows, the speed limits add some time.
        #expect(abs((Self.total(at: source, points) - first) / growth - share) < 0.01, "seed \(seed), \(share)")
      }
    }
  }

  /// Each speed is within the limits. Between them, the averaged rate and the scale have a constant ratio.
  @Test func speedsStayWithinLimits() throws {
    for seed in 0..<100 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let duration = random.double(5, 60)
      let points = Self.points(&random, duration: duration)
      let (slowest, fastest, window) = (random.double(0.2, 0.8), random.double(1.5, 6), random.double(0.2, 4))
      let curve = try EvenCurve(points, speeds: slowest...fastest, window: window)
      let map = try curve.map(duration: duration, evenIn: 0...duration, lasting: duration)
      #expect(abs(map.warpedLength! - duration) < 1e-9 * duration, "seed \(seed)")
      var gains: [Double] = []
      for _ in 0..<60 {
        let source = random.double(window / 2, max(window / 2, duration - window / 2))
        let near = 1e-5
        guard source + near < duration, window < duration else { continue }
        func warped(_ source: Double) -> Double { map.visits(of: source).first?.warped ?? 0 }
        let scale = (warped(source + near) - warped(source - near)) / (2 * near)
        #expect((slowest * 0.999...fastest * 1.001).contains(1 / scale), "seed \(seed)")
        let rate = Self.total(at: source + window / 2, points) - Self.total(at: source - window / 2, points)
        guard (slowest * 1.01...fastest * 0.99).contains(1 / scale) else { continue }
        gains.append(scale / (rate / window))
      }
      if let least = gains.min(), let most = gains.max() { #expect(most < least * 1.001, "seed \(seed)") }
    }
  }

  @Test func growthIsEvenOnlyInThePart() throws {
    let points = [(0.0, 0.0), (4, 4), (8, 24), (10, 24)].map { EvenCurve.Point(source: $0.0, total: $0.1) }
    let map = try EvenCurve(points, window: 0).map(duration: 10, evenIn: 2...6, lasting: 4)
    // From 2 to 6 s the total grows by 12, of which 2 come before 4 s: a sixth of the result's 4 s.
    let visits = [2.0, 4, 6, 10].map { map.visits(of: $0)[0].warped }
    #expect(zip(visits, [2, 2 + 4.0 / 6, 6, 10]).allSatisfy { abs($0 - $1) < 1e-9 }, "\(visits)")
  }

  /// Before the first and after the last value, the nearest rate continues.
  @Test func nearestRateContinuesBeyondTheValues() throws {
    let points = [(5.0, 0.0), (6, 1), (7, 4)].map { EvenCurve.Point(source: $0.0, total: $0.1) }
    let map = try EvenCurve(points, window: 0).map(duration: 10, evenIn: 0...10, lasting: 18)
    #expect(abs(map.visits(of: 6)[0].warped - 6) < 1e-9)
  }

  @Test func impossibleLengthsAreRefusedWithThePossibleOnes() throws {
    let points = [(0.0, 0.0), (4, 4), (8, 4), (10, 24)].map { EvenCurve.Point(source: $0.0, total: $0.1) }
    let curve = try EvenCurve(points, speeds: 0.5...4, window: 0)
    func map(_ length: Double) throws -> TimeMap { try curve.map(duration: 10, evenIn: 0...10, lasting: length) }
    // From 4 to 8 s nothing grows, so these four seconds always play at the fastest speed.
    #expect(try abs(map(2.5).warpedLength! - 2.5) < 1e-9)
    #expect(try abs(map(13).warpedLength! - 13) < 1e-9)
    for length in [2.49, 13.01] {
      #expect(complaint { try map(length) }.contains("from 2.5 to 13 s"))
    }
    let still = try EvenCurve([EvenCurve.Point(source: 0, total: 3), EvenCurve.Point(source: 9, total: 3)])
    #expect(
      complaint { try still.map(duration: 9, evenIn: 0...9, lasting: 9) }.contains("does not grow from 0 to 9 s"))
  }

  private static func points(_ lines: [String], hasRates: Bool) throws -> [[Double]] {
    var read = EvenLines(on: Clip(frameRate: FrameRate(Rational(25)!)), hasRates: hasRates)
    for line in lines { try read.take(line) }
    return read.points.map { [$0.source, $0.total] }
  }

  @Test func linesAreTotalsOrRates() throws {
    #expect(try Self.points(["0 -3", "50f\t-1", "0:03,2.5e1"], hasRates: false) == [[0, -3], [2, -1], [3, 25]])
    #expect(try Self.points(["1;2", "2;4", "4;0"], hasRates: true) == [[1, 0], [2, 3], [4, 7]])
  }

  @Test(arguments: [
    ("0 1|1 0.5", false, "the value falls from 1 to 0.5"), ("0 1|0 2", false, "the time 0 is not later"),
    ("0 1|1", false, "not TIME VALUE"), ("0 x", false, "'x' is not a value"), ("0 nan", true, "'nan' is not a value"),
    ("0 1e16", false, "not a value"), ("-1 0", false, "'-1' is not a time"), ("0 -1", true, "the rate -1 is below 0"),
  ])
  func invalidLinesAreRefused(_ lines: String, hasRates: Bool, saying part: String) {
    let lines = lines.split(separator: "|").map(String.init)
    #expect(complaint { try Self.points(lines, hasRates: hasRates) }.contains(part))
  }

  @Test func limitsAreReadAsTwoSpeeds() throws {
    #expect(try SpeedLimitSyntax.parse("50%..8x", usual: EvenCurve.usualSpeeds) == 0.5...8)
    #expect(
      try SpeedLimitSyntax.parse("1x..", usual: EvenCurve.usualSpeeds) == 1...20
        && SpeedLimitSyntax.parse("..4x", usual: EvenCurve.usualSpeeds) == 0.1...4)
    for (text, problem) in [
      ("..", "is not a range of speeds"), ("2x", "is not a range of speeds"), ("8x..0.5x", "8x is faster than 0.5x"),
      ("0..2x", "speed '0' would stop"), ("1x..fast", "'fast' is not a speed"),
    ] {
      #expect(complaint { try SpeedLimitSyntax.parse(text, usual: EvenCurve.usualSpeeds) }.contains(problem))
    }
  }
}
