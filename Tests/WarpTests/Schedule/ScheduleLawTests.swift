import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

/// Laws for every map, clock and choice.
@Suite struct ScheduleLawTests {
  private static let rates: [(source: FrameRate, output: FrameRate)] = [
    (Rates.film, Rates.whole(60)), (Rates.whole(60), Rates.whole(30)), (Rates.whole(25), Rates.whole(25)),
    (Rates.ntsc, Rates.film), (Rates.whole(10), Rates.whole(120)),
  ]
  private static let choices: [FrameChoice] = [.hold, .middle, .nearest, .next, .blend, .motion]

  /// Frames of random lengths, up to `seconds`.
  private static func uneven(_ random: inout SplitMix64, filling seconds: Double, late: Double = 0) -> Frames {
    var starts = [late]
    while starts[starts.count - 1] < seconds { starts.append(starts[starts.count - 1] + random.double(0.01, 0.12)) }
    return Frames(starts: starts, nominal: Rates.whole(25))
  }

  /// The frames with a list that contains the end of the last one.
  private static func listed(_ frames: Frames, _ random: inout SplitMix64) -> Frames {
    var frames = frames
    frames.listedEnd = frames.starts[frames.starts.count - 1] + random.double(0.001, 1)
    return frames
  }

  private static func compare(_ shown: [Shown], _ expected: [Shown], _ what: String) {
    guard shown.count == expected.count else {
      Issue.record("\(what): \(shown.count) frames instead of \(expected.count)")
      return
    }
    for index in shown.indices where !shown[index].isNear(expected[index]) {
      Issue.record("\(what), frame \(index): \(shown[index]) instead of \(expected[index])")
      return
    }
  }

  @Test(arguments: ScheduleMaps.tables)
  func fixedSchedulesMatchTheReference(_ name: String, _ table: String) throws {
    let map = try TableText.map(table)
    for (source, output) in Self.rates {
      let frames = Frames(source, filling: ScheduleMaps.duration(of: map))
      let reference = ScheduleReference(map, frames)
      for choice in Self.choices {
        let theatre = try frames.fixed(map, output, choice)
        #expect(theatre.lost.isEmpty)
        Self.compare(theatre.shown, reference.shown(every: output, choice), "\(name), \(source)→\(output), \(choice)")
      }
    }
  }

  @Test(arguments: ScheduleMaps.tables)
  func fixedSchedulesOfVariableClocksMatchTheReference(_ name: String, _ table: String) throws {
    var random = SplitMix64(seed: 5)
    let map = try TableText.map(table)
    for late in [0, 0.33] {
      let frames = Self.uneven(&random, filling: ScheduleMaps.duration(of: map), late: late)
      let reference = ScheduleReference(map, frames)
      for choice in Self.choices {
        let theatre = try frames.fixed(map, Rates.whole(30), choice)
        #expect(theatre.lost.isEmpty)
        Self.compare(theatre.shown, reference.shown(every: Rates.whole(30), choice), "\(name), late \(late), \(choice)")
      }
    }
  }

  @Test(arguments: [false, true])
  func randomMapsMatchTheReference(_ isOpen: Bool) throws {
    for seed in Campaign.share(of: 0..<40 as Range<UInt64>) {
      var random = SplitMix64(seed: seed)
      let map = try RandomRows.map(seed: seed, openEnd: isOpen)
      let duration = ScheduleMaps.duration(of: map) + 0.2
      let choice = Self.choices[Int(seed) % Self.choices.count]
      let (output, even) = (Rates.whole(7), Frames(Rates.whole(5), filling: duration))
      let uneven = Self.uneven(&random, filling: duration)
      for frames in [even, uneven, Self.listed(uneven, &random)] {
        let theatre = try frames.fixed(map, output, choice)
        #expect(theatre.lost.isEmpty, "seed \(seed)")
        Self.compare(
          theatre.shown, ScheduleReference(map, frames).shown(every: output, choice), "seed \(seed), \(choice)")
      }
    }
  }

  @Test func incrementalInputGivesTheSameOutput() throws {
    var random = SplitMix64(seed: 8)
    let fine = Timebase(ticksPerSecond: 1 << 31)!
    for (name, table) in ScheduleMaps.tables {
      let map = try TableText.map(table)
      // Also with an input that ends before the map, by little and by much.
      for part in [1, 0.98, 0.7, 0.3] {
        let duration = ScheduleMaps.duration(of: map) * part
        for frames in [Frames(Rates.whole(25), filling: duration), Self.uneven(&random, filling: duration)] {
          for choice in Self.choices + [.shutter(degrees: 300), .motionShutter(degrees: 300)] {
            let growing = try frames.fixed(map, Rates.ntsc, choice)
            let complete = try frames.fixed(map, Rates.ntsc, choice, complete: true)
            #expect(growing.shown == complete.shown, "\(name), \(choice), \(part) of the input, \(frames.rate == nil)")
            #expect(growing.lost.isEmpty && complete.lost.isEmpty, "\(name), \(choice), \(part): \(growing.lost)")
            #expect(growing.schedule.footage.shortfall == complete.schedule.footage.shortfall)
          }
          let growing = try frames.variable(map, fine)
          let complete = try frames.variable(map, fine, complete: true)
          #expect(growing.shown == complete.shown, "\(name), \(part) of the input")
          #expect(growing.lost.isEmpty && complete.lost.isEmpty, "\(name), \(part): \(growing.lost)")
        }
      }
    }
  }

  @Test func truncatedInputsGiveTheSameOutputIncrementally() throws {
    let choices = Self.choices + [.shutter(degrees: 90), .shutter(degrees: 700), .motionShutter(degrees: 400)]
    for seed in Campaign.share(of: 0..<300 as Range<UInt64>) {
      var random = SplitMix64(seed: seed)
      let map = try RandomRows.map(seed: seed, openEnd: seed % 3 == 0)
      let duration = ScheduleMaps.duration(of: map) * random.double(0.1, 1.1)
      let even = Frames(Rates.whole(Int64(2 + random.whole(below: 9))), filling: duration)
      let (choice, output) = (choices[random.whole(below: choices.count)], Rates.whole(5))
      var uneven = Self.uneven(&random, filling: duration, late: random.double(0, 1))
      // The nominal rate decides whether a last showing is closed. Without it, this would depend on the number of
      // arrived frames.
      uneven.nominal = Rates.whole(9)
      for frames in [even, uneven, Self.listed(uneven, &random)] {
        let growing = try frames.fixed(map, output, choice)
        let complete = try frames.fixed(map, output, choice, complete: true)
        #expect(growing.shown == complete.shown, "seed \(seed), \(choice), \(frames.rate == nil)")
        #expect(growing.lost.isEmpty, "seed \(seed), \(choice), \(frames.rate == nil): \(growing.lost)")
        let fine = Timebase(ticksPerSecond: 1 << 31)!
        let variable = try frames.variable(map, fine)
        #expect(variable.shown == (try frames.variable(map, fine, complete: true).shown), "seed \(seed)")
        #expect(variable.lost.isEmpty, "seed \(seed), \(frames.rate == nil): \(variable.lost)")
      }
    }
  }

  /// An incomplete last frame is not shown. The frame that replaces it has not been released.
  @Test(arguments: 0..<4 as Range<UInt64>) func inputsCutInsideAFrameAreShownWithoutThatFrame(_ part: UInt64) throws {
    let choices = Self.choices + [.shutter(degrees: 90), .shutter(degrees: 700), .motionShutter(degrees: 400)]
    let fine = Timebase(ticksPerSecond: 1 << 31)!
    for seed in Campaign.share(of: part * 500..<(part + 1) * 500) {
      var random = SplitMix64(seed: seed)
      let map = try RandomRows.map(seed: seed % 100, openEnd: seed % 3 == 0)
      let duration = 0.3 + ScheduleMaps.duration(of: map) * random.double(0, 1.1)
      let choice = choices[random.whole(below: choices.count)]
      let even = Frames(Rates.whole(Int64(4 + random.whole(below: 9))), filling: duration)
      var uneven = Self.uneven(&random, filling: duration, late: random.double(0, 0.2))
      uneven.nominal = random.whole(below: 2) == 0 ? nil : Rates.whole(9)
      for frames in [even, uneven, Self.listed(uneven, &random)] where frames.starts.count > 1 {
        let what = "seed \(seed), \(choice), \(frames.rate == nil)"
        let fixed = try frames.fixed(map, Rates.whole(5), choice, cut: true)
        #expect(fixed.lost.isEmpty, "\(what): \(fixed.lost)")
        let expected = try frames.butLast.fixed(map, Rates.whole(5), choice, complete: true).shown
        if frames.rate != nil {
          #expect(fixed.shown.starts(with: expected) && fixed.shown.count <= expected.count + 1, "\(what)")
        }
        // Frames may be shown for less than one tick.
        guard let variable = try? frames.variable(map, fine, cut: true) else { continue }
        #expect(variable.lost.isEmpty, "\(what), variable: \(variable.lost)")
        if frames.rate != nil {
          #expect(variable.shown == (try frames.butLast.variable(map, fine, complete: true).shown), "\(what), variable")
        }
      }
    }
  }

  @Test func aFullReverseShowsTheFramesInReverseOrder() throws {
    for rate in [Rates.film, Rates.whole(25), Rates.whole(60), Rates.ntsc] {
      let frames = Frames(rate, count: 240)
      let forward = try TimeMap(scale: 1, duration: rate.start(ofFrame: 240))
      for choice in Self.choices + [.shutter(degrees: 180), .shutter(degrees: 360)] {
        #expect(try frames.fixed(forward, rate, choice).shown == (0..<240).map(Shown.frame))
        #expect(try frames.fixed(forward.reversed(), rate, choice).shown == (0..<240).reversed().map(Shown.frame))
      }
    }
  }

  @Test func outputCountMatchesTheMap() throws {
    for (seed, (source, output)) in zip(50..., Self.rates) {
      let map = try RandomRows.map(seed: UInt64(seed))
      let frames = Frames(source, filling: ScheduleMaps.duration(of: map))
      let count = output.frameCount(filling: map.warpedLength!)!
      #expect(try frames.fixed(map, output).shown.count == count)
      #expect(try frames.fixed(map, output, .shutter(degrees: 180)).shown.count == count)
    }
  }

  @Test func roundingOnEveryFramesStartChangesNoFrame() throws {
    // A kink at the start of every frame, each time rounded separately.
    let rate = Rates.ntsc
    let rows = (0...300).map { "\(rate.start(ofFrame: $0)) \(rate.start(ofFrame: $0) * 3)" }.joined(separator: "\n")
    let frames = Frames(rate, count: 300)
    let expected = (0..<900).map { Shown.frame($0 / 3) }
    #expect(try frames.fixed(TableText.map(rows), rate).shown == expected)
    #expect(try frames.fixed(TableText.map(rows).reversed(), rate).shown == expected.reversed())
  }
}
