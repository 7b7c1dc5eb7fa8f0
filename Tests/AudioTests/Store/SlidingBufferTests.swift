import Streams
import TestSupport
import Testing

@testable import Audio

/// Sample n of the input has the value n in the first channel and 1 000 000 + n in the second.
@Suite struct SlidingBufferTests {
  private static let channels = 2
  private static let inputCount = 40_000

  private static func value(of sample: Int, channel: Int) -> Float {
    (0..<inputCount).contains(sample) ? Float(sample + channel * 1_000_000) : 0
  }

  private func supply() throws -> SoundSupply {
    let stage = PitchKeptStage(channels: Self.channels)
    let sound = (0..<Self.channels).map { channel in
      (0..<Self.inputCount).map { Self.value(of: $0, channel: channel) }
    }
    return try stage.supply(sound)
  }

  /// Fills the range that `slide` returned, as a caller does that computes samples instead of reading them.
  private func fill(_ missing: Range<Int>, of buffer: inout SlidingBuffer<Float>) {
    for channel in 0..<Self.channels {
      for sample in missing {
        buffer.planes.samples[buffer.index(of: sample, channel: channel)] = Self.value(of: sample, channel: channel)
      }
    }
  }

  private func isRight(_ buffer: SlidingBuffer<Float>, _ range: Range<Int>) -> Bool {
    guard buffer.holds(range), buffer.held.lowerBound >= buffer.base else { return false }
    guard buffer.held.upperBound <= buffer.base + buffer.planes.capacity else { return false }
    return (0..<Self.channels).allSatisfy { channel in
      range.allSatisfy { sample in
        buffer.planes.samples[buffer.index(of: sample, channel: channel)] == Self.value(of: sample, channel: channel)
      }
    }
  }

  /// Each row has the range that the buffer holds, the range requested next, and the range that must then be filled.
  @Test(arguments: [
    (0..<0, 5..<9, 5..<9), (10..<20, 12..<26, 20..<26), (10..<20, 10..<21, 20..<21), (10..<20, 4..<18, 4..<10),
    (10..<20, 9..<20, 9..<10), (10..<20, 20..<30, 20..<30), (10..<20, 0..<10, 0..<10), (10..<20, 500..<510, 500..<510),
    (10..<20, 5..<25, 5..<25), (10..<20, 12..<18, 18..<18),
  ]) func keepsHeldSamples(held: Range<Int>, range: Range<Int>, missing: Range<Int>) {
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    fill(buffer.slide(to: held), of: &buffer)
    #expect(buffer.slide(to: range) == missing)
    fill(missing, of: &buffer)
    #expect(buffer.held == range && isRight(buffer, range))
  }

  /// A range of 100 samples slides in steps of 10. The buffer may move its contents once per 100 new samples.
  @Test(arguments: [10, -10]) func movesSamplesRarely(step: Int) {
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    var start = 10_000
    fill(buffer.slide(to: start..<start + 100), of: &buffer)
    var moveCount = 0
    for _ in 0..<1000 {
      let base = buffer.base
      start += step
      let missing = buffer.slide(to: start..<start + 100)
      #expect(missing.count == 10)
      fill(missing, of: &buffer)
      moveCount += buffer.base == base ? 0 : 1
    }
    #expect(moveCount <= 100 && buffer.planes.capacity == 200)
    #expect(isRight(buffer, start..<start + 100))
  }

  @Test func growsWithoutLosingSamples() {
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    for end in stride(from: 101, through: 5000, by: 7) {
      #expect(buffer.slide(to: 100..<end) == max(100, end - 7)..<end)
      fill(max(100, end - 7)..<end, of: &buffer)
    }
    #expect(isRight(buffer, 100..<4994))
  }

  @Test func loadsNothingTwice() throws {
    var supply = try supply()
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    try buffer.prepare(1000..<2000, from: &supply)
    // Marks a sample that the buffer holds. Reading the sample again would overwrite the mark.
    buffer.planes.samples[buffer.index(of: 1500, channel: 0)] = -1
    try buffer.prepare(1200..<1800, from: &supply)
    #expect(buffer.held == 1000..<2000)
    try buffer.prepare(1400..<2400, from: &supply)
    try buffer.prepare(900..<1900, from: &supply)
    #expect(buffer.planes.samples[buffer.index(of: 1500, channel: 0)] == -1)
    try buffer.prepare(30_000..<30_500, from: &supply)
    try buffer.prepare(1400..<2400, from: &supply)
    #expect(isRight(buffer, 1400..<2400))
  }

  @Test func samplesOutsideTheInputAreSilent() throws {
    var supply = try supply()
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    for range in [-50..<50, -500..<(-100), Self.inputCount - 20..<Self.inputCount + 90, -10..<20] {
      try buffer.prepare(range, from: &supply)
      #expect(isRight(buffer, range))
    }
  }

  @Test func silencesItsOwnChannelsAndSamplesOnly() {
    var buffer = SlidingBuffer<Float>(channels: Self.channels)
    fill(buffer.slide(to: 300..<400), of: &buffer)
    buffer.silence(310..<320)
    #expect(isRight(buffer, 300..<310))
    #expect(isRight(buffer, 320..<400))
    for channel in 0..<Self.channels {
      #expect((310..<320).allSatisfy { buffer.planes.samples[buffer.index(of: $0, channel: channel)] == 0 })
    }
  }

  /// Requests random ranges of samples, forward, backward and far away.
  @Test func randomRangesHoldTheRightSamples() throws {
    for seed in 0..<40 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      var supply = try supply()
      var (read, made) = (SlidingBuffer<Float>(channels: Self.channels), SlidingBuffer<Float>(channels: Self.channels))
      var start = random.whole(below: Self.inputCount)
      for _ in 0..<200 {
        switch random.whole(below: 8) {
        case 0: start = random.whole(below: Self.inputCount + 400) - 200
        case 1...4: start += random.whole(below: 300)
        default: start -= random.whole(below: 300)
        }
        let range = start..<start + 1 + random.whole(below: seed % 2 == 0 ? 64 : 1500)
        try read.prepare(range, from: &supply)
        if !made.holds(range) { fill(made.slide(to: range), of: &made) }
        guard isRight(read, range), isRight(made, range) else {
          Issue.record("seed \(seed): \(range)")
          break
        }
      }
    }
  }
}
