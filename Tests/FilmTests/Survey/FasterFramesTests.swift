import TestFilms
import Testing
import Values
import Warp

@testable import Film

/// Films of which some frames are shorter than a frame of their rate, so that a fixed rate would skip some.
@Suite struct FasterFramesTests {
  /// Timestamps in seconds of frames that last `lengths` milliseconds in turn, rounded to milliseconds.
  private func stamps(_ lengths: [Double], _ count: Int = 100, from start: Double = 0) -> [Double] {
    var instant = start
    return (0..<count).map { number in
      defer { instant += lengths[number % lengths.count] }
      return instant.rounded() / 1000
    }
  }

  private func fastest(_ early: [Double], _ late: [Double] = [], at rate: Int64) -> Double? {
    FasterFrames(first: early, last: late, tick: 0.001).fastest(lostAt: FrameRate(Rational(rate)!)!)
  }

  @Test func shortFramesAreFound() throws {
    let thirds = stamps([100 / 3.0])
    #expect(try abs(#require(fastest(thirds, stamps([1000 / 120.0], 8, from: 9000), at: 30)) - 120) < 25)
    #expect(try abs(#require(fastest(thirds, stamps([1000 / 120.0], 8, from: 9000), at: 60)) - 120) < 25)
    #expect(try abs(#require(fastest(stamps([40, 40, 20, 20]), at: 25)) - 50) < 1e-9)
    // One short frame between others.
    #expect(try abs(#require(fastest([0, 0.1, 0.2, 0.22, 0.3], at: 10)) - 50) < 1e-9)
    #expect(fastest([0, 0.1, 0.15, 3, 3.017, 3.033, 9.5], at: 10) != nil)
  }

  /// Constant rates with rounding or jitter, with missing frames, and slightly above the stated rate.
  @Test func roundingJitterAndGapsAreNotShortFrames() {
    #expect(fastest(stamps([100 / 3.0]), stamps([100 / 3.0], 8, from: 100 / 3.0 * 1000), at: 30) == nil)
    #expect(fastest(stamps([33, 35, 31, 34.3]), at: 30) == nil && fastest(stamps([1000 / 30.05]), at: 30) == nil)
    #expect(fastest(stamps([100 / 3.0, 100 / 3.0, 200 / 3.0]), at: 30) == nil)
    #expect(fastest(stamps([1000 / 30.05]), stamps([1000 / 30.05], 8, from: 600_000), at: 30) == nil)
    // Only the first or the last frame is short.
    let even = stamps([100 / 3.0])
    #expect(fastest([-0.01] + even, at: 30) == nil && fastest([-0.001] + even, at: 30) == nil)
    #expect(fastest(even, [9, 9.033, 9.067, 9.072], at: 30) == nil)
    #expect(fastest(even + [3.3, 3.305, 3.31], at: 30) != nil)
    #expect(fastest([], at: 30) == nil && fastest([3], [9], at: 30) == nil)
  }

  /// The number of frames reveals short frames if the known timestamps do not.
  @Test(
    arguments: [
      ("30/1", "60/1", "60", true), ("25/1", "3003/110", "60", true), ("30/1", "30/1", "30", false),
      ("30/1", "302/10", "30", false), ("25/1", "240/1", "240", true),
    ])
  func frameCountRevealsShortFrames(_ fitting: String, _ average: String, _ burst: String, _ isUneven: Bool) throws {
    let line = Made.picture("r_frame_rate=\(fitting)", "avg_frame_rate=\(average)")
    let said = try #require(Answers(line).probe.streams[0].picture)
    let none = FasterFrames(first: [], last: [], tick: 0.001)
    let facts = said.fitting(none, lasting: 10)
    #expect(ClipRate.isUneven(facts) == isUneven)
    if isUneven { #expect("\(ClipRate.burst(of: facts))" == burst) }
    #expect(said.fitting(none, lasting: nil) == said && !ClipRate.isUneven(said))
    // A shorter last frame does not imply another rate.
    let frame = 1 / max(1, said.averageRate!.value - said.fittingRate!.value)
    #expect(!ClipRate.isUneven(said.fitting(none, lasting: frame)))
  }

  /// Such films keep their timestamps. A few excess frames are only reported.
  @Test func noFrameIsLostSilently() throws {
    func plan(_ average: String, _ scale: Double = 1) throws -> FilmPlan {
      try Made.plan(
        Made.film([Made.picture("avg_frame_rate=\(average)"), Made.sound()]), Made.constant(scale), Made.job())
    }
    #expect(try Made.words("picture filter", of: plan("40/1")).contains("--vfr"))
    let few = try plan("252/10")
    #expect(few.picture.timing.rate?.description == "25")
    #expect(few.notes == ["'in.mp4' has one more frame than 25 fps can show; to keep all frames, add --vfr"])
    #expect(
      try plan("255/10").notes == ["'in.mp4' has 4 more frames than 25 fps can show; to keep all frames, add --vfr"])
    let part = Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 2, to: 8))
    #expect(try Made.plan(Made.film([Made.picture("avg_frame_rate=252/10")]), part, Made.job()).notes.isEmpty)
    #expect(try plan("252/10", 0.5).notes.isEmpty && plan("252/10", 2).notes.isEmpty && plan("25/1").notes.isEmpty)
  }
}
