import TestSupport
import Testing
import Values

@testable import Video

@Suite struct TimestampListTests {
  @Test(
    arguments: [
      (0, 64000, "0.000000000\n"), (1, 64000, "0.015625000\n"), (64001, 64000, "1000.015625000\n"),
      (2, 3, "666.666666666\n"),
      (1 << 60, 1 << 31, "536870912000.000000000\n"),
    ] as [(Int64, Int, String)])
  func ticksAreWrittenInMilliseconds(_ tick: Int64, _ ticksPerSecond: Int, _ line: String) throws {
    #expect(TimestampList.line(tick, of: try #require(Timebase(ticksPerSecond: ticksPerSecond))) == line)
  }

  @Test func linesAreReadBack() throws {
    #expect(try TimestampList.seconds(Array("1500.25".utf8)[...]) == 1.50025)
    #expect(try TimestampList.seconds(Array("# timestamp format v2".utf8)[...]) == nil)
    #expect(complaint { try TimestampList.seconds(Array("soon".utf8)[...]) } == "'soon' is not a time in milliseconds")
    #expect(
      complaint { try TimestampList.seconds(Array("# timecode format v1".utf8)[...]) }.contains(
        "is not timestamp format v2"))
    #expect(try TimestampList.seconds(Array("# made from timecode format v1".utf8)[...]) == nil)
  }
}
