import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

/// The output frames of a piece are those of the whole result, whatever they depend on.
@Suite struct ScheduleRangeTests {
  private static let choices: [FrameChoice] = [
    .hold, .middle, .nearest, .next, .blend, .motion, .shutter(degrees: 90), .shutter(degrees: 720),
    .motionShutter(degrees: 400),
  ]
  private static let rate = Rates.whole(7)

  /// A map, and frames of constant or random lengths that last slightly longer.
  private static func scene(_ seed: UInt64) throws -> (TimeMap, [Frames]) {
    var random = SplitMix64(seed: seed)
    let map = try seed % 8 == 7 ? turn() : RandomRows.map(seed: seed)
    let length = ScheduleMaps.duration(of: map) + 0.2
    var starts = [0.0]
    while starts[starts.count - 1] < length { starts.append(starts[starts.count - 1] + random.double(0.01, 0.3)) }
    return (map, [Frames(Rates.whole(5), filling: length), Frames(starts: starts)])
  }

  /// Forward, a freeze, backward: pieces may end at the turns.
  private static func turn() throws -> TimeMap { try TableText.map("0 0\n4 4\n4 6\n0 10") }

  private static func borders(_ count: Int, _ parts: Int) -> [Range<Int>] {
    (0..<parts).map { $0 * count / parts..<($0 + 1) * count / parts }.filter { !$0.isEmpty }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func piecesFormTheWhole(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 25..<(part + 1) * 25) {
      let (map, inputs) = try Self.scene(seed)
      let choice = Self.choices[Int(seed) % Self.choices.count]
      for frames in inputs {
        let whole = try frames.fixed(map, Self.rate, choice).shown
        for parts in [1, 2, 3, 8] {
          for range in Self.borders(whole.count, parts) {
            let piece = try frames.fixed(map, Self.rate, choice, range: .frames(range))
            #expect(piece.shown == Array(whole[range]), "seed \(seed), \(choice), \(range)")
            #expect(piece.lost.isEmpty, "seed \(seed), \(choice), \(range): \(piece.lost)")
          }
        }
      }
    }
  }

  /// Frames that only parts outside the range show need not arrive.
  @Test func framesOutsideTheRangeAreNotMissing() throws {
    let clock = FrameClock(nominal: Rates.whole(25))
    for (rows, end, missing) in [
      ("0 0\n3 3\n", 0.2, false), ("0 0\n3 3\n", 2.0, true), ("0 0\n1 1\n2 1\n3 2\n", 0.9, false),
      ("3 0\n0 3\n", 0.5, true), ("0 0\n1 1\n1 2\n5 6\n", 2.0, false), ("0 0\n3 3\ninf inf 1\n", 0.5, false),
    ] {
      var footage = Footage(Crossfades(try TableText.map(rows)), clock, upTo: end)
      for frame in 0..<32 { _ = footage.append(start: Double(frame) / 25) }
      footage.end(count: 32)
      #expect((footage.shortfall != nil) == missing, "\(rows) up to \(end)")
    }
  }

  /// The fewest frames that `ClipParts` provides for a window: those on screen and within `reach`, one before and one
  /// after.
  static func kept(_ frames: Frames, _ map: TimeMap, _ window: ClosedRange<Double>, reach: Double = 0) -> [Int] {
    let parts = map.shownParts(apart: 0.5, within: window)
    return frames.starts.indices.filter { index in
      let later = index + 2 < frames.starts.count ? frames.starts[index + 2] : .infinity
      let before = index > 0 ? frames.starts[index - 1] : -1
      return parts.contains { later > $0.lowerBound - reach && before <= $0.upperBound + reach }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func piecesNeedOnlyTheFramesTheyShow(_ part: UInt64) throws {
    for seed in Campaign.share(of: part * 25..<(part + 1) * 25) {
      let (map, inputs) = try Self.scene(seed)
      let choice = Self.choices[Int(seed) % Self.choices.count]
      for frames in inputs {
        // Frames after a seek have timestamps.
        let stamped = Frames(starts: frames.starts, nominal: frames.nominal)
        let whole = try stamped.fixed(map, Self.rate, choice, holdsEnd: true).shown
        for range in Self.borders(whole.count, 3) {
          let asked = OutputRange.frames(range)
          let names = Self.kept(stamped, map, asked.window(at: Self.rate))
          let few = Frames(starts: names.map { stamped.starts[$0] }, nominal: stamped.nominal)
          let piece = try few.fixed(map, Self.rate, choice, holdsEnd: true, range: asked)
          let shown = piece.shown.map { $0.renamed(by: names) }
          for (one, other) in zip(shown, whole[range]) where !one.isNear(other) {
            Issue.record("seed \(seed), \(choice), \(range): \(one) instead of \(other)")
          }
          #expect(shown.count == range.count && piece.lost.isEmpty, "seed \(seed), \(choice), \(range)")
        }
      }
    }
  }

  @Test(arguments: 0..<8 as Range<UInt64>) func piecesWithTimestampsFormTheWhole(_ part: UInt64) throws {
    let fine = Timebase(ticksPerSecond: 1 << 31)!
    for seed in Campaign.share(of: part * 25..<(part + 1) * 25) {
      let (map, inputs) = try Self.scene(seed)
      for frames in inputs {
        let stamped = Frames(starts: frames.starts, nominal: frames.nominal ?? Rates.whole(9))
        let whole = try stamped.variable(map, fine, holdsEnd: true).shown
        let length = map.warpedLength!
        for parts in [1, 2, 3, 8] {
          var together: [Shown] = []
          var fromFew: [Shown] = []
          for number in 0..<parts {
            let start = length * Double(number) / Double(parts)
            let end = number + 1 == parts ? Double.infinity : length * Double(number + 1) / Double(parts)
            let range = OutputRange.times(start..<end)
            together += try stamped.variable(map, fine, holdsEnd: true, range: range).shown
            let names = Self.kept(stamped, map, range.window(at: nil))
            let few = Frames(starts: names.map { stamped.starts[$0] }, nominal: stamped.nominal)
            let piece = try few.variable(map, fine, holdsEnd: true, range: range)
            fromFew += piece.shown.map { $0.renamed(by: names) }
            #expect(piece.lost.isEmpty, "seed \(seed), \(number) of \(parts)")
          }
          #expect(together == whole, "seed \(seed), \(parts), \(frames.rate == nil)")
          #expect(fromFew == whole, "seed \(seed), \(parts), \(frames.rate == nil)")
        }
      }
    }
  }

  /// The last part of a result repeats the last frame at the end, even if the frame appeared long before this part.
  @Test(arguments: [
    "0.1 0\n0.2 0.1\n0 0.1\n0.09 2.1", "0.1 0\n0.2 0.1\n0 0.1\n0.09 12", "0.1 0\n1.7 1.6\n1.2 1.6\n1.6 3",
  ]) func theLastPieceClosesTheLastShowing(_ rows: String) throws {
    let map = try TableText.map(rows)
    let frames = Frames(starts: [0.1, 0.15, 0.2, 1.1], nominal: Rates.whole(1))
    let whole = try frames.variable(map).shown
    for border in [0.05, 0.5, 1.5, 1.9, map.warpedLength! - 1] {
      let ranges = [0..<border, border..<Double.infinity]
      let pieces = try ranges.flatMap { try frames.variable(map, range: .times($0)).shown }
      #expect(pieces == whole, "border at \(border)")
    }
  }

  /// A piece before the first frame is empty, as this part is in the whole result.
  @Test func anInputThatStartsLateIsLateInPiecesToo() throws {
    let map = try TableText.map("0 0\n1.5 1.5")
    let frames = Frames(starts: (0..<10).map { 0.5 + Double($0) / 10 }, nominal: Rates.whole(10))
    let whole = try frames.variable(map).shown
    let pieces = try [0..<0.25, 0.25..<0.75, 0.75..<Double.infinity].map {
      try frames.variable(map, range: .times($0)).shown
    }
    #expect(pieces[0].isEmpty && pieces.flatMap(\.self) == whole)
  }

  @Test func framesThatAreNotShownAreNotKept() throws {
    let frames = Frames(Rates.whole(5), count: 20)
    let forth = try TableText.map("0 0\n4 4\n0 8")
    let piece = try frames.fixed(forth, Rates.whole(5), range: .frames(0..<17))
    #expect(piece.shown == (0..<17).map(Shown.frame) && piece.mostHeld <= 2)
    let later = try frames.fixed(TimeMap(scale: 1, duration: 4), Rates.whole(5), range: .frames(15..<20))
    #expect(later.shown == (15..<20).map(Shown.frame) && later.mostHeld <= 2)
  }

  @Test func rangesAreRead() throws {
    #expect(try OutputRange("3..12", isVariable: false) == .frames(3..<12))
    #expect(try OutputRange("..12", isVariable: false) == .frames(0..<12))
    #expect(try OutputRange("3..", isVariable: false) == .frames(3..<Int.max))
    #expect(try OutputRange("1:00..90.5", isVariable: true) == .times(60..<90.5))
    #expect(try OutputRange("2..", isVariable: true) == .times(2..<Double.infinity))
    for text in [
      "", "3", "12..3", "3..3", "-1..3", "1.5..3", "3..9999999999999999999", "9007199254740992..", "a..b", "1..2..3",
    ] {
      #expect(complaint { try OutputRange(text, isVariable: false) }.hasPrefix("'\(text)' is not a range of frames"))
    }
    for text in ["3..1", "1..1"] {
      #expect(complaint { try OutputRange(text, isVariable: true) }.hasPrefix("'\(text)' is not a range of frames"))
    }
    let map = try TimeMap(scale: 1, duration: 2)
    #expect(throws: Refusal.usage("the range starts after the last frame of the result, 9", at: "--output-range")) {
      try FixedSchedule(
        map, FrameClock(rate: Rates.whole(5)), rate: Rates.whole(5), choice: .hold, range: .frames(10..<12))
    }
  }

  /// The window is a second longer for frames with timestamps, and two frames longer for counted frames.
  @Test func rangesDependOnAWindow() {
    #expect(OutputRange.times(0.5..<2).window(at: nil) == 0...2 && OutputRange.times(3..<4).window(at: nil) == 2...4)
    #expect(OutputRange.frames(5..<10).window(at: Rates.whole(5)) == 1...2.4)
    #expect(OutputRange.frames(5..<Int.max).window(at: Rates.whole(5)) == 1...Double.infinity)
  }

  @Test func madeSpanIsLimitedToTheResult() {
    let times = MadeSpan(.times(4..<6), at: nil)
    #expect([3, 4.5, 9].map(times.length) == [0, 0.5, 2])
    let frames = MadeSpan(.frames(5..<10), at: Rates.whole(5))
    #expect(frames.firstFrame == 5 && [0.5, 1.5, 9].map(frames.length) == [0, 0.5, 1])
    #expect(MadeSpan(nil, at: nil).length(of: 7) == 7)
  }
}
