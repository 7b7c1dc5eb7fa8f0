import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

/// Interpolated pictures.
@Suite struct ScheduleMotionTests {
  private static func shown(
    _ table: String, _ choice: FrameChoice, count: Int = 3, output: FrameRate = Rates.whole(25)
  ) throws -> [Shown] {
    let theatre = try Frames(Rates.whole(25), count: count).fixed(TableText.map(table), output, choice)
    #expect(theatre.lost.isEmpty)
    return theatre.shown.map(\.rounded)
  }

  @Test(
    arguments: [
      ("0 0\n0.12 0.24\n", [.frame(0), .between(0, 1, 0.5), .frame(1), .between(1, 2, 0.5), .frame(2), .frame(2)]),
      // Played backward, the same instants lie between the same frames at the same phases.
      (
        "0.12 0\n0 0.48\n",
        [
          .frame(2), .between(1, 2, 0.75), .between(1, 2, 0.5), .between(1, 2, 0.25), .frame(1), .between(0, 1, 0.75),
          .between(0, 1, 0.5), .between(0, 1, 0.25), .frame(0), .frame(0), .frame(0), .frame(0),
        ]
      ),
      // A freeze shows a whole source frame, even if its instant lies inside the frame.
      ("0 0\n0.05 0.05\n0.05 0.13\n", [.frame(0), .frame(1), .frame(1)]),
      // Nothing is interpolated across a cut.
      (
        "0 0\n0.06 0.24\n0.1 0.24\n0.12 0.28\n",
        [
          .frame(0), .between(0, 1, 0.25), .between(0, 1, 0.5), .between(0, 1, 0.75), .frame(1), .frame(1), .frame(2),
        ]
      ),
      ("0 0\n0.12 0.12\n", [.frame(0), .frame(1), .frame(2)]),
    ] as [(String, [Shown])])
  func instantsLieBetweenFrames(_ table: String, _ expected: [Shown]) throws {
    let shown = try Self.shown(table, .motion)
    #expect(Array(shown.prefix(expected.count)) == expected)
  }

  @Test func phasesThatRoundToAFrameShowIt() {
    for (phase, frame) in [(1e-30, 3), (1e-17, 3), (1 - 1e-17, 4)] {
      for choice: FrameChoice in [.motion, .motionShutter(degrees: 9)] {
        let forward = FrameView(FramePosition(frame: 3, phase: phase, .forward), .forward, within: 0...9)
        #expect(forward.picture(choice) == .frame(frame))
        let backward = FrameView(FramePosition(frame: 3, phase: phase, .backward), .backward, within: 0...9)
        #expect(backward.picture(choice) == .frame(phase < 0.5 ? 2 : 3), "\(phase)")
      }
    }
  }

  /// A map of the mirrored source shows the mirrored pictures: frame count − 1 − n instead of n, and phase 1 − p
  /// instead of p.
  @Test func aMirroredSourceShowsMirroredInstants() throws {
    for seed in Campaign.share(of: 0..<40 as Range<UInt64>) {
      let rows = RandomRows.rows(seed: seed)
      let map = try TableText.map(TableText.text(of: rows))
      let frames = Frames(Rates.whole(5), filling: ScheduleMaps.duration(of: map))
      let (count, end) = (frames.starts.count, Double(frames.starts.count) / 5)
      let mirrored = rows.map { MapTable.Row(end - $0.source, $0.warped, $0.scale.map(-)) }
      let shown = try frames.fixed(map, Rates.whole(7), .motion).shown
      let mirroredShown = try frames.fixed(TableText.map(TableText.text(of: mirrored)), Rates.whole(7), .motion).shown
      #expect(shown.count == mirroredShown.count, "seed \(seed)")
      for (shown, mirrored) in zip(shown, mirroredShown) {
        let expected: Shown? =
          switch shown {
          case .frame(let frame): .frame(count - 1 - frame)
          case .between(let first, let second, let phase) where second == first + 1 && phase > 0 && phase < 1:
            .between(count - 1 - second, count - 1 - first, 1 - phase)
          default: nil
          }
        #expect(expected.map(mirrored.isNear) == true, "seed \(seed): \(shown), \(mirrored)")
      }
    }
  }

  @Test func shutterAveragesEightMomentsPerFrame() throws {
    let shown = try Self.shown("0 0\n0.12 0.12\n", .motionShutter(degrees: 360))
    let eighths = (0..<8).map { Moment(first: 0, second: 1, phase: (Double($0) + 0.5) / 8, share: 0.125) }
    guard case .average(let moments) = shown[0] else {
      Issue.record("\(shown[0]) is no average")
      return
    }
    #expect(moments.count == 8)
    for (moment, eighth) in zip(moments, eighths) {
      #expect(abs(moment.position - eighth.position) < 1e-9 && abs(moment.share - eighth.share) < 1e-12)
    }
    // Nothing can be interpolated after the last frame.
    #expect(shown[2] == .frame(2))
  }

  @Test func shutterStopsAtCuts() throws {
    let map = "0 0\n0.04 0.04\n0.08 0.04\n0.12 0.08\n0.12 0.16\n"
    let shown = try Self.shown(map, .motionShutter(degrees: 720), output: Rates.whole(25))
    #expect(shown.map { Set($0.frames) } == [[0], [2], [2], [2]])
  }

  @Test func sharesAddUpToOne() throws {
    for seed in Campaign.share(of: 0..<30 as Range<UInt64>) {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 2 == 1)
      let frames = Frames(Rates.ntsc, filling: ScheduleMaps.duration(of: map))
      let theatre = try frames.fixed(map, Rates.whole(5), .motionShutter(degrees: Double(1 + seed * 23)))
      #expect(theatre.lost.isEmpty)
      for shown in theatre.shown {
        guard case .average(let moments) = shown else { continue }
        #expect(moments.reduce(0) { $0 + $1.share } == 1, "seed \(seed): \(shown)")
        #expect(moments.allSatisfy { $0.share > 0 && $0.phase < 1 && ($0.phase == 0) == ($0.first == $0.second) })
      }
    }
  }

  @Test func shutterShowsOneFrameInAFreeze() throws {
    #expect(try Self.shown("0.04 0\n0.04 0.12\n", .motionShutter(degrees: 360)) == [.frame(1), .frame(1), .frame(1)])
  }

  /// If less than an eighth of a frame passes, the shutter shows one moment, in the middle of its time.
  @Test func slowShutterShowsOneMoment() throws {
    let shown = try Self.shown("0 0\n0.08 0.8\n", .motionShutter(degrees: 180))
    let positions = shown.prefix(10).map { shown -> Double in
      guard case .between(let first, _, let phase) = shown else { return -1 }
      return Double(first) + phase
    }
    for (index, position) in positions.enumerated() { #expect(abs(position - (Double(index) + 0.25) / 10) < 1e-6) }
  }
}
