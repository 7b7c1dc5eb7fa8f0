import Testing
import Warp

@testable import Audio

@Suite struct SoundReportTests {
  @Test func numbersFollowFromTheCounts() throws {
    let map = try TimeMap(scale: 2, duration: 10).trimmed(from: 2, to: nil)
    let plan = SoundPlan(map, rate: 1000)
    let format = try SoundFormat(.s16le, channels: 2, rate: 1000)
    let report = SoundReport(
      SampleTally(), inputEnd: 10_000, inputCount: 10_000, outputCount: 16_000, plan: plan, format: format)
    #expect(report.unusedCount == 2000 && report.byteCount == 64_000 && report.length == 16)
    #expect(report.shortfall == nil)
    let short = SoundReport(
      SampleTally(), inputEnd: 9000, inputCount: 9000, outputCount: 16_000, plan: plan, format: format)
    #expect(short.shortfall == Shortfall(inputEnd: 9, mapEnd: 10))
    // This input lacks the first 1.5 s, which the map does not show.
    let late = SoundReport(
      SampleTally(), inputEnd: 10_000, inputCount: 8500, outputCount: 16_000, plan: plan, format: format)
    #expect(late.unusedCount == 500 && late.shortfall == nil)
  }
}
