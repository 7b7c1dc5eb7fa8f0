import TestMaps
import Testing

@testable import Values
@testable import Warp

/// Output frames at a fixed rate, as literal lists of source frames.
@Suite struct ScheduleFixedTests {
  /// Frame numbers of a table played at `rate` from frames at `source` fps.
  private static func list(
    _ table: String, from source: FrameRate, to rate: FrameRate, _ choice: FrameChoice = .hold, count: Int
  ) throws -> [Int] {
    let theatre = try Frames(source, count: count).fixed(TableText.map(table), rate, choice)
    #expect(theatre.lost.isEmpty)
    return theatre.shown.map { shown in
      guard case .frame(let frame) = shown else { return -1 }
      return frame
    }
  }

  @Test(
    arguments: [
      // Five film frames at 60 fps: three and two alternately, until film's slowness by 1/1000 adds up.
      ("0 0\n0.2085416666666667 0.2085416666666667\n", .hold, [0, 0, 0, 1, 1, 1, 2, 2, 3, 3, 3, 4, 4]),
      (
        "0 0\n0.2085416666666667 0.2085416666666667\n", .nearest,
        [0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4]
      ),
      // Three and two alternately. Each frame appears within half an output frame of its start.
      ("0 0\n0.2085416666666667 0.2085416666666667\n", .middle, [0, 0, 0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4]),
      ("0 0\n0.2085416666666667 0.2085416666666667\n", .next, [0, 1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 4, 4]),
      (
        "0.2085416666666667 0\n0 0.2085416666666667\n", .hold,
        [4, 4, 4, 3, 3, 3, 2, 2, 1, 1, 1, 0, 0]
      ),
      (
        "0.2085416666666667 0\n0 0.2085416666666667\n", .next,
        [4, 3, 3, 2, 2, 2, 1, 1, 0, 0, 0, 0, 0]
      ),
    ] as [(String, FrameChoice, [Int])])
  func filmFramesAtSixtyFps(_ table: String, _ choice: FrameChoice, _ frames: [Int]) throws {
    #expect(try Self.list(table, from: Rates.film, to: Rates.whole(60), choice, count: 5) == frames)
  }

  @Test(
    arguments: [
      ("0 0\n0.2 0.2\n", .hold, [0, 2, 4, 6, 8, 10]),
      ("0.2 0\n0 0.2\n", .hold, [11, 9, 7, 5, 3, 1]),
      ("0.2 0\n0 0.2\n", .nearest, [11, 9, 7, 5, 3, 1]),
      ("0 0\n0.2 0.2\n", .middle, [1, 3, 5, 7, 9, 11]),
      ("0.2 0\n0 0.2\n", .middle, [10, 8, 6, 4, 2, 0]),
      ("0 0\n0.01 0.01\n", .middle, [0]),
      ("0.1 0\n0.1 0.1\n", .hold, [6, 6, 6]),
      // At a cut, the later row counts.
      ("0 0\n0.1 0.1\n0 0.1\n0.1 0.2\n", .next, [0, 2, 4, 0, 2, 4]),
    ] as [(String, FrameChoice, [Int])])
  func sixtyFpsFramesAtThirtyFps(_ table: String, _ choice: FrameChoice, _ frames: [Int]) throws {
    #expect(try Self.list(table, from: Rates.whole(60), to: Rates.whole(30), choice, count: 12) == frames)
  }

  @Test(
    arguments: [
      ("0 0\n0.2 0.2\n", .hold, [0, 1, 2, 3, 4]),
      ("0.2 0\n0 0.2\n", .nearest, [4, 3, 2, 1, 0]),
      ("0 0\n0.2 0.2\n", .middle, [0, 1, 2, 3, 4]),
      ("0.2 0\n0 0.2\n", .middle, [4, 3, 2, 1, 0]),
      ("0 0\n0.2 0.4\n", .middle, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]),
      ("0 0\n0.2 0.4\n", .hold, [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]),
      // A tie goes to the later frame, but not to one outside the stretch.
      ("0 0\n0.2 0.4\n", .nearest, [0, 1, 1, 2, 2, 3, 3, 4, 4, 4]),
      ("0.2 0\n0 0.4\n", .nearest, [4, 3, 3, 2, 2, 1, 1, 0, 0, 0]),
      ("0.2 0\n0 0.4\n", .hold, [4, 4, 3, 3, 2, 2, 1, 1, 0, 0]),
      // The next frame belongs to the stretch and is not skipped by a cut.
      ("0 0\n0.06 0.12\n0.14 0.12\n0.2 0.24\n", .next, [0, 1, 1, 4, 4, 4]),
      // A freeze shows the frame that starts at its instant if the next stretch shows it, otherwise the last frame
      // before.
      ("0 0\n0.08 0.08\n0.08 0.2\n0.2 0.32\n", .hold, [0, 1, 2, 2, 2, 2, 3, 4]),
      ("0 0\n0.08 0.08\n0.08 0.2\n0 0.28\n", .hold, [0, 1, 1, 1, 1, 1, 0]),
      ("0 0\n0.2 0.2\n0.2 0.28\n", .next, [0, 1, 2, 3, 4, 4, 4]),
    ] as [(String, FrameChoice, [Int])])
  func twentyFiveFpsFramesAtTheSameRate(_ table: String, _ choice: FrameChoice, _ frames: [Int]) throws {
    #expect(try Self.list(table, from: Rates.whole(25), to: Rates.whole(25), choice, count: 5) == frames)
  }

  @Test func blendsShowWholeFramesAtFrameStarts() throws {
    let half = try Frames(Rates.whole(25), count: 3).fixed(TableText.map("0 0\n0.12 0.24\n"), Rates.whole(25), .blend)
    func mix(_ first: Int) -> Shown {
      .mix([Weight(frame: first, share: 0.5), Weight(frame: first + 1, share: 0.5)])
    }
    #expect(half.shown.map(\.rounded) == [.frame(0), mix(0), .frame(1), mix(1), .frame(2), .frame(2)])
    let reverse = try Frames(Rates.whole(25), count: 3).fixed(
      TableText.map("0.12 0\n0 0.24\n"), Rates.whole(25), .blend)
    #expect(reverse.shown.map(\.rounded) == [.frame(2), mix(1), .frame(1), mix(0), .frame(0), .frame(0)])
  }

  @Test func noStretchShowsFramesOfAnother() throws {
    // 0.06 s lies in the middle of frame 1, and 0.14 s in the middle of frame 3.
    let map = try TableText.map("0 0\n0.06 0.12\n0.14 0.12\n0.2 0.24\n")
    for choice: FrameChoice in [
      .hold, .middle, .nearest, .next, .blend, .motion, .shutter(degrees: 720), .motionShutter(degrees: 720),
    ] {
      let shown = try Frames(Rates.whole(25), count: 5).fixed(map, Rates.whole(50), choice).shown
      #expect(shown.count == 12)
      #expect(shown[..<6].allSatisfy { Set($0.frames).isSubset(of: [0, 1]) }, "\(choice): \(shown)")
      #expect(shown[6...].allSatisfy { Set($0.frames).isSubset(of: [3, 4]) }, "\(choice): \(shown)")
    }
  }

  @Test func instantsWithinAMillionthOfAFrameCountAsItsStart() throws {
    for shift in [-3e-8, -1e-12, 0, 1e-12, 3e-8] {
      for choice: FrameChoice in [.hold, .middle, .nearest, .next, .blend, .motion] {
        let forward = try TimeMap([
          Piece(.cubic(Cubic(line: 1, from: 1 + shift, to: 2 + shift)), from: 1 + shift, to: 2 + shift, at: 0)
        ])
        let frames = Frames(Rates.whole(25), count: 100)
        #expect(try frames.fixed(forward, Rates.whole(25), choice).shown == (25..<50).map(Shown.frame))
        #expect(
          try frames.fixed(forward.reversed(), Rates.whole(25), choice).shown == (25..<50).reversed().map(Shown.frame))
      }
    }
  }

  @Test func roundedCutsStayOnTheirOutputFrame() throws {
    let cut = 0.1 + 0.2
    #expect(cut > 0.3)
    let map = try TableText.map("0 0\n\(cut) \(cut)\n2 \(cut)\n3 1.3\n")
    let shown = try Frames(Rates.whole(10), count: 30).fixed(map, Rates.whole(10)).shown
    #expect(shown == [0, 1, 2, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29].map(Shown.frame))
  }

  @Test func longFreezesAreSplitIntoInstructions() throws {
    let theatre = try Frames(Rates.whole(25), count: 1).fixed(TableText.map("0 0\n0 200\n"), Rates.whole(25))
    #expect(theatre.copies == [1024, 1024, 1024, 1024, 904])
    #expect(theatre.shown == Array(repeating: .frame(0), count: 5000))
  }

  @Test func equalFramesComeInOneInstruction() throws {
    let theatre = try Frames(Rates.whole(25), count: 10).fixed(TableText.map("0 0\n0.4 4\n"), Rates.whole(25))
    #expect(theatre.copies == Array(repeating: 10, count: 10))
  }

  @Test func anInputThatStartsLateShowsItsFirstFrameUntilThen() throws {
    let frames = Frames(starts: [0.1, 0.14, 0.18, 0.22], nominal: Rates.whole(25))
    for choice: FrameChoice in [.hold, .middle, .nearest, .next, .blend, .motion] {
      let shown = try frames.fixed(TableText.map("0 0\n0.26 0.26\n"), Rates.whole(50), choice).shown
      #expect(shown[...5].allSatisfy { $0 == .frame(0) }, "\(choice): \(shown)")
      #expect(shown.count == 13 && shown[7] == .frame(1), "\(choice): \(shown)")
    }
  }

  @Test func variableFramesLastAsLongAsTheirTimestampsSay() throws {
    let frames = Frames(starts: [0, 0.1, 0.4, 0.5])
    let map = try TableText.map("0 0\n0.6 0.6\n")
    #expect(try frames.fixed(map, Rates.whole(10)).shown == [0, 1, 1, 1, 2, 3].map(Shown.frame))
    // Reversed, each frame lasts as long as before.
    #expect(try frames.fixed(map.reversed(), Rates.whole(10)).shown == [3, 2, 1, 1, 1, 0].map(Shown.frame))
  }

  @Test func aSingleFrameIsShownForItsNominalLength() throws {
    let map = try TimeMap(scale: 1, duration: nil)
    let one = Frames(starts: [0], nominal: Rates.whole(10))
    #expect(try one.fixed(map, Rates.whole(50)).shown.count == 5)
    #expect(try Frames(starts: [0]).fixed(map, Rates.whole(50)).shown.count == 2)
  }

  @Test func moreFramesThanCanBeCountedAreRefused() throws {
    let rate = FrameRate(Rational(1 << 31)!)!
    #expect(throws: Refusal.usage("the result would have too many frames", advice: "write a lower --fps")) {
      try FixedSchedule(
        TimeMap(scale: 1, duration: 1e9), FrameClock(rate: Rates.whole(25)), rate: rate, choice: .hold)
    }
  }
}

extension Shown {
  var frames: [Int] {
    switch self {
    case .frame(let frame), .stamped(let frame, _): [frame]
    case .mix(let weights): weights.map(\.frame)
    case .between(let first, let second, _): [first, second]
    case .average(let moments): moments.flatMap { [$0.first, $0.second] }
    }
  }

  /// The value with weights and phases rounded to six decimals, for comparison with literals.
  var rounded: Shown {
    if case .between(let first, let second, let phase) = self {
      return .between(first, second, (phase * 1e6).rounded() / 1e6)
    }
    guard case .mix(let weights) = self else { return self }
    return .mix(weights.map { Weight(frame: $0.frame, share: ($0.share * 1e6).rounded() / 1e6) })
  }

  /// Whether both are equal, except for rounding of weights and phases.
  func isNear(_ other: Shown) -> Bool {
    if case .between(let first, let second, let phase) = self,
      case .between(let otherFirst, let otherSecond, let otherPhase) = other
    {
      return first == otherFirst && second == otherSecond && abs(phase - otherPhase) < 2e-6
    }
    guard case .mix(let weights) = self, case .mix(let others) = other else { return self == other }
    return zip(weights, others).allSatisfy { $0.frame == $1.frame && abs($0.share - $1.share) < 2e-6 }
      && weights.count == others.count
  }
}
