import TestSupport
import Testing

@testable import Audio

@Suite struct ClockFitTests {
  /// An hour of clock measurements with errors of up to 0.03 ms. One measurement in twenty is 1 ms off.
  private static func points(_ reference: (Double) -> Double) -> [ClockPoint] {
    var random = SplitMix64(seed: 4)
    return stride(from: 8.0, to: 3600, by: 16).map { time in
      let error = random.whole(below: 20) == 0 ? 1e-3 : random.double(-0.03e-3, 0.03e-3)
      return ClockPoint(other: time, reference: reference(time) + error, height: 12)
    }
  }

  @Test func constantDriftGivesOneLine() {
    let fit = ClockFit(Self.points { 12 + $0 * (1 - 180e-6) }[...], drift: 0)
    #expect(fit.knots.count == 2)
    #expect(abs(fit.end.drift + 180e-6) < 1e-8 && abs(fit.start.reference(at: 0) - 12) < 0.02e-3)
  }

  /// The clock drift grows by 20 ppm within an hour.
  @Test func changingDriftGivesAFewLines() {
    func reference(_ time: Double) -> Double { 3 + time + 20e-6 * time * time / 7200 }
    let fit = ClockFit(Self.points(reference)[...], drift: 0)
    #expect((5...30).contains(fit.knots.count))
    for time in stride(from: 0.0, to: 3600, by: 7) {
      let lines = Array(zip(fit.knots, fit.knots.dropFirst()))
      let line = lines.last { $0.0.other <= time } ?? lines[0]
      let share = (time - line.0.other) / (line.1.other - line.0.other)
      let found = line.0.reference + share * (line.1.reference - line.0.reference)
      #expect(abs(found - reference(time)) < 0.15e-3, "at \(time) s")
    }
  }

  @Test func singlePointGetsTheGivenDrift() {
    let fit = ClockFit([ClockPoint(other: 5, reference: 8, height: 9)], drift: 100e-6)
    #expect(abs(fit.start.reference(at: 15) - 18.001) < 1e-9)
  }
}
