import TestMaps
import TestSupport
import Testing

@testable import Warp

/// Motion interpolation skips frames that look like the previous frame.
@Suite struct ScheduleDuplicateTests {
  private static let choices: [FrameChoice] = [.blend, .motion, .motionShutter(degrees: 400)]
  private static let rate = Rates.whole(100)

  /// Frames at 24 fps, of which `duplicates` look like the previous frame.
  private static func frames(_ count: Int, _ duplicates: Set<Int>, stamped: Bool = false) -> Frames {
    let even = Frames(Rates.whole(24), count: count)
    var frames = stamped ? Frames(starts: even.starts, nominal: even.nominal) : even
    frames.duplicates = duplicates
    return frames
  }

  /// Every third frame is followed by one or two duplicates, or there are none.
  private static func scene(_ seed: UInt64) throws -> (map: TimeMap, inputs: [Frames]) {
    var random = SplitMix64(seed: seed)
    let map = try RandomRows.map(seed: seed)
    let length = ScheduleMaps.duration(of: map) + 0.2
    var starts = [0.0]
    while starts[starts.count - 1] < length { starts.append(starts[starts.count - 1] + random.double(0.01, 0.1)) }
    let inputs = [Frames(Rates.whole(20), filling: length), Frames(starts: starts)].map { frames in
      var frames = frames
      frames.duplicates = Set(frames.starts.indices.dropFirst().filter { _ in random.whole(below: 5) < 3 })
      return frames
    }
    return (map, inputs)
  }

  /// Played forward, the result is that of the film without its duplicates.
  @Test(arguments: [FrameChoice.blend, .motion]) func duplicatesAreSkipped(_ choice: FrameChoice) throws {
    let map = try TableText.map("0 0\n2 3\n3 8\n")
    for duplicates in [Set(stride(from: 1, to: 72, by: 2)), [1, 2, 5, 7, 8, 9, 10, 40, 41, 70], []] {
      for stamped in [false, true] {
        let frames = Self.frames(72, duplicates, stamped: stamped)
        let kept = frames.starts.indices.filter { !duplicates.contains($0) || $0 == 71 }
        let few = Frames(starts: kept.map { frames.starts[$0] }, nominal: frames.nominal)
        let expected = try few.fixed(map, Self.rate, choice, holdsEnd: true).shown.map { $0.renamed(by: kept) }
        let theatre = try frames.fixed(map, Self.rate, choice)
        #expect(theatre.lost.isEmpty && theatre.shown.count == 800)
        // Without its duplicates, the film has another end.
        let end = theatre.shown.indices.filter { map.instant(at: Double($0) / 100)!.source < frames.starts[69] }.count
        for (shown, expected) in zip(theatre.shown, expected).prefix(end) {
          #expect(shown.isNear(expected), "\(shown) instead of \(expected)")
        }
        #expect(end > 700 && (duplicates.isEmpty || theatre.mostHeld <= 10))
      }
    }
  }

  @Test func backwardShowsTheSamePictures() throws {
    let duplicates: Set = [1, 3, 4, 8, 10]
    let frames = Self.frames(13, duplicates)
    let output = Rates.whole(96)
    let forward = try frames.fixed(TableText.map("0 0\n0.5 2\n"), output, .motion).shown
    let backward = try frames.fixed(TableText.map("0.5 0\n0 2\n"), output, .motion)
    // The picture at the start of a frame in forward play appears at its end in backward play, as without duplicates.
    #expect(backward.lost.isEmpty)
    for (shown, expected) in zip(backward.shown.dropFirst(16), forward.prefix(161).reversed()) {
      #expect(shown.isNear(expected), "\(shown) instead of \(expected)")
    }
    #expect(forward[2 * 16 + 24].isNear(.between(2, 5, 0.5)))
  }

  /// Runs of more than a dozen frames or a quarter of a second are not skipped.
  @Test func longStillsAreKept() throws {
    let map = try TableText.map("0 0\n1 2\n")
    let few = try Self.frames(30, Set(4..<9)).fixed(map, Rates.whole(48), .motion).shown
    #expect(few[12].isNear(.frame(3)) && few[24].isNear(.between(3, 9, 0.5)))
    // Seven frames at 24 fps last longer than a quarter of a second.
    let long = try Self.frames(30, Set(4..<10)).fixed(map, Rates.whole(48), .motion).shown
    #expect(long[24] == .frame(6) && long[37].isNear(.between(9, 10, 0.25)))
    var fast = Frames(Rates.whole(100), count: 100)
    for (count, isRun) in [(12, true), (13, false)] {
      fast.duplicates = Set(11..<10 + count)
      let shown = try fast.fixed(TimeMap(scale: 1, duration: 0.5), Rates.whole(100), .motion).shown
      #expect(shown[15].isNear(isRun ? .between(10, 22, 5 / 12) : .frame(15)))
    }
    var endless = Frames(Rates.whole(100), count: 3000)
    endless.duplicates = Set(1..<3000)
    let still = try endless.fixed(TimeMap(scale: 1, duration: nil), Rates.whole(100), .blend)
    #expect(still.shown == (0..<3000).map(Shown.frame) && still.mostHeld <= 30 && still.lost.isEmpty)
  }

  @Test func freezesAndCutsShowActualFrames() throws {
    let frames = Self.frames(48, Set(stride(from: 1, to: 48, by: 2)))
    // Frame 25 looks like frame 24.
    let freeze = try frames.fixed(TableText.map("0 0\n1.05 1.05\n1.05 2.05\n1.5 2.5"), Rates.whole(24), .motion).shown
    #expect(freeze[23].isNear(.between(22, 24, 0.5)) && freeze[25..<49].allSatisfy { $0 == .frame(25) })
    #expect(freeze[51].isNear(.between(26, 28, 0.5)))
    // Frame 26 is not shown before the cut, and may belong to another scene.
    let cut = try frames.fixed(
      TableText.map("1 0\n1.0833333333 0.3333333333\n0.5 0.3333333333\n1 0.8333333333"), Rates.whole(96), .motion
    ).shown
    #expect(cut[0..<32].allSatisfy { [.frame(24), .frame(25)].contains($0.rounded) || $0.rounded.isBetween(24, 25) })
    #expect(cut[32] == .frame(12) && cut[34].isNear(.between(12, 14, 0.25)))
  }

  /// A run at the end of the input is not skipped.
  @Test func duplicatesAtTheEndKeepTheLength() throws {
    for count in 20...24 {
      let frames = Self.frames(count, Set(stride(from: 1, to: 24, by: 2)))
      let theatre = try frames.fixed(TimeMap(scale: 2, duration: nil), Rates.whole(24), .blend)
      #expect(theatre.shown.count == 2 * count && theatre.lost.isEmpty)
      #expect(theatre.shown.last == .frame(count - 1))
    }
  }

  @Test(arguments: 0..<4 as Range<UInt64>) func piecesOfDeduplicatedFilmsFormTheWhole(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 20..<(part + 1) * 20) {
      let (map, inputs) = try Self.scene(seed)
      let choice = Self.choices[Int(seed) % Self.choices.count]
      for frames in inputs {
        let played = try frames.fixed(map, Rates.whole(40), choice)
        #expect(played.lost.isEmpty, "seed \(seed), \(choice): \(played.lost)")
        #expect(try frames.fixed(map, Rates.whole(40), choice, complete: true).shown == played.shown)
        let cut = try frames.fixed(map, Rates.whole(40), choice, cut: true)
        #expect(cut.lost.isEmpty, "seed \(seed), \(choice): \(cut.lost)")
        let count = played.shown.count
        for range in [0..<count / 3, count / 3..<count / 2, count / 2..<count] where !range.isEmpty {
          let piece = try frames.fixed(map, Rates.whole(40), choice, range: .frames(range))
          #expect(piece.shown == Array(played.shown[range]) && piece.lost.isEmpty, "seed \(seed), \(choice), \(range)")
        }
      }
    }
  }

  /// A piece needs the frames around what it shows, as far as `reach`.
  @Test(arguments: 0..<4 as Range<UInt64>) func piecesNeedOnlyFramesWithinReach(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 20..<(part + 1) * 20) {
      let (map, inputs) = try Self.scene(seed)
      let choice = Self.choices[Int(seed) % Self.choices.count]
      let frames = inputs[1]
      let whole = try frames.fixed(map, Rates.whole(40), choice, holdsEnd: true).shown
      for range in [0..<whole.count / 3, whole.count / 3..<whole.count] where !range.isEmpty {
        let asked = OutputRange.frames(range)
        let names = ScheduleRangeTests.kept(
          frames, map, asked.window(at: Rates.whole(40)), reach: DuplicateFrames.reach)
        var few = Frames(starts: names.map { frames.starts[$0] })
        few.duplicates = Set(names.indices.filter { frames.duplicates!.contains(names[$0]) })
        let piece = try few.fixed(map, Rates.whole(40), choice, holdsEnd: true, range: asked)
        let shown = piece.shown.map { $0.renamed(by: names) }
        for (one, other) in zip(shown, whole[range]) where !one.isNear(other) {
          Issue.record("seed \(seed), \(choice), \(range): \(one) instead of \(other)")
        }
        #expect(shown.count == range.count && piece.lost.isEmpty, "seed \(seed), \(choice), \(range)")
      }
    }
  }
}

extension Shown {
  fileprivate func isBetween(_ first: Int, _ second: Int) -> Bool {
    if case .between(first, second, _) = self { true } else { false }
  }
}
