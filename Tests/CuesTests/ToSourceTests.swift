import TestMaps
import TestSupport
import Testing

@testable import Cues
@testable import Values
@testable import Warp

/// Texts for the result, with their times moved back to the source.
@Suite struct ToSourceTests {
  private static func restored(_ text: String, _ format: CueFormat, _ map: TimeMap) throws -> (String, dropped: Int) {
    let text = try format.retimed(Array(text.utf8), along: map, .toSource)
    return (String(decoding: text.bytes, as: UTF8.self), text.droppedCount)
  }

  @Test func resultTimesBecomeSourceTimesAlsoInRepeatedParts() throws {
    // The map shows 0 to 4 s, then 2 to 6 s.
    #expect(try Self.restored("1 a\n5 b\n7.5 c\n", .times, Maps.repeated).0 == "1 a\n3 b\n5.5 c\n")
    #expect(try Self.restored("3\t5\ta\n", .labels, Maps.repeated).0 == "2\t4\ta\n")
    #expect(try Self.restored("1\t2\ta\n3\t4\tb\n", .labels, Maps.backward).0 == "6\t7\tb\n8\t9\ta\n")
    #expect(
      try Self.restored("1\n00:00:02,000 --> 00:00:05,000\nA\n", .srt, Maps.double).0
        == "1\n00:00:01,000 --> 00:00:02,500\nA\n")
  }

  @Test func cuesWithoutSourceTimesAreDropped() throws {
    let frozen = try Maps.map("0 0\n2 2\n2 5\n9 12\n")
    #expect(try Self.restored("3\t4\ta\n4\t6\tb\n", .labels, frozen) == ("2\t3\tb\n", dropped: 1))
    #expect(try Self.restored("11 a\n13 b\n", .times, frozen) == ("8 a\n", dropped: 1))
    #expect(try Self.restored("11\t14\ta\n13\t14\tb\n", .labels, frozen) == ("8\t9\ta\n", dropped: 1))
  }

  @Test func retimingThereAndBackRestoresTheText() throws {
    for seed in Campaign.share(of: 0..<UInt64(500)) {
      let map = try AlgebraMaps.invertible(seed: seed)
      var random = SplitMix64(seed: seed)
      let times = (0..<10).map { _ in random.double(0, map.sourceRange.end ?? 0) }.sorted()
        .filter { map.firstVisit(of: $0) != nil }
      let text = times.map { DecimalText.print($0, decimals: 9) + " x\n" }.joined()
      let there = try retimed(text, .times, map)
      let back = try Self.restored(there, .times, map).0
      for (line, time) in zip(back.split(separator: "\n"), times) {
        let restored = try #require(NumberSyntax.parse(line.dropLast(2)))
        let speed = map.instant(at: map.firstVisit(of: time)!.warped)!.scale.map { 1 / $0 } ?? 100
        #expect(abs(restored - time) <= 2e-9 * max(1, speed), "seed \(seed)")
      }
      #expect(back.split(separator: "\n").count == times.count, "seed \(seed)")
    }
  }
}
