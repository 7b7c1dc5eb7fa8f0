import TestMaps
import Testing

@testable import Warp

@Suite struct ScheduleClockTests {
  private static func uneven(_ starts: [Double], isEnded: Bool = false) -> FrameClock {
    var clock = FrameClock(nominal: nil)
    for start in starts { #expect(clock.append(start: start) == true) }
    if isEnded { clock.end(count: starts.count) }
    return clock
  }

  @Test(
    arguments: [
      (0, 0, 0), (0.04, 1, 0), (0.05, 1, 0.25), (0.079, 1, 0.975), (0.08 - 1e-9, 2, 0), (0.08 + 1e-9, 2, 0),
      (4, 100, 0),
    ] as [(Double, Int, Double)])
  func evenFramesAreOnScreenFromStartToStart(_ source: Double, _ frame: Int, _ phase: Double) throws {
    let clock = FrameClock(rate: Rates.whole(25))
    let position = try #require(clock.position(at: source, .forward))
    #expect(position.frame == frame && abs(position.phase - phase) < 1e-9)
  }

  @Test(
    arguments: [
      (0, -1, 0), (0.04, 0, 0), (0.05, 1, 0.75), (0.079, 1, 0.025), (0.08 - 1e-9, 1, 0), (0.08 + 1e-9, 1, 0),
      (4, 99, 0),
    ] as [(Double, Int, Double)])
  func playedBackwardFramesStartAtTheirEnd(_ source: Double, _ frame: Int, _ phase: Double) throws {
    let clock = FrameClock(rate: Rates.whole(25))
    let position = try #require(clock.position(at: source, .backward))
    #expect(position.frame == frame && abs(position.phase - phase) < 1e-9)
  }

  @Test func variablePositionsAreKnownWhenFramesArrive() throws {
    let clock = Self.uneven([0.5, 1, 3])
    #expect(clock.position(at: 0, .forward) == FramePosition(frame: 0, phase: 0, .forward))
    #expect(clock.position(at: 0.75, .forward) == FramePosition(frame: 0, phase: 0.5, .forward))
    #expect(clock.position(at: 2.5, .forward) == FramePosition(frame: 1, phase: 0.75, .forward))
    #expect(clock.position(at: 2.5, .backward) == FramePosition(frame: 1, phase: 0.75, .backward))
    #expect(clock.position(at: 3, .forward)?.frame == 2 && clock.position(at: 3, .backward)?.frame == 1)
    #expect(clock.position(at: 3.001, .forward) == nil)
    let ended = Self.uneven([0.5, 1, 3], isEnded: true)
    #expect(ended.end == 5 && ended.position(at: 4, .forward) == FramePosition(frame: 2, phase: 0.5, .forward))
    #expect(ended.position(at: 5, .backward)?.frame == 2 && ended.position(at: 5, .forward)?.frame == 3)
    #expect(ended.position(at: 8, .forward) == FramePosition(frame: 4, phase: 0.5, .forward))
  }

  @Test func timestampsMustRise() {
    var clock = Self.uneven([0, 1])
    for start in [1, 0.5, .nan, .infinity, 1e300] { #expect(clock.append(start: start) == false) }
    #expect(clock.count == 2)
    var early = FrameClock(nominal: nil)
    #expect(early.append(start: -0.04) == true && early.beginning == -0.04)
  }

  @Test func stampsBeforeTheHorizonAreReleased() throws {
    var window = StampWindow()
    for index in 0..<100_000 {
      window.append(Double(index))
      window.release(before: index - 2)
      #expect(window.count - window.first < 200)
    }
    #expect(window[99_999] == 99_999 && window.index(at: 99_998.5) == 99_998 && window.index(at: 0) == nil)
  }

  @Test func aLongInputKeepsFewStamps() throws {
    var schedule = try FixedSchedule(
      TimeMap(scale: 1, duration: nil), FrameClock(nominal: nil), rate: Rates.whole(30), choice: .hold)
    for frame in 0..<20_000 {
      while schedule.next() != .needInput {}
      #expect(schedule.append(start: Double(frame) / 30) == true && schedule.footage.clock.stampCount < 200)
    }
  }

  @Test func stretchesEndAtCutsAndTurnsOnly() throws {
    let stretches = try TableText.map("0 0\n1 1\n2 3\n2 4\n1 5\n3 5\n4 6\ninf inf 1\n").stretches
    #expect(stretches.map(\.direction) == [.forward, .still, .backward, .forward])
    #expect(stretches.map(\.sourceStart) == [0, 2, 2, 3] && stretches.map(\.sourceEnd) == [2, 2, 1, .infinity])
    #expect(stretches.map(\.warpedStart) == [0, 3, 4, 5] && stretches.map(\.warpedEnd) == [3, 4, 5, .infinity])
    // A cut between two pieces of one direction separates two stretches.
    let loose = try TableText.map("0 0\n1 1\n0 1\n1 2\n").stretches
    #expect(loose.map(\.sourceStart) == [0, 0])
  }
}
