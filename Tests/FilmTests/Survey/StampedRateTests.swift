import TestFilms
import Testing
import Values

@testable import Film

@Suite struct StampedRateTests {
  /// The rate found for frames that last `lengths` milliseconds in turn, with timestamps in whole milliseconds.
  ///
  /// - Parameter late: the shift in milliseconds of the last eight timestamps, which stand for the end of the file.
  private func rate(
    _ lengths: [Double], count: Int = 100, said: Int64, _ bottom: Int64 = 1, late: Double = 0
  ) -> String? {
    var instant = 0.0
    let stamps = (0..<count).map { number in
      defer { instant += lengths[number % lengths.count] }
      return instant.rounded() / 1000
    }
    let last = stamps.suffix(8).map { ($0 * 1000 + late).rounded() / 1000 }
    return StampedRate(stamps + stamps, last: last, tick: 0.001)?.rate(above: FrameRate(Rational(said, bottom)!)!).map {
      "\($0)"
    }
  }

  /// Constant rates with rounded timestamps, a stated rate slightly too high, and telecined film.
  @Test func ratesThatFitTheTimestampsStay() {
    #expect(rate([40], said: 25) == nil && rate([1001 / 60.0], said: 60000, 1001) == nil)
    #expect(rate([1001 / 30.0], said: 30) == nil && rate([1000 / 120.0], said: 120) == nil)
    #expect(rate([100 / 3.0, 50], said: 30000, 1001) == nil)
    #expect(rate([20], count: 20, said: 10) == nil && rate([0], said: 10) == nil)
  }

  @Test func meanRatesAreReplaced() {
    #expect(rate([20], said: 28) == "50")
    #expect(rate([20, 20, 20, 100], said: 25) == "50")
    // The rate is constant in the sampled part, and lower after it.
    #expect(rate([20], said: 46) == "50" && rate([1001 / 60.0], said: 55)?.hasPrefix("6") == true)
    #expect(rate([21], said: 46) == nil)
  }

  /// A rate that ffprobe derived from timestamps is not the mean, and stays.
  @Test(arguments: [("28/1", "50"), ("25/1", "28")]) func onlyAMeanIsReplaced(_ average: String, _ fitting: String)
    throws
  {
    let line = Made.picture("r_frame_rate=28/1", "avg_frame_rate=\(average)")
    let facts = try #require(Answers(line).probe.streams[0].picture)
    let stamped = StampedRate((0..<100).map { Double($0) / 50 }, tick: 0.001)
    #expect(facts.fitting(stamped).fittingRate.map { "\($0)" } == fitting)
  }

  /// A file without an average rate has the rate of its timestamps, also an unusual one.
  @Test(arguments: [(1, "1000"), (2, "500"), (5, "200"), (40, "25")]) func missingAveragesAreMeasured(
    milliseconds: Int, rate: String
  ) throws {
    let facts = try #require(
      Answers(Made.picture("r_frame_rate=1000/1", "avg_frame_rate=0/0")).probe.streams[0].picture)
    let stamps = (0..<100).map { Double($0 * milliseconds) / 1000 }
    let found = facts.fitting(StampedRate(stamps, last: stamps.suffix(8), tick: 0.001))
    #expect("\(ClipRate.rate(of: found))" == rate && !ClipRate.isUneven(found))
  }

  /// Missing frames, anywhere in the film, lower the mean slightly below the rate.
  @Test func missingFramesDoNotChangeTheRate() {
    let thirds = [Double](repeating: 100 / 3.0, count: 60)
    #expect(rate(thirds, said: 299, 10) == "30" && rate(thirds + [200 / 3.0] + thirds, said: 299, 10) == "30")
    #expect(rate([40, 40, 40, 40, 880] + thirds.map { _ in 40 }, said: 43, 2) == "25")
    #expect(rate([1001 / 30.0], said: 2990, 100).map { $0 == "30000/1001" } == true)
    #expect(rate([1000 / 15.0], said: 149, 10) == "15")
    // The last timestamps distinguish nearly equal rates. 10 s are 1200 frames at 120 fps.
    let (fast, ntsc) = ([1000 / 120.0], [1001 / 120.0])
    #expect(rate(fast, said: 119, late: 10_000) == "120" && rate(fast, said: 11995, 100, late: 10_000) == "120")
    #expect(rate(fast, said: 11995, 100) == nil && rate(fast, said: 120, late: 10_003) == nil)
    #expect(rate(ntsc, said: 119, late: 1200 * 1001 / 120.0) == "120000/1001")
    #expect(rate([1000 / 24.0], count: 40, said: 23, late: 10_000) == "24")
    // Timestamps with jitter fit no rate.
    #expect(rate([33, 35, 31, 38], said: 29) == nil)
  }
}
