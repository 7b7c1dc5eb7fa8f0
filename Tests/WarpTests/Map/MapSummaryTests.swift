import TestMaps
import Testing

@testable import Values
@testable import Warp

@Suite struct MapSummaryTests {
  private static let rate = FrameRate(Rational(30)!)!

  @Test func containsDurationsAndScales() throws {
    let summary = MapSummary(
      try ComponentsTests.map(["triangle"], duration: 10), of: Clip(), result: ResultFormat(rate: nil))
    #expect(summary.sourceDuration == 10)
    #expect(abs(summary.warpedDuration! - 11.25) < 1e-14)
    #expect(summary.scaleRange == 1...1.5)
    #expect(summary.frameCount == nil && summary.averageFrameRate == nil)
    #expect(
      summary.entries.map(\.name) == [
        "source_duration", "warped_duration", "smallest_scale", "largest_scale", "smallest_speed", "largest_speed",
        "shown_duration", "cuts",
      ])
    #expect(summary.entries[4].value == 1 / 1.5 && summary.entries[5].value == 1)
  }

  @Test func frameRateGivesTheAverageRate() throws {
    let summary = MapSummary(
      try TimeMap(scale: 2, duration: 10), of: Clip(frameRate: Self.rate), result: ResultFormat(rate: Self.rate))
    #expect(summary.frameCount == 300 && summary.averageFrameRate == 15)
    #expect(
      summary.entries.suffix(8).map(\.name) == [
        "frames", "average_frame_rate", "shown_duration", "source_frames", "source_frame_rate", "result_frames",
        "result_frame_rate", "cuts",
      ])
    #expect(summary.entries.suffix(8).map(\.value) == [300, 15, 10, 300, 30, 600, 30, 0])
  }

  /// Cut parts count as saved. Source before the first kept part still belongs to the source.
  @Test func savedTimeIsTheDifferenceOfBothDurations() throws {
    let clip = Clip(duration: 40, frameRate: Self.rate)
    let ranges = Ranges([(0, 3.37), (20, 30.76)].map { Ranges.Range(start: $0.0, end: $0.1, pace: .cut) })
    let map = try ranges.map(duration: 40)
    let summary = MapSummary(
      map, of: clip, result: ResultFormat(rate: Self.rate), ranges: RangesSummary(ranges, in: map, of: clip.duration))
    #expect(summary.sourceDuration == 40)
    #expect(abs((summary.shownDuration ?? 0) - (40 - 3.37 - 10.76)) < 1e-9)
    let (source, result) = (try #require(summary.sourceDuration), try #require(summary.warpedDuration))
    #expect(abs(source - result - (summary.ranges?.saved ?? 0)) < 1e-9)
    #expect(summary.sourceFrameCount == 1200 && summary.resultFrameCount == 776 && summary.cutCount == 1)
  }

  /// A table may be longer than the given duration.
  @Test func sourceDurationCoversAMapLongerThanTheClip() throws {
    let summary = MapSummary(try TimeMap(scale: 1, duration: 9), of: Clip(duration: 5), result: ResultFormat(rate: nil))
    #expect(summary.sourceDuration == 9 && summary.shownDuration == 9)
  }

  @Test func freezesHaveNoScale() throws {
    let frozen = try TimeMap(scale: 2, duration: 10).frozen(at: 5, for: 4)
    #expect(
      MapSummary(frozen, of: Clip(frameRate: Self.rate), result: ResultFormat(rate: Self.rate)).scaleRange == 2...2)
    #expect(
      MapSummary(frozen, of: Clip(frameRate: Self.rate), result: ResultFormat(rate: Self.rate)).warpedDuration == 24)
    let still = MapSummary(try TableText.map("5 0\n5 2\n"), of: Clip(), result: ResultFormat(rate: nil))
    #expect(still.scaleRange == nil && still.warpedDuration == 2 && still.sourceDuration == 0)
  }

  @Test func backwardScalesCountAsAbsoluteValues() throws {
    let map = try PlayListTests.map(["0s..5s@2x", "5s..0s@0.5x"])
    #expect(MapSummary(map, of: Clip(), result: ResultFormat(rate: nil)).scaleRange == 0.5...2)
    #expect(MapSummary(map, of: Clip(), result: ResultFormat(rate: nil)).shownDuration == 5)
    #expect(MapSummary(map, of: Clip(frameRate: Self.rate), result: ResultFormat(rate: Self.rate)).frameCount == 300)
  }

  @Test func anOpenMapHasNoLengths() throws {
    let summary = MapSummary(
      try TimeMap(scale: 2, duration: nil), of: Clip(frameRate: Self.rate), result: ResultFormat(rate: Self.rate))
    #expect(summary.sourceDuration == nil && summary.warpedDuration == nil)
    #expect(summary.scaleRange == 2...2 && summary.frameCount == nil)
  }

  /// Ranges outside the clip do not count.
  @Test func rangesAreSummedUpWithinTheClip() throws {
    func summary(_ list: [(Double, Double)]) throws -> RangesSummary {
      let ranges = Ranges(list.map { Ranges.Range(start: $0.0, end: $0.1, pace: .cut) })
      return RangesSummary(ranges, in: try ranges.map(duration: 10), of: 10)
    }
    let some = try summary([(-2, 0), (-1, 0.5), (4, 6), (9, 12), (13, 14)])
    #expect(some.count == 3 && some.source == 3.5 && some.saved == 3.5 && some.clause.hasPrefix("3 ranges, "))
    let outside = try summary([(-2, 0), (10, 14)])
    #expect(outside.count == 0 && outside.source == 0 && outside.clause == "0 ranges")
  }

  /// Compares with the smallest and largest of 20,001 samples of the curve.
  @Test(arguments: CurveSyntax.names.map(\.name))
  func scaleRangeMatchesTheCurve(_ name: String) throws {
    for (factor, modifier) in [(1.5, 0.5), (0.2, 1), (4, 0.03)] {
      let map = try MapFitTests.map(name, factor, modifier, 10)
      let curve = try CurveTests.curve(name, factor, modifier)
      let samples = (0...20_000).map { curve.scale(at: Double($0) / 20_000) }
      let (low, high) = (samples.min()!, samples.max()!)
      for scales in [try #require(map.scaleRange), try #require(map.tabulated(tolerance: 1e-11).scaleRange)] {
        #expect(
          scales.lowerBound <= low + 1e-4 * high && scales.lowerBound >= low - 1e-4 * high,
          "\(name) F \(factor) M \(modifier)")
        #expect(
          scales.upperBound >= high * (1 - 1e-4) && scales.upperBound <= high * (1 + 1e-4),
          "\(name) F \(factor) M \(modifier)")
      }
      #expect(map.scaleRange!.upperBound >= high * (1 - 1e-14) && map.scaleRange!.lowerBound <= low * (1 + 1e-14))
    }
  }

  @Test func theScaleRangeOfAWaveIsExact() throws {
    let range = try #require(MapFitTests.map("sine", 1.5, 0.5, 10).scaleRange)
    #expect(abs(range.lowerBound - 0.75) < 1e-14 && abs(range.upperBound - 3.75) < 1e-14)
  }
}
