import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct ScheduleShutterTests {
  @Test(arguments: ScheduleMaps.tables)
  func weightsAreScreenTimes(_ name: String, _ table: String) throws {
    let map = try TableText.map(table)
    for (source, output, degrees) in [
      (Rates.whole(25), Rates.whole(25), 180), (Rates.whole(60), Rates.film, 360), (Rates.film, Rates.whole(60), 720),
      (Rates.whole(120), Rates.whole(24), 33),
    ] as [(FrameRate, FrameRate, Double)] {
      let frames = Frames(source, filling: ScheduleMaps.duration(of: map))
      try Self.compare(frames, map, output, degrees, "\(name), \(source)")
    }
  }

  @Test func weightsOfRandomMapsAreScreenTimes() throws {
    for seed in Campaign.share(of: 200..<230 as Range<UInt64>) {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 2 == 0)
      let frames = Frames(Rates.whole(5), filling: ScheduleMaps.duration(of: map) + 0.1)
      try Self.compare(frames, map, Rates.whole(3), Double(7 * (seed - 190)), "seed \(seed)")
    }
  }

  private static func compare(
    _ frames: Frames, _ map: TimeMap, _ rate: FrameRate, _ degrees: Double, _ name: String
  ) throws {
    let reference = ScheduleReference(map, frames)
    let theatre = try frames.fixed(map, rate, .shutter(degrees: degrees))
    #expect(theatre.lost.isEmpty)
    #expect(theatre.shown.count == rate.frameCount(filling: reference.length))
    for (frame, shown) in theatre.shown.enumerated() {
      let expected = reference.weights(from: rate.start(ofFrame: frame), for: degrees / 360 / rate.value)
      let found = shown.weights
      let isSame = Set(found.keys).union(expected.keys).allSatisfy { key in
        abs((found[key] ?? 0) - (expected[key] ?? 0)) < 1e-5
      }
      #expect(isSame, "\(name)→\(rate) \(degrees)°, frame \(frame): \(shown), not \(expected)")
    }
  }

  @Test func aShutterClosesWhereAShortInputEnds() throws {
    let shown = try Frames(Rates.whole(4), count: 5).fixed(
      TableText.map("0 0\n4 4\n"), Rates.whole(2), .shutter(degrees: 540)
    ).shown
    #expect(shown.map(\.frames) == [[0, 1, 2], [2, 3, 4], [4]])
  }

  @Test func weightsAddUpToOneExactly() throws {
    for seed in Campaign.share(of: 0..<30 as Range<UInt64>) {
      let map = try RandomRows.map(seed: seed, openEnd: seed % 2 == 1)
      let frames = Frames(Rates.ntsc, filling: ScheduleMaps.duration(of: map))
      let degrees = Double(1 + seed * 23)
      for shown in try frames.fixed(map, Rates.whole(5), .shutter(degrees: degrees)).shown {
        guard case .mix(let weights) = shown else { continue }
        #expect(weights.reduce(0) { $0 + $1.share } == 1 && weights.reversed().reduce(0) { $0 + $1.share } == 1)
        #expect(weights.count > 1 && weights.allSatisfy { $0.share > 0 }, "seed \(seed): \(weights)")
        #expect(zip(weights, weights.dropFirst()).allSatisfy { $0.frame < $1.frame }, "seed \(seed): \(weights)")
      }
    }
  }

  @Test func aShutterClosesAtCutsAndAtTheEnd() throws {
    // Two output frames per second, each open for a second. The cut is at 1 s.
    let map = try TableText.map("0 0\n1 1\n2 1\n3 2\n")
    let shown = try Frames(Rates.whole(4), count: 12).fixed(map, Rates.whole(2), .shutter(degrees: 720)).shown
    #expect(shown.map(\.frames) == [[0, 1, 2, 3], [2, 3], [8, 9, 10, 11], [10, 11]])
    #expect(shown[1] == .mix([Weight(frame: 2, share: 0.5), Weight(frame: 3, share: 0.5)]))
  }

  @Test func aShutterStaysOpenOverTurnsFreezesAndKinks() throws {
    // Half a second forward, half a second backward, and a freeze of half a second.
    let map = try TableText.map("0 0\n0.5 0.5\n0 1\n0 1.5\n")
    let shown = try Frames(Rates.whole(2), count: 2).fixed(map, Rates.whole(1), .shutter(degrees: 720)).shown
    #expect(shown == [.frame(0), .frame(0)])
    let kink = try TableText.map("0 0\n0.5 0.25\n1 1\n")
    let once = try Frames(Rates.whole(2), count: 2).fixed(kink, Rates.whole(1), .shutter(degrees: 360)).shown
    #expect(once == [.mix([Weight(frame: 0, share: 0.25), Weight(frame: 1, share: 0.75)])])
  }

  @Test func shutterThatClosesAtAStretchEndShowsNothingOfTheNext() throws {
    // A freeze at the start of each frame in turn. The end of the shutter is often rounded to just after it.
    for stop in 1..<100 {
      let instant = Rates.whole(25).start(ofFrame: stop)
      let map = try TimeMap(scale: 1, duration: 4).frozen(at: instant, for: 0.4)
      let shown = try Frames(Rates.whole(25), count: 100).fixed(map, Rates.whole(25), .shutter(degrees: 360)).shown
      #expect(shown == (0..<110).map { .frame($0 < stop ? $0 : max(stop, $0 - 10)) })
    }
  }

  @Test func extremelyShortShutterShowsAnInstant() throws {
    let frames = Frames(Rates.whole(25), count: 100)
    for degrees in [1e-300, 1e-12, 1e-6] {
      let shown = try frames.fixed(TimeMap(scale: 1, duration: 4), Rates.whole(30), .shutter(degrees: degrees)).shown
      #expect(shown == (try frames.fixed(TimeMap(scale: 1, duration: 4), Rates.whole(30)).shown))
    }
  }
}

extension Shown {
  var weights: [Int: Double] {
    switch self {
    case .frame(let frame), .stamped(let frame, _): [frame: 1]
    case .mix(let weights): Dictionary(uniqueKeysWithValues: weights.map { ($0.frame, $0.share) })
    case .between(let first, let second, let phase): [first: 1 - phase, second: phase]
    case .average(let moments):
      moments.reduce(into: [:]) { sums, moment in
        sums[moment.first, default: 0] += moment.share * (1 - moment.phase)
        sums[moment.second, default: 0] += moment.share * moment.phase
      }
    }
  }
}
