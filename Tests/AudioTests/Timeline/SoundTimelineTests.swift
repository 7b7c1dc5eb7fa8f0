import Testing

@testable import Audio

/// At 1000 Hz, `SoundTimeline` ignores errors of up to 15 samples in any timestamp, and of up to 50 in a single late
/// one. An error of more than 100 samples counts as a gap or an overlap.
@Suite struct SoundTimelineTests {
  private typealias Row = SoundTimeline.Row

  /// Returns, for each packet, how its timestamp is judged, the silence before it, and the samples dropped from it.
  private func placed(_ stamps: [Int], count: Int = 20) -> (rows: [Row], silence: [Int], dropped: [Int]) {
    var timeline = SoundTimeline(rate: 1000)
    let places = stamps.map { timeline.place($0, count: count) }
    return (places.map(\.row), places.map(\.silence), places.map(\.dropped))
  }

  @Test func soundMayStartLateOrEarly() {
    let late = placed([3000, 3020])
    #expect(late.rows == [.first, .inexact] && late.silence == [3000, 0])
    let before = placed([-50, -30, -10, 10])
    #expect(before.dropped == [20, 20, 10, 0] && before.silence == [0, 0, 0, 0])
  }

  @Test(arguments: [-15, -1, 1, 15]) func jitterMakesNoGap(by jitter: Int) {
    let stamps = (0..<50).map { $0 * 20 + ($0 % 3 == 1 ? jitter : 0) }
    let placed = placed(stamps)
    #expect(placed.rows.dropFirst().allSatisfy { $0 == .inexact })
    #expect(placed.silence.allSatisfy { $0 == 0 } && placed.dropped.allSatisfy { $0 == 0 })
  }

  /// If one timestamp is 24 samples late, it is wrong. If two in a row are, there is a gap. A timestamp more than 50
  /// samples late is a gap at once.
  @Test func gapsBecomeSilence() {
    #expect(placed([0, 20, 64, 60]).rows == [.first, .inexact, .lateOnce, .inexact])
    let hole = placed([0, 20, 64, 84, 104])
    #expect(hole.rows == [.first, .inexact, .lateOnce, .hole, .inexact] && hole.silence == [0, 0, 0, 24, 0])
    let long = placed([0, 20, 10_040, 10_060])
    #expect(long.rows == [.first, .inexact, .hole, .inexact] && long.silence == [0, 0, 10_000, 0])
  }

  /// The later of two overlapping packets loses the overlap. A packet that earlier ones cover entirely is dropped.
  @Test func overlapIsHeardOnce() {
    let sure = placed([0, 20, 40, -61, -41, -21, -1, 19, 39, 59])
    #expect(sure.rows[3] == .overlap && sure.dropped == [0, 0, 0, 20, 20, 20, 20, 20, 20, 1])
    let early = placed((0..<10).map { $0 * 20 } + (10..<40).map { $0 * 20 - 30 })
    #expect(early.rows[10..<29].allSatisfy { $0 == .inexact } && early.rows[29] == .overlap)
    #expect(early.dropped.reduce(0, +) == 30)
  }

  /// After a gap, a packet more than 15 samples early counts as an overlap, because the gap may have been an error.
  @Test func earlyPacketAfterAGapIsAnOverlap() {
    let placed = placed([0, 20, 100, 60, 80, 100])
    #expect(placed.rows == [.first, .inexact, .hole, .overlap, .inexact, .inexact])
    #expect(placed.silence == [0, 0, 60, 0, 0, 0] && placed.dropped == [0, 0, 0, 20, 20, 20])
  }

  /// If a timestamp goes back, ffmpeg's muxer replaces it by the previous timestamp plus one tick.
  @Test func packetWithALostTimestampFollows() {
    let placed = placed([0, 20, 40, 41, 42, 100])
    #expect(placed.rows == [.first, .inexact, .inexact, .steppedBack, .steppedBack, .inexact])
    #expect(placed.dropped.allSatisfy { $0 == 0 })
    // If packets have one sample each, their timestamps are one tick apart. No timestamp has been lost then.
    var single = SoundTimeline(rate: 1000)
    #expect((0..<3).map { single.place($0, count: 1).row } == [.first, .inexact, .inexact])
  }

  /// The first packet's samples may reach beyond the second packet's timestamp by more than jitter explains.
  @Test func excessStartOfTheFirstPacketIsFound() {
    let timeline = SoundTimeline(rate: 1000)
    #expect(timeline.excess(ofFirst: 100, stamp: 0, next: 26) == 74)
    for (count, next) in [(100, 85), (100, 100), (100, 140), (100, 1), (100, 0), (100, -5)] {
      #expect(timeline.excess(ofFirst: count, stamp: 0, next: next) == 0, "\(next)")
    }
  }

  /// Whatever the timestamps, a packet never overwrites samples of earlier packets.
  @Test func everySampleIsPlacedOnce() {
    var stamps = [0]
    for number in 1..<2000 {
      stamps.append(stamps[number - 1] + [20, 20, 20, 3, -90, 200, 21, 45][number * number % 8])
    }
    var timeline = SoundTimeline(rate: 1000)
    for stamp in stamps {
      let before = timeline.written
      let place = timeline.place(stamp, count: 20)
      #expect((0...20).contains(place.dropped) && place.silence >= 0 && (place.silence == 0 || place.dropped == 0))
      #expect(timeline.written == before + place.silence + 20 - place.dropped)
    }
  }
}
