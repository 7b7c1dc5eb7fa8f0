import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

/// Soft joins at cuts.
@Suite struct ScheduleCrossfadeTests {
  private static let rate = Rates.whole(10)
  private static let choices: [FrameChoice] = [
    .hold, .middle, .nearest, .next, .blend, .motion, .shutter(degrees: 180), .motionShutter(degrees: 400),
  ]

  private static func dissolves(_ theatre: ScheduleTheatre<FixedSchedule>) -> [String] {
    theatre.shown.enumerated().compactMap { number, shown in
      guard case .mix(let weights) = shown else { return nil }
      let sides = weights.map { "\(BriefNumber.print($0.share))·\($0.frame)" }
      return "\(number): \(sides.joined(separator: "+"))"
    }
  }

  /// The start, the cut and the end of each crossfade, and the latest source time beyond the cut.
  private static func crossfades(_ rows: String, _ length: Double) throws -> [[Double]] {
    let map = try TableText.map(rows)
    let crossfades = try Crossfades(map, lasting: length)
    return map.stretches.indices.compactMap { crossfades[$0] }.map { [$0.start, $0.cut, $0.end, $0.latestSource] }
  }

  @Test func dissolvesAreLinearAroundTheCut() throws {
    let map = try TableText.map("0 0\n2 2\n5 2\n8 5\n")
    let hard = try Frames(Self.rate, count: 80).fixed(map, Self.rate)
    let soft = try Frames(Self.rate, count: 80).fixed(map, Self.rate, crossfade: 0.8)
    #expect(
      Self.dissolves(soft) == [
        "17: 0.875·17+0.125·47", "18: 0.75·18+0.25·48", "19: 0.625·19+0.375·49", "20: 0.5·20+0.5·50",
        "21: 0.375·21+0.625·51", "22: 0.25·22+0.75·52", "23: 0.125·23+0.875·53",
      ])
    #expect(soft.shown[..<17] == hard.shown[..<17] && soft.shown[24...] == hard.shown[24...])
    #expect(soft.shown.count == hard.shown.count && soft.lost.isEmpty)
  }

  @Test func bothSidesPlayOnAtTheirOwnSpeedAndDirection() throws {
    // At double speed up to the cut, backward after it. A freeze stays as it is.
    let map = try TableText.map("0 0\n4 2\n6.05 2\n3.05 5\n")
    let soft = try Frames(Self.rate, count: 80).fixed(map, Self.rate, crossfade: 0.4)
    #expect(Self.dissolves(soft) == ["19: 0.75·38+0.25·61", "20: 0.5·40+0.5·60", "21: 0.25·42+0.75·59"])
    let frozen = try TableText.map("0 0\n2 2\n6.05 2\n6.05 3\n")
    let held = try Frames(Self.rate, count: 80).fixed(frozen, Self.rate, crossfade: 0.4)
    #expect(Self.dissolves(held) == ["19: 0.75·19+0.25·60", "20: 0.5·20+0.5·60", "21: 0.25·21+0.75·60"])
  }

  @Test func nearCutsAndTheEndsOfTheSourceMakeThemShorter() throws {
    #expect(try Self.crossfades("0 0\n2 2\n5 2\n8 5\n", 1) == [[1.5, 2, 2.5, 2.5]])
    // The second part begins at 0.25 s, so nothing lies more than 0.25 s before it.
    #expect(try Self.crossfades("3 0\n5 2\n0.25 2\n2 3.75\n", 1) == [[1.75, 2, 2.5, 5.5]])
    // A part of 0.5 s between two cuts belongs to the crossfades by halves.
    #expect(
      try Self.crossfades("0 0\n2 2\n5 2\n5.5 2.5\n8 2.5\n9 3.5\n", 1) == [[1.5, 2, 2.25, 2.25], [2.25, 2.5, 3, 6]])
    #expect(try Self.crossfades("0 0\n2 2\n5 2\n8 5\n", 0).isEmpty && Self.crossfades("0 0\n4 4\n0 8\n", 1).isEmpty)
    // The input ends 0.2 s after the first part: only so much fades out.
    let map = try TableText.map("3 0\n5 2\n1 2\n2 3\n")
    let soft = try Frames(Self.rate, count: 52).fixed(map, Self.rate, crossfade: 1)
    #expect(
      Self.dissolves(soft) == [
        "16: 0.143·6+0.857·46", "17: 0.286·7+0.714·47", "18: 0.429·8+0.571·48", "19: 0.571·9+0.429·49",
        "20: 0.714·10+0.286·50", "21: 0.857·11+0.143·51",
      ])
    #expect(soft.lost.isEmpty)
  }

  /// The frames of TIME, and some for the newest, for neighbours and for a speed above 1x; not those between the sides.
  @Test(arguments: [FrameChoice.hold, .blend, .motion]) func onlyTheFramesOfTheCrossfadeAreHeld(_ choice: FrameChoice)
    throws
  {
    let map = try TableText.map("0 0\n20 20\n60 20\n80 40\n")
    for frames in [
      Frames(Self.rate, count: 820), Frames(starts: (0..<820).map { Self.rate.start(ofFrame: $0) }),
    ] {
      let soft = try frames.fixed(map, Self.rate, choice, crossfade: 2)
      #expect(soft.lost.isEmpty && soft.mostHeld <= 20 + 6, "\(soft.mostHeld)")
    }
  }

  /// A backward part may be infinitely fast at its end, and its scale there -0.
  @Test func infinitelyFastPartsPlayOnInTheirDirection() throws {
    let map = try TableText.map("5 0 -1\n3 2 -0\n2 2 -1\n1 3 -1\n7 3 1\n8 4 1\n")
    let fade = try #require(try Crossfades(map, lasting: 0.5)[0])
    #expect(fade.before.source == 3 && fade.before.speed == -100 && fade.after.speed == -1)
    let soft = try Frames(Self.rate, count: 90).fixed(map, Self.rate, crossfade: 0.5)
    #expect(soft.lost.isEmpty && Self.dissolves(soft).contains("20: 0.893·19+0.107·29"), "\(Self.dissolves(soft))")
  }

  /// The last frame replaces a part that the input does not have, if `--hold-end` asks for it. Nothing is kept for it.
  @Test func whatTheInputLacksIsHeld() throws {
    let map = try TableText.map("0 0\n2 2\n30 2\n31 3\n")
    for frames in [Frames(Self.rate, count: 80), Frames(starts: (0..<80).map { Self.rate.start(ofFrame: $0) })] {
      let soft = try frames.fixed(map, Self.rate, holdsEnd: true, crossfade: 0.8)
      #expect(soft.lost.isEmpty && soft.shown.count == 30 && soft.shown[29] == .frame(79) && soft.mostHeld < 14)
      #expect(
        Self.dissolves(soft) == [
          "20: 0.5·20+0.5·79", "21: 0.375·21+0.625·79", "22: 0.25·22+0.75·79", "23: 0.125·23+0.875·79",
        ])
    }
    let back = try TableText.map("0 0\n2 2\n50 2\n48 4\n")
    let soft = try Frames(Self.rate, count: 600).fixed(back, Self.rate, crossfade: 0.8)
    #expect(soft.lost.isEmpty && soft.mostHeld < 40, "\(soft.mostHeld)")
  }

  /// What the input brings bit by bit, with an incomplete last frame, or in pieces, is what all of it brings at once.
  @Test(arguments: 0..<8 as Range<UInt64>) func theWholeDoesNotDependOnHowTheInputComes(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 20..<(part + 1) * 20) {
      var random = SplitMix64(seed: seed)
      let map = try RandomRows.map(seed: seed, openEnd: seed % 5 == 4)
      let length = max(0.5, ScheduleMaps.duration(of: map) + random.double(-1, 1))
      var starts = [0.0]
      while starts[starts.count - 1] < length { starts.append(starts[starts.count - 1] + random.double(0.01, 0.3)) }
      let choice = Self.choices[Int(seed) % Self.choices.count]
      let (crossfade, holdsEnd) = (random.double(0.05, 3), seed % 3 == 0)
      for frames in [Frames(Rates.whole(5), filling: length), Frames(starts: starts, nominal: Rates.whole(9))] {
        let what = "seed \(seed), \(choice), \(frames.rate == nil), \(crossfade)"
        let hard = try frames.fixed(map, Self.rate, choice, complete: true, holdsEnd: holdsEnd)
        let whole = try frames.fixed(map, Self.rate, choice, complete: true, holdsEnd: holdsEnd, crossfade: crossfade)
        #expect(whole.shown.count == hard.shown.count, "\(what)")
        let slow = try frames.fixed(map, Self.rate, choice, holdsEnd: holdsEnd, crossfade: crossfade)
        #expect(slow.lost.isEmpty && slow.shown == whole.shown, "\(what): \(slow.lost)")
        guard frames.starts.count > 1 else { continue }
        let cut = try frames.fixed(map, Self.rate, choice, cut: true, holdsEnd: holdsEnd, crossfade: crossfade)
        #expect(cut.lost.isEmpty, "\(what), cut: \(cut.lost)")
        if frames.rate != nil {
          let expected = try frames.butLast.fixed(
            map, Self.rate, choice, complete: true, holdsEnd: holdsEnd, crossfade: crossfade
          ).shown
          #expect(cut.shown.starts(with: expected) && cut.shown.count <= expected.count + 1, "\(what), cut")
        }
        for number in 0..<3 where !whole.shown.isEmpty && map.openEnd == nil {
          let range = number * whole.shown.count / 3..<(number + 1) * whole.shown.count / 3
          guard !range.isEmpty else { continue }
          let piece = try frames.fixed(
            map, Self.rate, choice, holdsEnd: holdsEnd, crossfade: crossfade, range: .frames(range))
          #expect(piece.lost.isEmpty && piece.shown == Array(whole.shown[range]), "\(what), \(range)")
        }
      }
    }
  }

  /// Outside the crossfades, nothing changes. Inside, each side is what a map without the cut would show.
  @Test(arguments: 0..<4 as Range<UInt64>) func eachSideIsWhatAMapWithoutTheCutShows(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 15..<(part + 1) * 15) {
      var random = SplitMix64(seed: seed)
      let (first, second) = (random.double(1, 4), random.double(1, 4))
      let (jump, length) = (random.double(0.1, 5), random.double(0.1, 1.5))
      let cut = first * 0.8
      let map = try TableText.map(
        "0 0\n\(first) \(cut)\n\(first + jump) \(cut)\n\(first + jump + second) \(cut + 1.3 * second)\n")
      let frames = Frames(Rates.whole(24), filling: 20)
      let (soft, hard) = (
        try frames.fixed(map, Self.rate, .blend, crossfade: length), try frames.fixed(map, Self.rate, .blend)
      )
      let fade = try #require(try Crossfades(map, lasting: length)[0])
      let after = fade.after.source - 1.0 / 1.3 * fade.cut
      for (number, shown) in soft.shown.enumerated() {
        let time = Self.rate.start(ofFrame: number)
        guard fade.contains(time) else {
          #expect(shown == hard.shown[number])
          continue
        }
        let share = (time - fade.start) / (fade.end - fade.start)
        let expected = Self.sum([(time / 0.8 * 24, 1 - share), ((after + time / 1.3) * 24, share)])
        let found = shown.frames.reduce(into: [Int: Double]()) { $0[$1] = shown.share(of: $1) }
        for frame in Set(expected.keys).union(found.keys) {
          #expect(
            abs(expected[frame, default: 0] - found[frame, default: 0]) < 1e-6, "seed \(seed), \(number), \(frame)")
        }
      }
    }
  }

  /// The frames of a blend at several positions, each with its share.
  private static func sum(_ sides: [(position: Double, share: Double)]) -> [Int: Double] {
    sides.reduce(into: [:]) { sum, side in
      let frame = Int((side.position + 1e-6).rounded(.down))
      let phase = max(0, side.position - Double(frame))
      sum[frame, default: 0] += side.share * (1 - phase)
      sum[frame + 1, default: 0] += side.share * phase
    }
  }
}

extension Shown {
  fileprivate func share(of frame: Int) -> Double {
    switch self {
    case .frame(let own): own == frame ? 1 : 0
    case .mix(let weights): weights.first { $0.frame == frame }?.share ?? 0
    case .between, .average, .stamped: 0
    }
  }
}
