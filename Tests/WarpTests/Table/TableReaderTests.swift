import TestMaps
import TestSupport
import Testing

@testable import Values
@testable import Warp

@Suite struct TableReaderTests {
  private static let example = "# warp time map 1\nsource\twarped\tscale\n0\t0\t1\n0.25\t0.25\t1\n0.5\t0.625\t2\n"

  private static func refusal(of text: String) throws -> Refusal {
    try #require(throws: Refusal.self, "'\(text)' was accepted") { try TableText.map(text) }
  }

  // MARK: What rows mean

  @Test func readsTheExampleOfTheFormat() throws {
    let map = try TableText.map(Self.example)
    #expect(map.warpedLength == 0.625)
    #expect(map.visits(of: 0.125).map(\.warped) == [0.125])
    #expect(map.visits(of: 0.25).map(\.warped) == [0.25])
    // At its middle, a cubic is the mean of its ends plus an eighth of its length times the difference of its slopes.
    #expect(map.visits(of: 0.375).map(\.warped) == [0.40625])
  }

  @Test func withBothScalesWarpedIsTheCubicHermiteInSource() throws {
    let map = try TableText.map("1 0 0.5\n3 3 2\n")
    for step in 0...32 {
      let x = Double(step) / 32
      let (rise, startSlope, endSlope) = (x * x * (3 - 2 * x), x * (1 - x) * (1 - x), x * x * (1 - x))
      let hermite: Double = 3 * rise + 2 * 0.5 * startSlope - 2 * 2 * endSlope
      let visit = try #require(map.visits(of: 1 + 2 * x).first)
      #expect(abs(visit.warped - hermite) < 1e-14)
      #expect(abs(try #require(map.instant(at: visit.warped)).source - (1 + 2 * x)) < 1e-14)
    }
    #expect(map.visits(of: 1).first?.scale == 0.5 && map.visits(of: 3).first?.scale == 2)
  }

  @Test func withoutScalesRowsAreJoinedByStraightLines() throws {
    for text in ["0 0\n2 3\n4 4\n", "0 0\n2 3 9\n4 4\n", "source,warped,scale\n0,0,\n2,3,\n4,4,\n"] {
      let map = try TableText.map(text)
      #expect(map.visits(of: 1).first == TimeMap.Visit(warped: 1.5, scale: 1.5))
      #expect(map.visits(of: 3).first == TimeMap.Visit(warped: 3.5, scale: 0.5))
    }
  }

  @Test func fallingSourcePlaysBackward() throws {
    let forward = try TableText.map("1 0 0.5\n3 3 2\n")
    let backward = try TableText.map("3 0 -2\n1 3 -0.5\n")
    for step in 0...32 {
      let source = 1 + Double(step) / 16
      let (one, other) = (
        try #require(forward.visits(of: source).first), try #require(backward.visits(of: source).first)
      )
      #expect(abs(one.warped + other.warped - 3) < 1e-14)
      #expect(abs(one.scale! + other.scale!) < 1e-14)
    }
    #expect(
      try TableText.map("3 0\n1 3\n").instant(at: 1.5) == TimeMap.Instant(source: 2, scale: -1.5, direction: .backward))
  }

  @Test func equalSourcesAreAFreeze() throws {
    for text in ["0 0\n1 1\n1 3\n2 4\n", "0 0 1\n1 1 1\n1 3 1\n2 4 1\n"] {
      let map = try TableText.map(text)
      #expect(map.warpedLength == 4)
      #expect(map.instant(at: 2) == TimeMap.Instant(source: 1, scale: nil, direction: .still))
      #expect(map.visits(of: 1).map(\.warped) == [1])
      #expect(map.instant(at: 3.5)?.source == 1.5)
    }
    #expect(try TableText.map("5 0\n5 2\n").warpedLength == 2)
  }

  @Test func equalWarpedTimesAreACutAndTheLaterRowHolds() throws {
    let map = try TableText.map("0 0\n1 1\n7 1\n8 2\n")
    #expect(map.instant(at: 1)?.source == 7)
    #expect(map.visits(of: 1).isEmpty && map.visits(of: 3).isEmpty && map.visits(of: 7).map(\.warped) == [1])
    let twice = try TableText.map("0 0\n1 1\n20 1\n7 1\n8 2\n")
    #expect(twice.instant(at: 1)?.source == 7 && twice.visits(of: 20).isEmpty)
    #expect(try TableText.map("9 0\n3 0\n4 1\n").instant(at: 0)?.source == 3)
  }

  @Test func equalRowsAreAKink() throws {
    let map = try TableText.map("0 0 1\n1 1 1\n1 1 2\n2 3 2\n")
    #expect(map.instant(at: 1)?.scale == 2)
    #expect(map.instant(at: 1.0.nextDown)?.scale == 1)
    #expect(map.visits(of: 1) == [TimeMap.Visit(warped: 1, scale: 2)])
    #expect(map.visits(of: 1.5).first?.warped == 2)
  }

  @Test func anOpenEndPlaysOnAtItsScale() throws {
    for text in ["0 0\n2 1\ninf inf 3\n", "0 0\n2 1\nINF\tInf\t3\n", "0,0\n2,1\n,,3\n"] {
      let map = try TableText.map(text)
      #expect(map.warpedLength == nil)
      #expect(map.instant(at: 7) == TimeMap.Instant(source: 4, scale: 3, direction: .forward))
    }
    #expect(try TableText.map("4 0\ninf inf 1\n").instant(at: 3)?.source == 7)
  }

  // MARK: How rows may be written

  @Test func blanksCommasAndTabsAllSeparate() throws {
    let map = try TableText.map("0\t0\t1\n2\t3\t2\n")
    for text in [
      "0 0 1\n2 3 2\n", "0,0,1\n2,3,2\n", "0, 0, 1\n 2 , 3 , 2 \n", "  0   0 1  \n  2 3   2",
      "0 0 1\r\n2 3 2\r\n", "0\t0\t1\r\n2\t3\t2", "0 0 1\n\n   \n\t\n2 3 2\n\n", "0 0 1 # first\n2 3 2# last\n#",
      "+0 0.0 1e0\n2. 3 .2e1",
      "\u{FEFF}0 0 1\n2 3 2\n", "\u{FEFF}# title\n0 0 1\n2 3 2\n", "\u{FEFF}source warped scale\n0 0 1\n2 3 2\n",
      "-0 -0 1\n2 3 2\n",
    ] {
      #expect(try TableText.map(text) == map, "\(text.debugDescription)")
    }
  }

  @Test func namedColumnsMayStandInAnyOrderWithOthers() throws {
    let map = try TableText.map("0\t0\t1\n2\t3\t2\n")
    for text in [
      "source\twarped\tscale\n0\t0\t1\n2\t3\t2\n", "scale,warped,source\n1,0,0\n2,3,2\n",
      "frame\tsource\tnote\twarped\tscale\tspeed\n0\t0\thello\t0\t1\t1\n1\t2\t\t3\t2\t0.5\n",
      "warped source x scale\n0 0 9 1\n3 2 nan 2\n", "# c\n\nsource,warped,scale # names\n0,0,1,7,8\n2,3,2\n",
      "info source warped scale\n- 0 0 1\n- 2 3 2\n", "nanoseconds\tsource\twarped\tscale\n0\t0\t0\t1\n2e9\t2\t3\t2\n",
    ] {
      #expect(try TableText.map(text) == map, "\(text.debugDescription)")
    }
    #expect(try TableText.map("warped\tsource\n0\t5\n2\t6\n").instant(at: 1)?.source == 5.5)
  }

  @Test func chunkSizesChangeNothing() throws {
    let good = [
      "\u{FEFF}" + Self.example.replacing("\n", with: "\r\n"),
      TableText.text(of: RandomRows.rows(seed: 5, openEnd: true)),
    ]
    let bad = ["0 0 1\n1 1 x\n", "0 0 1\n# long\n1 1 9\n", "0 0\n", "\n\n0 1\n", "0 0 4\n1 1 4", ""]
    for text in good + bad {
      let bytes = Array(text.utf8)
      let whole = Result { try TableText.map(bytes) }
      for sizes in [[1], [2], [3], [7], [1, 5, 2], [64]] {
        let chopped = Result { try TableText.map(bytes, chunks: sizes) }
        switch (whole, chopped) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one as Refusal), .failure(let other as Refusal)): #expect(one == other)
        default: Issue.record("pieces of \(sizes): \(whole) became \(chopped)")
        }
      }
    }
  }

  @Test func splittingATableInTwoChangesNothing() throws {
    let bytes = Array(Self.example.utf8)
    let whole = try TableText.map(bytes)
    for first in 1..<bytes.count { #expect(try TableText.map(bytes, chunks: [first, bytes.count]) == whole) }
  }

  @Test func lineLengthIsLimitedExceptForComments() throws {
    let row = "0 0 1" + String(repeating: " ", count: 4096 - 5)
    #expect(throws: Never.self) { try TableText.map(row + "\n1 1 1\n") }
    #expect(throws: Never.self) { try TableText.map("0 0 1\n1 1 1 #" + String(repeating: "x", count: 100_000)) }
    func refusal(_ line: Int) -> Refusal {
      .map("the line is too long for a row", at: "map.tsv:\(line)", advice: "a row has at most 4096 bytes")
    }
    #expect(throws: refusal(2)) { try TableText.map("0 0 1\n" + row + " \n1 1 1\n") }
    let endless = [UInt8](repeating: UInt8(ascii: "1"), count: 1 << 20)
    for sizes in [[1 << 20], [1000]] { #expect(throws: refusal(1)) { try TableText.map(endless, chunks: sizes) } }
  }

  // MARK: What is refused

  @Test(
    arguments: [
      // Not a map.
      ("", 1, nil, nil), ("\n\n", 2, nil, nil), ("# nothing\n", 1, nil, nil), ("source\twarped\n", 1, nil, nil),
      ("3 0 1\n", 1, nil, 3), ("3 0 1", 1, nil, 3), ("0 0\n5 0\n", 2, nil, 5), ("0 0\n0 0\n", 2, nil, 0),
      // Missing or invalid numbers.
      ("0 0\nx 1\n", 2, 1, nil), ("0 0\n1 nan\n", 2, 3, 1), ("0 0\n1 NaN 1\n", 2, 3, 1), ("0 0\n0x10 1\n", 2, 1, nil),
      ("0 0\n1 1e400\n", 2, 3, 1), ("0 0\n1e400 1\n", 2, 1, nil), ("0 0\n1\t0,5x\n", 2, 3, 1),
      ("0 0\n1 1 1x\n", 2, 5, 1),
      ("0 0\n1 1 nan\n", 2, 5, 1), ("0 0\n1 1 -inf\n", 2, 5, 1), ("0 0\n1 1 inf\n", 2, 5, 1),
      ("0 0\n-1 1\n", 2, 1, nil),
      ("0 0\n1 infinity\n", 2, 3, 1), ("0 0\n1e10 1\n", 2, 1, nil), ("0 0\n1 1e10\n", 2, 3, 1), ("0 0\n1\n", 2, 2, 1),
      ("0 0\n1\t\t1\n", 2, 3, 1), ("0 0\n\t1\t1\n", 2, 1, nil), ("0 0 1 1\n1 1 1 1\n", 1, 7, nil),
      ("source,warped\n0,0\n1,\n", 3, 3, 1), ("source scale\n0 1\n", 1, 1, nil), ("time,warped\n0,1\n", 1, 1, nil),
      ("0 0\nsource warped\n1 1\n", 2, 1, nil), ("nan 0\n1 1\n", 1, 1, nil),
      // The open end.
      ("inf inf 1\n", 1, 1, nil), ("0 0\n1 1\ninf inf\n", 3, nil, nil), ("0 0\n1 1\ninf inf 0\n", 3, 9, nil),
      ("0 0\n1 1\ninf inf -1\n", 3, 9, nil), ("0 0\n1 1\ninf inf inf\n", 3, 9, nil),
      ("0 0\n1 1\ninf inf 1e7\n", 3, 9, nil),
      ("0 0\n1 1\ninf inf x\n", 3, 9, nil),
      ("0 0\n1 1\ninf inf 1\n2 2\n", 4, 1, 2), ("0 0\ninf inf 1\ninf inf 1\n", 3, 1, nil),
      ("0 0\ninf 5 1\n", 2, 1, nil),
      ("0 0\n5 inf 1\n", 2, 3, 5), ("0,0\n,,\n1,1\n,,1\n", 2, nil, nil), ("0 inf\n1 1\n", 1, 3, 0),
      // Warped time.
      ("0 1\n1 2\n", 1, 3, 0), ("4 0.5\n5 2\n", 1, 3, 4), ("0 0\n1 2\n3 1.5\n", 3, 3, 3), ("0 0\n1 2\n1 1\n", 3, 3, 1),
      ("scale,warped,source\n1,0,0\n1,2,2\n1,1,3\n", 4, 3, 3),
      // Rows so close together that sums of slopes overflow.
      ("0 0 0\n1e-299 1e9 3\n", 2, 1, 1e-299), ("0 0\n1e-299 1e9\n", 2, 1, 1e-299),
      // Scales of the wrong sign.
      ("0 0 1\n1 1 -1\n", 2, 5, 1), ("2 0 -1\n3 1 1\n", 2, 5, 2), ("5 0 -1\n4 1 1\n", 2, 5, 4),
      ("5 0 1\n4 1 1\n", 2, 5, 5),
      // Curves that turn back: with a scale of four secants at both ends, after a third of the length.
      ("0 0 4\n1 1 4\n", 2, 5, 1.0 / 3), ("10 0 8\n12 4 8\n", 2, 6, 10 + 2.0 / 3),
      ("12 0 -4\n10 2 -4\n", 2, 6, 12 - 2.0 / 3),
    ] as [(String, Int, Int?, Double?)])
  func isRefusedWithItsPlace(_ text: String, _ line: Int, _ column: Int?, _ source: Double?) throws {
    let refusal = try Self.refusal(of: text)
    let place = try #require(refusal.place)
    #expect(refusal.kind == .map && refusal.advice != nil, "\(refusal)")
    #expect(
      place == "map.tsv:\(line)" || place.hasPrefix("map.tsv:\(line):") || place.hasPrefix("map.tsv:\(line),"),
      "\(refusal)")
    if let column { #expect(place.hasPrefix("map.tsv:\(line):\(column)"), "\(refusal)") }
    if let source { #expect(abs(try #require(refusal.source, "\(refusal)") - source) < 1e-12, "\(refusal)") }
  }

  /// With scales of 5 and 2 secants the derivative 5 − 18x + 15x² is first 0 at (9 − √6) / 15. Played backward, the
  /// curve begins with the other end.
  @Test func errorNamesWhereTheCurveFirstTurnsBack() throws {
    let (early, late) = ((9 - 6.0.squareRoot()) / 15, (9 + 6.0.squareRoot()) / 15)
    let turns: [(String, Double)] = [
      ("0 0 5\n1 1 2\n", early), ("3 0 2\n4 1 5\n", 4 - late), ("1 0 -5\n0 1 -2\n", 1 - early),
      ("1 0 -2\n0 1 -5\n", late), ("0 0 0\n10 10 4\n", 0),
    ]
    for (text, source) in turns {
      let refusal = try Self.refusal(of: text)
      #expect(abs(try #require(refusal.source) - source) < 1e-12, "\(text.debugDescription): \(refusal), not \(source)")
    }
  }

  @Test func scalesOnTheBorderAreAcceptedInBothDirections() throws {
    for text in [
      "0 0 3\n1 1 3\n", "0 0 0\n1 1 3\n", "0 0 0\n1 1 0\n", "0 0 4\n1 1 1\n", "1 0 -3\n0 1 -3\n", "1 0 -1\n0 1 -4\n",
      "1 0 0\n0 1 -3\n", "0 0 3.00000001\n1 1 3.00000001\n", "1 0 -3.00000001\n0 1 -3.00000001\n", "0 0 -1e-9\n1 1 1\n",
    ] {
      #expect(throws: Never.self, "\(text.debugDescription)") { try TableText.map(text) }
    }
    for (text, problem) in [
      ("0 0 3.0000001\n1 1 3.0000001\n", "runs back in time"),
      ("1 0 -3.0000001\n0 1 -3.0000001\n", "runs back in time"),
      ("0 0 -1e-7\n1 1 1\n", "scale -1e-7 has the wrong sign"),
    ] {
      #expect(try Self.refusal(of: text).problem.contains(problem))
    }
  }

  @Test func sourceIsMonotoneBetweenAcceptedRows() throws {
    var random = SplitMix64(seed: 14)
    var count = 0
    for turn in 0..<300 {
      let (a, b) = (random.double(0, 4.5), random.double(0, 4.5))
      let isForward = turn % 2 == 0
      let text = isForward ? "1 0 \(a)\n2 1 \(b)\n" : "2 0 \(-a)\n1 1 \(-b)\n"
      guard let map = try? TableText.map(text) else { continue }
      count += 1
      var last = isForward ? 0.0 : 3
      for step in 0...300 {
        let source = try #require(map.instant(at: Double(step) / 300)).source
        #expect(
          isForward ? source >= last - 1e-14 : source <= last + 1e-14, "seed 14, turn \(turn): \(text.debugDescription)"
        )
        last = source
      }
    }
    #expect(100 < count && count < 290)
  }
}
