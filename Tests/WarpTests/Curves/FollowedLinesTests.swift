import TestSupport
import Testing
import Values

@testable import Warp

@Suite struct FollowedLinesTests {
  private static func lines(_ times: [(start: Double, end: Double, due: Double)]) -> [FollowedLines.Line] {
    times.enumerated().map { index, time in
      FollowedLines.Line(start: time.start, end: time.end, due: time.due, name: "cue \(index + 1)")
    }
  }

  private static func warped(_ map: TimeMap, at source: Double) -> Double? {
    map.pieces.first { $0.sourceStart <= source && source <= $0.sourceEnd }?.warped(at: source)
  }

  /// Speech keeps its speed where the pause can be long or short enough.
  @Test func pausesChangeFirst() throws {
    let followed = try FollowedLines(Self.lines([(1, 3, 1.5), (5, 6, 6), (9, 10, 8.5)]))
    let map = try followed.map(duration: 12)
    let due = [(0.0, 0.0), (1, 1.5), (3, 3.5), (5, 6), (6, 7), (9, 8.5), (12, 11.5)]
    for (source, warped) in due {
      #expect(abs((Self.warped(map, at: source) ?? -1) - warped) < 1e-9, "at \(source)")
    }
    #expect(followed.notes.isEmpty)
  }

  /// The pause of 1 s can only become 2 s long, so that speech of 3 s takes the fourth second.
  @Test func speechChangesWhereThePauseCannot() throws {
    let map = try FollowedLines(Self.lines([(1, 4, 1), (5, 6, 7)])).map(duration: 6)
    #expect(abs((Self.warped(map, at: 4) ?? -1) - 5) < 1e-9)
    #expect(abs((Self.warped(map, at: 5) ?? -1) - 7) < 1e-9)
  }

  /// The third line cannot be met together with those around it. One late line is better than two.
  @Test func asManyLinesAsPossibleAreOnTime() throws {
    let followed = try FollowedLines(Self.lines([(1, 2, 1), (3, 4, 3), (5, 6, 8), (7, 8, 7), (9, 10, 9)]))
    let map = try followed.map(duration: 10)
    for source in [1.0, 3, 7, 9] {
      #expect(abs((Self.warped(map, at: source) ?? -1) - source) < 1e-9, "at \(source)")
    }
    #expect(followed.notes == ["cue 3 begins 3 s too early, at 5 s instead of 8 s"])
  }

  /// Compares the number of lines on time with that of all subsets, and checks the limits.
  @Test func noSubsetHasMoreLinesOnTime() throws {
    var random = SplitMix64(seed: 7)
    let speeds = 0.8...1.25
    for _ in 0..<200 {
      var (start, due) = (0.0, 0.0)
      let times = (0..<9).map { _ -> (start: Double, end: Double, due: Double) in
        start += random.double(0.5, 4)
        due = max(0, start + random.double(-1.5, 1.5))
        let end = start + random.double(0, 4)
        return (start: start, end: end, due: due)
      }
      func allows(_ chosen: [(start: Double, end: Double, due: Double)]) -> Bool {
        zip([(start: 0.0, end: 0.0, due: 0.0)] + chosen, chosen).allSatisfy { last, next in
          let (source, result) = (next.start - last.start, next.due - last.due)
          return result >= source / speeds.upperBound - 1e-9 && result <= source / speeds.lowerBound + 1e-9
        }
      }
      var most = 0
      for mask in 0..<512 {
        let chosen = times.indices.filter { mask >> $0 & 1 == 1 }.map { times[$0] }
        if allows(chosen) { most = max(most, chosen.count) }
      }
      guard let followed = try? FollowedLines(Self.lines(times), speeds: speeds) else {
        #expect(most == 0)
        continue
      }
      let map = try followed.map(duration: start + 5)
      let met = times.filter { abs((Self.warped(map, at: $0.start) ?? -1) - $0.due) < 1e-5 }
      #expect(met.count >= most, "\(times)")
      for piece in map.pieces {
        let scale = (piece.warpedLength) / abs(piece.sourceEnd - piece.sourceStart)
        #expect(scale > 0.8 - 1e-6 && scale < 1.25 + 1e-6)
      }
    }
  }

  @Test func whatCannotBeFollowedIsRefused() throws {
    #expect(complaint { try FollowedLines(Self.lines([(1, 2, 9)])) }.contains("no line can begin on time"))
    let followed = try FollowedLines(Self.lines([(1, 2, 1), (8, 9, 8)]))
    #expect(
      complaint { try followed.map(duration: 5) }.contains("the line at 8 s begins after the end of the video (5 s)"))
  }
}
