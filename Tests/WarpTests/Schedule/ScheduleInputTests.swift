import TestMaps
import Testing

@testable import Values
@testable import Warp

/// How many frames schedules hold, and what happens when the input ends.
@Suite struct ScheduleInputTests {
  private static let rate = Rates.whole(25)

  private static func numbers(_ theatre: ScheduleTheatre<FixedSchedule>) -> [Int] { theatre.shown.flatMap(\.frames) }

  @Test(
    arguments: [
      ("0 0\n4 4\n", .hold, 1), ("0 0\ninf inf 1\n", .hold, 1), ("0 0\n4 8\n", .hold, 1), ("0 0\n4 0.4\n", .hold, 1),
      ("0 0\ninf inf 0.05\n", .hold, 1), ("0 0\ninf inf 2\n", .blend, 2), ("0 0\n4 9 2\n", .blend, 2),
      ("0 0\n4 0.5\n", .blend, 2), ("0 0\n1 1\n1 2\n2 3\n", .hold, 1), ("1 0\n2 1\n3 1\n4 2\n", .nearest, 1),
      ("0 0\n4 4\n", .shutter(degrees: 180), 1), ("0 0\n4 0.5\n", .shutter(degrees: 360), 8),
    ] as [(String, FrameChoice, Int)])
  func forwardMapsHoldOnlyMixedFrames(_ table: String, _ choice: FrameChoice, _ count: Int) throws {
    let map = try TableText.map(table)
    let even = try Frames(Self.rate, count: 100).fixed(map, Self.rate, choice)
    // Two frames, or those that are mixed: the newest may be incomplete, and the one before replaces it.
    #expect(even.lost.isEmpty && even.mostHeld <= max(2, count), "even: \(even.mostHeld)")
    // If frames have timestamps, one more: a frame's length is known only when the next frame arrives.
    let starts = (0..<100).map { Self.rate.start(ofFrame: $0) }
    let uneven = try Frames(starts: starts).fixed(map, Self.rate, choice)
    #expect(uneven.lost.isEmpty && uneven.shown.count == even.shown.count)
    #expect(zip(uneven.shown, even.shown).allSatisfy { $0.isNear($1) })
    #expect(uneven.mostHeld <= count + 1, "uneven: \(uneven.mostHeld)")
  }

  @Test(arguments: [FrameChoice.hold, .middle])
  func framesPassThroughUnheld(choice: FrameChoice) throws {
    var schedule = try FixedSchedule(
      TimeMap(scale: 1, duration: 4), FrameClock(rate: Self.rate), rate: Self.rate, choice: choice)
    for frame in 0..<97 {
      #expect(schedule.next() == .needInput)
      schedule.append()
      #expect(schedule.next() == .copy(frame: frame, count: 1) && !schedule.needs.contains(frame), "frame \(frame)")
    }
    // From this frame on, so little is missing that the last frame replaces it.
    #expect(schedule.next() == .needInput)
    schedule.append()
    #expect(schedule.next() == .copy(frame: 97, count: 1) && schedule.needs.contains(97))
    schedule.end(count: 98)
    #expect(schedule.next() == .copy(frame: 97, count: 2) && schedule.next() == .done)
    #expect(schedule.needs.horizon == .max && schedule.footage.shortfall == nil)
  }

  @Test func variableFramesPassThroughToo() throws {
    var schedule = VariableSchedule(
      try TimeMap(scale: 1, duration: nil), FrameClock(nominal: Self.rate), timebase: .standard)
    for frame in 0..<100 {
      #expect(try schedule.next() == .needInput)
      #expect(schedule.append(start: Self.rate.start(ofFrame: frame)) == true)
      #expect(try schedule.next() == .show(frame: frame, tick: Int64(frame * 2560)))
      #expect(!schedule.needs.contains(frame))
    }
  }

  @Test func skippedFramesAreNotNeeded() throws {
    var schedule = try FixedSchedule(
      TableText.map("2 0\n3 1\n"), FrameClock(rate: Self.rate), rate: Self.rate, choice: .hold)
    for _ in 0..<50 {
      #expect(schedule.next() == .needInput && schedule.needs.horizon == 50)
      schedule.append()
    }
    #expect(schedule.footage.unusedCount == 49)
  }

  @Test func repeatedFramesStayNeeded() throws {
    var schedule = try FixedSchedule(
      TableText.map("0 0\n2 2\n1 2\n2 3\n"), FrameClock(rate: Self.rate), rate: Self.rate, choice: .hold)
    for frame in 0..<50 {
      #expect(schedule.next() == .needInput)
      schedule.append()
      #expect(schedule.next() == .copy(frame: frame, count: 1))
      #expect(schedule.needs.horizon == min(25, frame + 1))
    }
    for frame in 25..<49 {
      // The last frame may be incomplete, and the one before replaces it.
      #expect(schedule.next() == .copy(frame: frame, count: 1) && schedule.needs.horizon == min(48, frame + 1))
    }
  }

  @Test(
    arguments: [
      // If a frame is missing, or two that are less than a tenth of a second, the last frame replaces them in both
      // directions.
      ("0 0\n1 1\n", 24, Array(0..<24) + [23], false),
      ("1 0\n0 1\n", 24, [23] + (0..<24).reversed(), false),
      ("0 0\n1 1\n", 23, Array(0..<23) + [22, 22], false),
      // If more is missing: in forward play the output ends with the input, and in backward play the last frame
      // replaces it.
      ("0 0\n1 1\n", 22, Array(0..<22), true),
      ("0 0\n1 2\n", 20, (0..<40).map { $0 / 2 }, true),
      ("1 0\n0 1\n", 20, Array(repeating: 19, count: 5) + (0..<20).reversed(), true),
      ("1 0\n1 0.2\n0.8 0.4\n", 20, Array(repeating: 19, count: 10), true),
      // The output ends with the input, although the map would return to existing frames.
      ("0 0\n1 1\n0 1\n0.2 1.2\n", 10, Array(0..<10), true),
      // The input contains nothing that the map shows.
      ("2 0\n3 1\n", 10, [], true),
      ("3 0\n2 0.2\n", 10, [9, 9, 9, 9, 9], true),
      ("0 0\n0.4 0.4\ninf inf 1\n", 5, Array(0..<5), true),
      ("0 0\n0.4 0.4\ninf inf 1\n", 9, Array(0..<9) + [8], false),
      ("0 0\n0.4 0.4\ninf inf 1\n", 10, Array(0..<10), false),
    ] as [(String, Int, [Int], Bool)])
  func truncatedInputEndsTheOutputOrHoldsTheLastFrame(_ table: String, _ count: Int, _ frames: [Int], _ isShort: Bool)
    throws
  {
    let map = try TableText.map(table)
    let even = try Frames(Self.rate, count: count).fixed(map, Self.rate)
    #expect(Self.numbers(even) == frames && even.lost.isEmpty)
    #expect((even.schedule.footage.shortfall != nil) == isShort)
    let starts = (0..<count).map { Self.rate.start(ofFrame: $0) }
    let uneven = try Frames(starts: starts).fixed(map, Self.rate)
    #expect(Self.numbers(uneven) == frames && uneven.lost.isEmpty)
    #expect((uneven.schedule.footage.shortfall != nil) == isShort)
  }

  @Test(
    arguments: [
      ("0 0\n1 1\n", 24, "23@920 23@960"), ("0 0\n1 1\n", 20, "19@760"), ("1 0\n0 1\n", 20, "0@960"),
      // At half speed, the last showing is two frames long, up to the input's end.
      ("0 0\n1 2\n", 20, "19@1520 19@1560"),
    ])
  func variableFramesOfATruncatedInput(_ table: String, _ count: Int, _ ending: String) throws {
    let theatre = try Frames(Self.rate, count: count).variable(
      TableText.map(table), Timebase(ticksPerSecond: 1000)!)
    #expect(theatre.lost.isEmpty)
    #expect(theatre.shown.map(\.description).joined(separator: " ").hasSuffix(" " + ending), "\(theatre.shown)")
  }

  @Test func truncatedInputGivesAsManyFramesAsATruncatedMap() throws {
    for (count, output) in [(20, 50), (21, 53), (22, 55), (1, 3), (2, 5)] {
      let film = Frames(Rates.film, count: count)
      for table in ["0 0\n4 4\n", "0 0\n1 1\n3 3\n4 6\n"] {
        #expect(try film.fixed(TableText.map(table), Rates.whole(60)).shown.count == output)
      }
      #expect(try film.fixed(TimeMap(scale: 1, duration: nil), Rates.whole(60)).shown.count == output)
    }
  }

  /// A tenth of a second may always be missing, however the ends are rounded.
  @Test func aTenthOfASecondMayBeMissing() {
    for count in 1...200 {
      let end = Rates.whole(25).start(ofFrame: count)
      let due = (end * 100 + 10).rounded() / 100
      #expect(Shortfall(inputEnd: end, mapEnd: due, frameLength: 0.04) == nil, "\(count) frames")
      #expect(Shortfall(inputEnd: end, mapEnd: due + 0.001, frameLength: 0.04) != nil)
    }
  }

  @Test func shortfallStatesBothEnds() throws {
    let theatre = try Frames(Self.rate, count: 10).fixed(TimeMap(scale: 1, duration: 2), Self.rate)
    let shortfall = try #require(theatre.schedule.footage.shortfall)
    #expect(shortfall.inputEnd == 0.4 && shortfall.mapEnd == 2)
    // Seven frames at 5 fps have an end with a rounding error, which the message does not show.
    let rounded = Shortfall(inputEnd: 7 * 0.2, mapEnd: 2)
    #expect(rounded.inputEnd != 1.4)
    #expect(rounded.description.contains("ends at 1.4 s, but the map plays it up to 2 s;"))
    // At 5 fps one frame may be missing, although it is longer than a tenth of a second.
    let slow = try Frames(Rates.whole(5), count: 9).fixed(TimeMap(scale: 1, duration: 2), Rates.whole(5))
    #expect(slow.schedule.footage.shortfall == nil && Self.numbers(slow) == Array(0..<9) + [8])
  }

  /// If the end is held, the last frame replaces everything missing, and there is no shortfall.
  @Test(arguments: [("0 0\n1 1\n", "4@160 4@960"), ("0 0\n1 1\n0 2\n", "4@160 3@1840 2@1880 1@1920 0@1960")])
  func heldEndReplacesMissingFrames(_ table: String, _ stamps: String) throws {
    let map = try TableText.map(table)
    let film = Frames(Self.rate, count: 5)
    let fixed = try film.fixed(map, Self.rate, holdsEnd: true)
    #expect(Self.numbers(fixed).prefix(25) == (0..<4) + Array(repeating: 4, count: 21)[...])
    #expect(fixed.shown.count == (map.warpedLength == 1 ? 25 : 50))
    #expect(fixed.lost.isEmpty && fixed.schedule.footage.shortfall == nil)
    let variable = try film.variable(map, Timebase(ticksPerSecond: 1000)!, holdsEnd: true)
    #expect(variable.shown.map(\.description).joined(separator: " ").hasSuffix(stamps), "\(variable.shown)")
  }

  @Test func noInputIsNoOutput() throws {
    for table in ["0 0\n1 1\n", "1 0\n0 1\n", "0 0\ninf inf 1\n", "1 0\n1 1\n"] {
      for frames in [Frames(Self.rate, count: 0), Frames(starts: [])] {
        #expect(try frames.fixed(TableText.map(table), Self.rate).shown.isEmpty)
        #expect(try frames.variable(TableText.map(table)).shown.isEmpty)
      }
    }
  }

  @Test func aFrameThatIsTakenBackIsNotShown() throws {
    let map = try TimeMap(scale: 1, duration: 1)
    var even = try FixedSchedule(map.reversed(), FrameClock(rate: Self.rate), rate: Self.rate, choice: .hold)
    for _ in 0..<24 { even.append() }
    even.end(count: 23)
    #expect(even.next() == .copy(frame: 22, count: 3))
    var uneven = VariableSchedule(try map.reversed(), FrameClock(nominal: Self.rate), timebase: .standard)
    for frame in 0..<24 { #expect(uneven.append(start: Self.rate.start(ofFrame: frame)) == true) }
    uneven.end(count: 23)
    #expect(try uneven.next() == .show(frame: 22, tick: 0))
  }

  @Test(
    arguments: [
      ("0 0\n4 4\n", 0), ("1 0\n2 1\n", 75), ("1.01 0\n1.99 1\n", 75), ("0 0\n1 1\n3 1\n4 2\n", 50), ("1 0\n1 1\n", 99),
      ("4 0\n0 4\n", 0), ("2 0\ninf inf 1\n", 50), ("1.3 0\n1.3 1\n0.5 1\n1 1.5\n", 86),
    ])
  func framesOutsideTheMapAreCounted(_ table: String, _ unused: Int) throws {
    let map = try TableText.map(table)
    #expect(try Frames(Self.rate, count: 100).fixed(map, Self.rate).schedule.footage.unusedCount == unused)
    let starts = (0..<100).map { Self.rate.start(ofFrame: $0) }
    #expect(try Frames(starts: starts).variable(map).schedule.footage.unusedCount == unused)
  }

  @Test func speedsBeyondAnyClipDoNotOverflow() throws {
    for table in ["0 0\ninf inf 1e-300\n", "0 0\n1 1\ninf inf 1e-30\n"] {
      let frames = Frames(Self.rate, count: 50)
      #expect(try !frames.fixed(TableText.map(table), Self.rate, .blend).shown.isEmpty)
      #expect(try !frames.fixed(TableText.map(table), Self.rate, .shutter(degrees: 720)).shown.isEmpty)
    }
    let wide = try TableText.map("0 0\n1000000000 0.001\n")
    #expect(try Frames(Self.rate, count: 50).fixed(wide, Rates.whole(1), .shutter(degrees: 720)).shown.count <= 1)
  }
}
