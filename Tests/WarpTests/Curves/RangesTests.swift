import TestMaps
import TestSupport
import Testing

@testable import Found
@testable import Values
@testable import Warp

@Suite struct RangesTests {
  private static func range(_ start: Double, _ end: Double, _ pace: Ranges.Pace = .cut) -> Ranges.Range {
    Ranges.Range(start: start, end: end, pace: pace)
  }

  private static func rows(_ map: TimeMap) throws -> [[Double]] {
    MapTable.rows(of: try map.tabulated(tolerance: 1e-11)).map { [$0.source, $0.warped] }
  }

  @Test func cutRangesBecomeCuts() throws {
    let map = try Ranges([Self.range(2, 3), Self.range(5, 7, .speed(4))]).map(duration: 10)
    #expect(
      try Self.rows(map)
        == [[0, 0], [2, 2], [3, 2], [5, 4], [5, 4], [7, 4.5], [7, 4.5], [10, 7.5]])
    let kept = try Ranges([Self.range(1, 2, .speed(1)), Self.range(4, 6, .speed(1))], otherwise: .cut).map(
      duration: nil)
    #expect(try Self.rows(kept) == [[1, 0], [2, 1], [4, 1], [6, 3]])
    let open = try Ranges([Self.range(0, 1)], otherwise: .speed(2)).map(duration: nil)
    #expect(open.openEnd == TimeMap.OpenEnd(source: 1, warped: 0, scale: 0.5))
    #expect(complaint { try Ranges([Self.range(0, 20)]).map(duration: 10) }.contains("the result would be empty"))
  }

  @Test func overlapsMergeAndTheFastestCounts() {
    let speeds: [Ranges.Pace] = [.speed(2), .speed(4), .cut]
    #expect(speeds == speeds.sorted())
    let ranges = Ranges(
      [
        Self.range(4, 9, .speed(2)), Self.range(1, 3, .speed(2)), Self.range(3, 5, .speed(2)), Self.range(6, 7),
        Self.range(8, 8),
      ])
    #expect(
      ranges.ranges
        == [Self.range(1, 6, .speed(2)), Self.range(6, 7), Self.range(7, 9, .speed(2))])
  }

  /// Compares with the definition: at each instant, the fastest pace that covers it.
  @Test func randomOverlapsTakeTheFastestPace() {
    for seed in 0..<500 as Range<UInt64> {
      var random = SplitMix64(seed: seed)
      let given = (0..<random.whole(below: 12)).map { _ in
        let start = Double(random.whole(below: 40))
        let pace = [Ranges.Pace.cut, .speed(2), .speed(0.5)][random.whole(below: 3)]
        return Self.range(start, start + Double(random.whole(below: 9)), pace)
      }
      let ranges = Ranges(given).ranges
      #expect(
        zip(ranges, ranges.dropFirst()).allSatisfy { $0.end < $1.start || $0.end == $1.start && $0.pace != $1.pace })
      for place in 0..<50 {
        let instant = Double(place) + 0.5
        let due = given.filter { $0.start < instant && instant < $0.end }.map(\.pace).max()
        #expect(ranges.first { $0.start < instant && instant < $0.end }?.pace == due, "seed \(seed)")
      }
    }
  }

  @Test func marginsShortenBothEnds() throws {
    let ranges = Ranges([Self.range(1, 3), Self.range(3, 4), Self.range(6, 6.3)], margin: 0.25).ranges
    #expect(ranges == [Self.range(1.25, 3.75)])
    // Margins apply to each pace separately. A range that vanishes leaves no hole in another range.
    let nested = Ranges([Self.range(5, 8, .speed(0.5)), Self.range(6.5, 6.75, .speed(2))], margin: 0.25).ranges
    #expect(nested == [Self.range(5.25, 7.75, .speed(0.5))])
    let crossing = Ranges([Self.range(1, 3), Self.range(2.75, 5, .speed(4)), Self.range(0, 1.25)], margin: 0.25).ranges
    #expect(crossing == [Self.range(0.25, 2.75), Self.range(3, 4.75, .speed(4))])
  }

  @Test func easesLieInsideTheRange() throws {
    let ranges = Ranges([Self.range(2, 6, .speed(4)), Self.range(8, 8.5, .speed(0.5))], ease: 0.5)
    let map = try ranges.map(duration: 10)
    func speed(_ source: Double) -> Double { 1 / map.visits(of: source)[0].scale! }
    #expect([1, 2, 2.5, 4, 5.5, 6, 7].map(speed) == [1, 1, 4, 4, 4, 1, 1])
    #expect(abs(speed(2.25) - 2.5) < 1e-12)
    // A range shorter than two eases reaches its speed only in the middle.
    #expect(abs(speed(8.25) - 0.5) < 1e-12 && speed(8.5) == 1)
  }

  /// Source times keep all their bits, and rounding does not add up over the ranges.
  @Test func aMillionRangesDoNotDrift() throws {
    var random = SplitMix64(seed: 3)
    // Thirds of a unit are rounded at each end, but their sum is known exactly in whole thirds.
    var (at, kept, ranges, due) = (0, 0, [Ranges.Range](), [Double]())
    func seconds(_ thirds: Int) -> Double { Double(thirds) / 3 / 1024 }
    for _ in 0..<1_000_000 {
      let (start, end) = (at + 1 + random.whole(below: 3000), 1 + random.whole(below: 3000))
      ranges.append(Self.range(seconds(start), seconds(start + end)))
      kept += start - at
      at = start + end
      due.append(seconds(kept))
    }
    let map = try Ranges(ranges).map(duration: nil)
    #expect(map.pieces.count == ranges.count)
    #expect(zip(map.pieces, ranges).allSatisfy { $0.sourceEnd == $1.start })
    let largest = zip(map.pieces, due).reduce(0) { max($0, abs($1.0.warpedEnd - $1.1)) }
    // A million rounding errors of times around 10⁶ s, in both directions.
    #expect(largest < 1e-6, "\(largest)")
  }
}

/// Texts with ranges, beats and anchors.
@Suite struct RangeLinesTests {
  private static func ranges(
    _ text: String, usual: Ranges.Pace? = .cut, on clip: Clip = Clip(duration: 100)
  ) throws(Refusal) -> [[Double]] {
    var lines = RangeLines(on: clip, usual: usual)
    for (number, line) in text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
    {
      try lines.take(ArraySlice(Array(line)), at: "list:\(number + 1)")
    }
    return try lines.finish().map { range in
      switch range.pace {
      case .cut: [range.start, range.end]
      case .speed(let speed): [range.start, range.end, speed]
      }
    }
  }

  @Test func listsOfAllKindsAreRead() throws {
    #expect(
      try Self.ranges("1 2\n0.1,0.30000000000000004\n\n# x\n3 4 2x\n 5;6 50%\r\n7\t8\n") == [
        [1, 2], [0.1, 0.30000000000000004], [3, 4, 2], [5, 6, 0.5], [7, 8],
      ])
    #expect(try Self.ranges("1:00 1:30.5\n10% 1500ms", on: Clip(duration: 10)) == [[60, 90.5], [1, 1.5]])
    #expect(try Self.ranges("1.5\t2.5\tlong pause\n\\\t100\t200\n3\t3\tmark\n4\t5\t8x\n") == [[1.5, 2.5], [4, 5, 8]])
    #expect(try Self.ranges("1 2 cut\n3 4 2x", usual: nil) == [[1, 2], [3, 4, 2]])
  }

  @Test func logsOfDetectorsAreRead() throws {
    let silences = """
      ffmpeg version 5.1 Copyright
      Input #0, mov,mp4, from 'a b.mp4':
        Duration: 00:00:20.00, start: 0.000000, bitrate: 1 kb/s
      size=N/A time=00:00:10.00 bitrate=N/A speed= 100x    \r[silencedetect @ 0x55] silence_start: -0.001\r
      [silencedetect @ 0x55] silence_end: 4.81 | silence_duration: 1.81
      [silencedetect @ 0x55] silence_start: 9.5
      """
    #expect(try Self.ranges(silences) == [[0, 4.81], [9.5, 100]])
    #expect(try Self.ranges("[blackdetect @ 0x1] black_start:0 black_end:2.5 black_duration:2.5\n") == [[0, 2.5]])
    #expect(
      try Self.ranges("lavfi.freezedetect.freeze_start=1.25\nframe:3 pts:9\nlavfi.freezedetect.freeze_end=3\n")
        == [[1.25, 3]])
    #expect(try Self.ranges("[silencedetect @ 0x55] silence_start: 9.5\n", on: Clip()) == [[9.5, .infinity]])
    // Channels are detected separately. Silence in any channel is a range, and overlapping ranges become one.
    let channels = """
      [silencedetect @ 0x5] channel: 0 | silence_start: 1
      [silencedetect @ 0x5] channel: 1 | silence_start: 2
      [silencedetect @ 0x5] channel: 0 | silence_end: 3 | silence_duration: 2
      [silencedetect @ 0x5] channel: 1 | silence_end: 4 | silence_duration: 2
      [silencedetect @ 0x5] channel: 1 | silence_start: 9.5
      """
    #expect(try Self.ranges(channels) == [[1, 3], [2, 4], [9.5, 100]])
    let printed = ["start.1=1", "start.2=2", "end.1=3", "end.2=4"].map { "lavfi.silence_\($0)\n" }.joined()
    #expect(try Self.ranges(printed) == [[1, 3], [2, 4]])
    // In a log, lines that look like ranges are ignored, wherever they are.
    let numbers = "5 7\n5  7 \nffmpeg version 5.1\n5 7\n[silencedetect @ 0x55] silence_start: 9.5\n5 7\n"
    #expect(try Self.ranges(numbers) == [[9.5, 100]])
    // A log of a film without silences.
    #expect(try Self.ranges("ffmpeg version 5.1\n  built with gcc\nsize=N/A time=1\n") == [])
  }

  @Test func marksAreNotRanges() throws {
    #expect(try Self.ranges("3 3\n4\t4\tmark\n") == [])
    #expect(
      throws: Refusal.usage("the time is longer than 1000000000 s", at: "list:1")
    ) { try Self.ranges("[silencedetect @ 0x5] silence_start: 2e9\n") }
    // Logs print channels from 1 or from 0; both are converted to numbers from 0.
    let told = ["[a @ 0x1] channel: 1 | silence_end: 3", "lavfi.silence_end.2=3"].map {
      Detection.all(in: ArraySlice(Array($0.utf8))).map(\.channel)
    }
    #expect(told == [[1], [1]])
  }

  /// A range no longer than two margins vanishes. Margins shorten ranges after they have been merged.
  @Test func marginsApplyToMergedRanges() {
    func left(_ list: [(Double, Double)]) -> [[Double]] {
      Ranges(list.map { Ranges.Range(start: $0.0, end: $0.1, pace: .cut) }, margin: 1).ranges.map {
        [$0.start, $0.end]
      }
    }
    #expect(left([(1, 3)]).isEmpty && left([(1, 3.5)]) == [[2, 2.5]])
    #expect(left([(0, 10), (2, 3)]) == [[1, 9]] && left([(0, 2), (2, 4)]) == [[1, 3]])
  }

  @Test(arguments: [
    ("1 2\n3\n", "list:2", "not a range"), ("x\ny\n", "list:1", "not a range"),
    ("1 2\n2 1\n", "list:2", "ends before it begins"),
    ("1 x\n", "list:1", "time in the video"),
    ("1 2 fast\n", "list:1", "not a speed"), ("-1 2\n", "list:1", "time in the video"),
    ("1 2e9\n", "list:1", "too long"),
  ])
  func invalidListsAreRefusedWithTheLine(_ text: String, _ place: String, _ problem: String) {
    let refusal = complaint { try Self.ranges(text) }
    #expect(refusal.contains(place) && refusal.contains(problem))
  }

  @Test func rangesNeedASpeed() {
    #expect(complaint { try Self.ranges("1 2\n", usual: nil) }.hasPrefix("the range has no speed (list:1)"))
  }

  private static func anchors(_ text: String, tempo: Double? = nil) throws(Refusal) -> [[Double]] {
    var lines = AnchorLines(on: Clip(duration: 100), tempo: tempo)
    for line in text.split(separator: "\n") { try lines.take(line) }
    return lines.anchors.map { [$0.source, $0.warped] }
  }

  @Test func beatsLandOnAnEvenGrid() throws {
    #expect(try Self.anchors("1 2\n3\t5.5\n#x\n4=7\n") == [[1, 2], [3, 5.5], [4, 7]])
    #expect(try Self.anchors("0,5;1,25\n\"1,5\"\t\"0:03,5\"\n2,4\n") == [[0.5, 1.25], [1.5, 3.5], [2, 4]])
    #expect(try Self.anchors("0.31\n0.8 x\n1.42\n", tempo: 120) == [[0.31, 0.31], [0.8, 0.81], [1.42, 1.31]])
    #expect(throws: Refusal.usage("the beat is not later than the beat before it")) {
      try Self.anchors("1\n1\n", tempo: 120)
    }
    for text in ["1", "1 2 3"] { #expect(complaint { try Self.anchors(text) }.contains("is not an anchor")) }
    #expect(complaint { try Self.anchors("101 1") } == "'101' is after the end of the video; the video lasts 100 s")
    #expect(try Self.anchors("100 1\n") == [[100, 1]])
  }
}
