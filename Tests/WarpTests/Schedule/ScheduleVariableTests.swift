import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct ScheduleVariableTests {
  private static let milliseconds = Timebase(ticksPerSecond: 1000)!
  private static let fine = Timebase(ticksPerSecond: 1 << 31)!

  /// `frame@tick` of a table played from frames at 25 fps, in milliseconds.
  private static func list(_ table: String, count: Int) throws -> String {
    let theatre = try Frames(Rates.whole(25), count: count).variable(TableText.map(table), milliseconds)
    #expect(theatre.lost.isEmpty)
    return theatre.shown.map(\.description).joined(separator: " ")
  }

  @Test(
    arguments: [
      ("0 0\n0.16 0.16\n", "0@0 1@40 2@80 3@120"),
      // A repeat closes a last showing of two nominal frames.
      ("0 0\n0.16 0.32\n", "0@0 1@80 2@160 3@240 3@280"),
      ("0 0\n0.16 0.08\n", "0@0 1@20 2@40 3@60"),
      ("0.16 0\n0 0.16\n", "3@0 2@40 1@80 0@120"),
      // A last showing of exactly one and a half nominal frames is not closed.
      ("0 0\n0.16 0.24\n", "0@0 1@60 2@120 3@180"), ("0 0\n0.04 0.06\n", "0@0"),
      // After a trim inside a frame, the frame is shown from the start, for the rest of its length.
      ("0.05 0\n0.13 0.08\n", "1@0 2@30 3@70"),
      ("0.13 0\n0.05 0.08\n", "3@0 2@10 1@50"),
      // A frame stays on screen across a freeze, a turn and a cut to another part of the same frame.
      ("0 0\n0.06 0.06\n0.06 0.5\n0.16 0.6\n", "0@0 1@40 2@520 3@560"),
      ("0 0\n0.06 0.06\n0 0.12\n", "0@0 1@40 0@80"),
      ("0 0\n0.07 0.07\n0.05 0.07\n0.16 0.18\n", "0@0 1@40 2@100 3@140"),
      // A frame that is visited twice appears twice.
      ("0 0\n0.08 0.08\n0 0.08\n0.08 0.16\n", "0@0 1@40 0@80 1@120"),
      ("0 0\n0.08 0.08\n0.08 0.5\n", "0@0 1@40 1@460"),
      ("0.1 0\n0.1 1\n", "2@0 2@960"),
      ("0 0\n0.08 0.08\n0.12 0.08\n0.16 0.12\n", "0@0 1@40 3@80"),
      // At a cut, 0.2 ms of a frame are left: first before the cut, then after it. They are shown for a tick of 1 ms.
      ("0 0\n0.0802 0.0802\n0.12 0.0802\n0.16 0.1202\n", "0@0 1@40 2@80 3@81"),
      ("0 0\n0.08 0.08\n0.1198 0.08\n0.16 0.1202\n", "0@0 1@40 2@80 3@81"),
      // The rest of the first frame after a trim also lasts at least a tick, also in backward play.
      ("0.0398 0\n0.12 0.0802\n", "0@0 1@1 2@40"),
      ("0.0802 0\n0 0.0802\n", "2@0 1@1 0@40"),
    ])
  func eachShowingIsOneFrame(_ table: String, _ frames: String) throws {
    #expect(try Self.list(table, count: 4) == frames)
  }

  @Test(arguments: ScheduleMaps.tables)
  func showingsMatchTheReference(_ name: String, _ table: String) throws {
    var random = SplitMix64(seed: 21)
    let map = try TableText.map(table)
    let duration = ScheduleMaps.duration(of: map)
    var starts = [0.21]
    while starts.last! < duration { starts.append(starts.last! + random.double(0.01, 0.1)) }
    for frames in [Frames(Rates.ntsc, filling: duration), Frames(starts: starts, nominal: Rates.whole(25))] {
      try Self.compare(frames, map, name)
    }
  }

  @Test func showingsOfRandomMapsMatchTheReference() throws {
    for seed in Campaign.share(of: 100..<150 as Range<UInt64>) {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 2 == 0)
      try Self.compare(Frames(Rates.whole(5), filling: ScheduleMaps.duration(of: map) + 0.1), map, "seed \(seed)")
    }
  }

  private static func compare(_ frames: Frames, _ map: TimeMap, _ name: String) throws {
    let reference = ScheduleReference(map, frames)
    let theatre = try frames.variable(map, fine)
    #expect(theatre.lost.isEmpty)
    let nominal = frames.nominal!.start(ofFrame: 1)
    var expected = reference.showings
    let last = try #require(expected.last)
    if reference.length - last.start > 1.500001 * nominal { expected.append((last.frame, reference.length - nominal)) }
    #expect(theatre.shown.count == expected.count, "\(name)")
    for (shown, showing) in zip(theatre.shown, expected) {
      guard case .stamped(let frame, let tick) = shown else { continue }
      #expect(frame == showing.frame && abs(fine.seconds(tick) - showing.start) < 1e-8, "\(name): \(shown)")
    }
  }

  @Test func aReverseMirrorsDurations() throws {
    let frames = Frames(starts: [0, 0.1, 0.15, 0.4, 0.48], nominal: Rates.whole(10))
    let map = try TableText.map("0 0\n0.56 0.56\n")
    let forward = try frames.variable(map, Self.milliseconds).shown.map(\.description)
    let reverse = try frames.variable(map.reversed(), Self.milliseconds).shown.map(\.description)
    #expect(forward == ["0@0", "1@100", "2@150", "3@400", "4@480"])
    #expect(reverse == ["4@0", "3@80", "2@160", "1@410", "0@460"])
  }

  @Test func anInputThatStartsLateKeepsItsStart() throws {
    let frames = Frames(starts: [0.1, 0.14, 0.18], nominal: Rates.whole(25))
    func list(_ table: String) throws -> [String] {
      try frames.variable(TableText.map(table), Self.milliseconds).shown.map(\.description)
    }
    #expect(try list("0 0\n0.22 0.22\n") == ["0@100", "1@140", "2@180"])
    #expect(try list("0 0\ninf inf 1\n") == ["0@100", "1@140", "2@180"])
    #expect(try list("0 0\n0 1\n0.22 1.22\n") == ["0@1100", "1@1140", "2@1180"])
    #expect(try list("0.22 0\n0 0.22\n") == ["2@0", "1@40", "0@80", "0@180"])
    // Once something has been shown, the first frame is on screen from where the map reaches it, even if it starts
    // later.
    #expect(try list("0.18 0\n0.22 0.04\n0 0.04\n0.14 0.18\n") == ["2@0", "0@40", "0@140"])
    // A map that ends before the input's first frame starts shows this frame.
    #expect(try list("0 0\n0.05 0.05\n") == ["0@0"])
  }

  @Test func timestampsAreRoundedToTicks() throws {
    let map = try TimeMap(scale: 1, duration: nil)
    let theatre = try Frames(Rates.ntsc, count: 1000).variable(map)
    let ticks = theatre.shown.compactMap { shown in
      if case .stamped(_, let tick) = shown { tick } else { nil }
    }
    #expect(ticks == (0..<1000).map { Int64((Double($0 * 1001) * 64000 / 30000).rounded()) })
    #expect(theatre.schedule.largestRounding > 0 && theatre.schedule.largestRounding <= 0.5 / 64000)
    let exact = try Frames(Rates.whole(25), count: 100).variable(map)
    #expect(exact.schedule.largestRounding < 1e-15)
  }

  @Test(
    arguments: [
      ("0 0\n4 0.001\n", 1 << 16, 1, 100_000), ("0 0\n4 0.04\n", 1000, 0, 5000),
      ("0 0\n4 4e-7\n", 64000, 0, 500_000_000),
    ] as [(String, Int, Int, Int)])
  func equalTimestampsAreRefusedWithASufficientTimebase(
    _ table: String, _ ticks: Int, _ frame: Int, _ sufficient: Int
  ) throws {
    let (map, frames) = (try TableText.map(table), Frames(Rates.whole(25), count: 100))
    let refusal = try #require(throws: Refusal.self) { try frames.variable(map, Timebase(ticksPerSecond: ticks)!) }
    #expect(refusal.kind == .map && refusal.description.contains("frames \(frame) and \(frame + 1) "), "\(refusal)")
    #expect(refusal.description.hasSuffix("--timebase 1/\(sufficient)"), "\(refusal)")
    #expect(try frames.variable(map, Timebase(ticksPerSecond: sufficient)!).shown.count == 100)
  }

  @Test func fixedRateIsAdvisedIfNoTimebaseSuffices() {
    #expect(
      complaint { try Frames(Rates.whole(25), count: 100).variable(TableText.map("0 0\n4 1e-8\n")) }
        .hasSuffix("; use a constant frame rate with --fps instead of --vfr"))
  }

  @Test func timebasesAreBounded() {
    #expect(Timebase(ticksPerSecond: 0) == nil && Timebase(ticksPerSecond: (1 << 31) + 1) == nil)
    #expect(Timebase(ticksPerSecond: 1 << 31)!.tick(at: 1e9) > 0)
    #expect(Timebase.standard.description == "1/64000" && Timebase.standard.tick(at: .infinity) > 0)
  }
}
