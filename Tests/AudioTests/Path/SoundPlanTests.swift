import Testing
import Warp

@testable import Audio

@Suite struct SoundPlanTests {
  @Test func lengthsAreExact() throws {
    for rate in [8000, 22050, 44100, 48000, 96000] {
      for (rows, seconds) in [
        ("0 0\n4 4\n", 4), ("0 0\n1 3\n", 3), ("0 0\n1 0.1\n", 0.1), ("0 0 1\n4 7.3 2.5\n", 7.3), ("4 0\n0 1.7\n", 1.7),
        ("0 0\n1 1\n1 1.5\n2 2.5\n", 2.5), ("0 0\n1 1e-9\n", 1e-9),
      ] {
        let plan = SoundPlan(try map(rows), rate: rate)
        #expect(plan.outputCount == Int((seconds * Double(rate) + 0.5 + 1e-6).rounded(.down)), "\(rows) at \(rate)")
      }
    }
  }

  @Test func outputEndsWithTheInput() throws {
    let open = SoundPlan(try map("0 0\n1 2\ninf inf 0.5\n"), rate: 1000)
    #expect(open.outputCount == nil && open.outputCount(fromInput: 3000) == 3000)
    #expect(open.outputCount(fromInput: 950) == 2000, "a little is made up for")
    #expect(open.outputCount(fromInput: 500) == 1000 && open.shortfall(ofInput: 500) != nil)
    let forward = SoundPlan(try map("0 0\n4 8\n"), rate: 1000)
    #expect(forward.outputCount(fromInput: 3901) == 8000 && forward.shortfall(ofInput: 3901) == nil)
    #expect(forward.outputCount(fromInput: 3900) == 7800 && forward.shortfall(ofInput: 3900) != nil)
    #expect(forward.outputCount(fromInput: 0) == 0)
    // Backward play begins with the missing end of the input, then plays all of the input. The output keeps its length.
    let backward = SoundPlan(try map("4 0\n0 4\n"), rate: 1000)
    #expect(backward.outputCount(fromInput: 1000) == 4000 && backward.shortfall(ofInput: 1000) != nil)
    // All inputs below end at 2 s. A map may jump over this time, or return to earlier times afterwards.
    let cut = SoundPlan(try map("0 0\n1 1\n2.4 1\n3 1.6\n"), rate: 1000)
    #expect(cut.outputCount(fromInput: 2000) == 1000)
    let held = SoundPlan(try map("0 0\n1 1\n1 1.5\n2.4 1.5\n3 2.1\n"), rate: 1000)
    #expect(held.outputCount(fromInput: 2000) == 1500)
    let twice = SoundPlan(try map("1.5 0\n2.5 1\n0 1\n1 2\n2.4 2\n3 2.6\n"), rate: 1000)
    #expect(twice.outputCount(fromInput: 2000) == 2000)
    let there = SoundPlan(try map("0 0\n3 3\n1 5\n"), rate: 1000)
    #expect(there.outputCount(fromInput: 2000) == 5000)
    let openCut = SoundPlan(try map("0 0\n1 1\n4 1\ninf inf 1\n"), rate: 1000)
    #expect(openCut.outputCount(fromInput: 2000) == 1000)
  }

  /// A header can state impossibly many samples. The length of the input then counts as unknown.
  @Test func statedLengthsBeyondCountingAreIgnored() throws {
    let open = SoundPlan(try map("0 0\n1 1\ninf inf 4\n"), rate: 8000)
    #expect(open.outputCount(fromPromised: nil) == nil)
    #expect(open.outputCount(fromPromised: 80_000) == 8000 + 4 * 72_000)
    #expect(open.outputCount(fromPromised: 1 << 62) == nil && open.outputCount(fromPromised: .max) == nil)
    #expect(SoundPlan(try map("0 0\n1 1\n"), rate: 8000).outputCount(fromPromised: .max) == 8000)
  }

  private func layers(_ rows: String, _ outputs: Range<Int>) throws -> [Layer] {
    SoundPlan(try map(rows), rate: 1000).layers(in: outputs)
  }

  @Test func cutHasTwoCrossFadingLayers() throws {
    let layers = try layers("0 0\n1 1\n3 1\n4 2\n", 990..<1020)
    #expect(layers.map(\.outputs) == [0..<1000, 1000..<Int.max, 1000..<1010])
    #expect(layers[1].rise == Fade(1000..<1010) && layers[2].fall == Fade(1000..<1010))
    for output in 1000..<1010 { #expect(layers[1].gain(at: output) + layers[2].gain(at: output) == 1) }
  }

  @Test func freezeFadesAtBothEnds() throws {
    #expect(try layers("0 0\n1 1\n1 2\n2 3\n", 1000..<2000).map(\.outputs) == [1000..<1010, 1990..<2000])
    #expect(try layers("0 0\n1 1\n1 1.007\n2 2\n", 1000..<1007).map(\.outputs) == [1000..<1004, 1003..<1007])
    #expect(try layers("0 0\n1 1\n1 2\n2 3\n", 1200..<1900).isEmpty)
    #expect(try layers("1 0\n1 0.5\n2 1.5\n", 0..<500).map(\.outputs) == [490..<500], "nothing to fade out")
    #expect(try layers("1 0\n1 0.5\n3 0.5\n3 1\n", 0..<1000).isEmpty, "nothing but freezes")
    #expect(try layers("0 0\n0 0.5\n", 0..<500).isEmpty, "nor one alone")
  }

  @Test func turnHasNoFade() throws {
    #expect(try layers("0 0\n1 1\n0 2\n", 900..<1100).allSatisfy { $0.isUnfaded(over: 900..<1100) })
  }

  @Test func samplesOutsideTheMapAreUnused() throws {
    let plan = SoundPlan(try TimeMap(scale: 1, duration: 10).trimmed(from: 2, to: 5), rate: 1000)
    #expect([1000, 4000, 10_000].map(plan.unusedCount) == [1000, 2000, 7000])
    #expect([4900, 4901].map { plan.shortfall(ofInput: $0) == nil } == [false, true])
  }

  /// Half a sample is rounded up, even if rounding errors have made it slightly less than a half.
  @Test(arguments: [(0.0025, 3), (0.002_499_999_9, 3), (0.0024, 2)]) func lengthsAreRounded(seconds: Double, count: Int)
    throws
  {
    #expect(SoundPlan(try TimeMap(scale: 1, duration: seconds), rate: 1000).outputCount == count)
  }
}
