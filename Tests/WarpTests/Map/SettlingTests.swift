import TestSupport
import Testing
import Values

@testable import Warp

/// Parts at normal speed show source frames, also after a ramp.
@Suite struct SettlingTests {
  private static let rates: [Rational] = [
    Rational(24)!, Rational(25)!, Rational(30000, 1001)!, Rational(50)!, Rational(60)!,
  ]

  private static func grid(_ source: Rational, _ result: Rational? = nil) -> FrameGrid {
    FrameGrid(source: FrameRate(source)!, result: FrameRate(result ?? source)!)
  }

  /// A clip of twelve seconds with one or more ramps between parts at normal speed.
  private static func keys(_ random: inout SplitMix64, ramps: Int) throws -> SpeedKeys {
    var (time, keys) = (0.5 + random.double(0, 1), [SpeedKeys.Key(source: 0, speed: 1, easing: .linear)])
    for _ in 0..<ramps {
      let speed = random.whole(below: 2) == 0 ? random.double(0.1, 0.8) : random.double(1.3, 4)
      let easing = [Easing.linear, .smooth, .hold][random.whole(below: 3)]
      let length = 10 / Double(ramps) - 1
      let (rise, stay) = (random.double(0.1, length / 3), random.double(0.3, length / 3))
      for (at, speed) in [(0, 1.0), (rise, speed), (rise + stay, speed), (2 * rise + stay, 1)] {
        keys.append(SpeedKeys.Key(source: time + at, speed: speed, easing: easing))
      }
      time += length + 0.7
    }
    return try SpeedKeys(keys)
  }

  /// The steady stretches of a map at normal speed, in warped time.
  private static func steady(_ map: TimeMap) -> [ClosedRange<Double>] {
    map.pieces.compactMap { piece in
      guard let scales = piece.scaleRange, abs(scales.lowerBound - 1) + abs(scales.upperBound - 1) < 1e-9,
        piece.warpedLength > 0.1
      else { return nil }
      return piece.warpedStart...piece.warpedEnd
    }
  }

  @Test(arguments: [1, 2, 3]) func normalSpeedShowsSourceFrames(ramps: Int) throws {
    var random = SplitMix64(seed: UInt64(ramps))
    for number in 0..<100 {
      let rate = Self.rates[number % Self.rates.count]
      let grid = Self.grid(rate)
      let before = try Self.keys(&random, ramps: ramps).map(duration: 12)
      let map = try before.settled(on: grid, within: 12)
      let frame = 1 / rate.value
      // Each output frame within a steady part is a source frame.
      for part in Self.steady(map) {
        let first = Int((part.lowerBound * rate.value - 1e-6).rounded(.up))
        for output in first..<Int(part.upperBound * rate.value) {
          let source = try #require(map.instant(at: grid.result.start(ofFrame: output))).source
          let position = grid.source.position(at: source)
          #expect(abs(position - position.rounded()) < 1e-6, "ramps \(number), frame \(output)")
        }
      }
      // No instant moves by more than half a frame.
      for index in 0...600 {
        let source = Double(index) / 50
        let (old, new) = (try #require(before.firstVisit(of: source)), try #require(map.firstVisit(of: source)))
        #expect(abs(old.warped - new.warped) <= frame / 2 + 1e-9, "ramps \(number), \(source) s")
      }
      try expectSpeedsKept(before, map, ramps: ramps, frame: frame)
    }
  }

  /// Speeds between two steady parts change by at most 2 % if they last 25 frames, or by 4 % if both parts move.
  private func expectSpeedsKept(_ before: TimeMap, _ map: TimeMap, ramps: Int, frame: Double) throws {
    let (old, new) = (Self.steady(before), Self.steady(map))
    try #require(old.count == new.count)
    for index in new.indices.dropLast() {
      let (length, changed) = (
        old[index + 1].lowerBound - old[index].upperBound, new[index + 1].lowerBound - new[index].upperBound
      )
      guard length >= 25 * frame else { continue }
      #expect(abs(changed / length - 1) <= (index == 0 ? 0.02 : 0.04) + 1e-9)
    }
  }

  /// At whole speeds and backward, output frames are source frames too.
  @Test(arguments: [
    ("0=1x, 1.013s=2x hold", 1.0), ("0=0.3x, 0.777s=3x hold, 2.5s=1x hold", 1), ("0=1x, 1.5s=0.6x, 2.71s=1x", -1),
  ]) func wholeSpeedsAreSettled(speeds: String, direction: Double) throws {
    var map = try SpeedSyntax.keys(speeds, on: Clip(duration: 4)).map(duration: 4)
    if direction < 0 { map = try map.reversed() }
    let grid = Self.grid(Rational(25)!)
    let settled = try map.settled(on: grid, within: 4)
    let wholes = settled.pieces.filter { piece in
      guard let scales = piece.scaleRange, scales.upperBound - scales.lowerBound < 1e-9 else { return false }
      let speed = 1 / scales.lowerBound
      return speed > 0.9 && abs(speed - speed.rounded()) < 1e-6
    }
    #expect(!wholes.isEmpty)
    for piece in wholes {
      for output in Int((piece.warpedStart * 25 - 1e-6).rounded(.up))..<Int(piece.warpedEnd * 25) {
        let source = try #require(settled.instant(at: Double(output) / 25)).source * 25
        #expect(abs(source - source.rounded()) < 1e-5, "\(speeds), frame \(output)")
      }
    }
  }

  /// Kept parts beside a cut grow to whole frames. A cut within a frame disappears.
  @Test(
    arguments: [
      ([(1.013, 2.027)], [0.0, 1.04, 2.0, 4.0]), ([(1.0, 2.0)], [0, 1, 2, 4]), ([(1.013, 1.02)], [0, 4]),
      ([(0, 1.03)], [1, 4]), ([(1.01, 1.9), (2.5, 3.01)], [0, 1.04, 1.88, 2.52, 3, 4]),
    ] as [([(Double, Double)], [Double])]) func keptPartsGrow(cuts: [(Double, Double)], ends: [Double]) throws
  {
    let ranges = Ranges(cuts.map { Ranges.Range(start: $0.0, end: $0.1, pace: .cut) })
    let map = try ranges.map(duration: 4).settled(on: Self.grid(Rational(25)!), within: 4)
    let found = map.stretches.flatMap { [$0.sourceStart, $0.sourceEnd] }
    try #require(found.count == ends.count, "\(found)")
    for (one, other) in zip(found, ends) { #expect(abs(one - other) < 1e-9, "\(found)") }
  }

  /// A freeze between frames takes up the difference.
  @Test func freezesAreSettled() throws {
    let map = try TimeMap(scale: 1, duration: 4).frozen(at: 1.013, for: 1.017).settled(
      on: Self.grid(Rational(25)!), within: 4)
    #expect(map.pieces.count == 3 && abs(map.pieces[1].warpedLength - 1) < 1e-9)
    #expect(abs(try #require(map.warpedLength) - 5) < 1e-9)
  }

  /// A settled map stays as it is, to the last digit, and so do maps without steady parts.
  @Test(arguments: ["1x", "2x", "0.5x", "0=1x, 4s=0.25x", "0=1x, 1s=2x hold, 3s=1x hold"])
  func settledMapsStay(speeds: String) throws {
    let map = try SpeedSyntax.keys(speeds, on: Clip(duration: 4)).map(duration: 4)
    #expect(try map.settled(on: Self.grid(Rational(25)!), within: 4) == map)
    let open = try SpeedSyntax.keys(speeds, on: Clip()).map(duration: nil)
    #expect(try open.settled(on: Self.grid(Rational(25)!)) == open)
  }

  /// The open end of a map is settled like its other parts, and settling twice changes nothing more.
  @Test func openEndsAreSettled() throws {
    let open = try SpeedSyntax.keys("0=1x, 1s=1x, 2s=0.3x, 3.017s=1x", on: Clip()).map(duration: nil)
    let settled = try open.settled(on: Self.grid(Rational(25)!))
    let end = try #require(settled.openEnd)
    let offset = (end.warped - end.source) * 25
    #expect(abs(offset - offset.rounded()) < 1e-6)
    #expect(try settled.settled(on: Self.grid(Rational(25)!)) == settled)
  }

  /// Slow motion of a fast source at a lower rate shows whole frames.
  @Test func fastSourcesAreSettledAtALowerRate() throws {
    let keys = try SpeedSyntax.keys("0=1x, 1s=1x, 1.3s=0.25x, 3.21s=0.25x, 3.5s=1x", on: Clip(duration: 4))
    let map = try keys.map(duration: 4).settled(on: Self.grid(Rational(240)!, Rational(60)!), within: 4)
    for output in 120..<280 {
      let source = try #require(map.instant(at: Double(output) / 60)).source * 240
      let isWhole = abs(source - source.rounded()) < 1e-5
      #expect(isWhole || source < 1.3 * 240 || source > 3.21 * 240)
    }
  }

  /// Rates and speeds beyond all films neither overflow nor take for ever.
  @Test(arguments: [
    ("1000000x", 1), ("0=1x, 1s=1000000x hold", 2), ("0=1x, 1s=1x, 2s=0.3x, 3s=1x", 1),
  ])
  func extremeRatesAreLeft(speeds: String, divisor: Int64) throws {
    let fast = Rational(FrameRate.largestTerm, divisor)!
    for duration in [1e8, 10] {
      let map = try SpeedSyntax.keys(speeds, on: Clip(duration: duration)).map(duration: duration)
      #expect(try map.settled(on: Self.grid(fast), within: duration) == map)
      _ = try map.settled(on: Self.grid(fast, Rational(1)!), within: duration)
    }
  }
}
