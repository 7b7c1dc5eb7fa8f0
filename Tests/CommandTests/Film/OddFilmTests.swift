import TestSupport
import Testing

/// Makes films of many kinds, codecs and oddities, and runs seven commands on each. What ffmpeg keeps must be kept, or
/// its loss reported. A share makes only a few films, since each takes seconds.
@Suite struct OddFilmTests {
  private static let count = 208
  private static let numbers =
    Campaign.isWhole ? Array(0..<count) : Campaign.share(of: Array(stride(from: 0, to: count, by: 8)))

  @Test(arguments: numbers) func everyLossIsReported(number: Int) throws {
    let result = try Shell.run(script: "OddFilmTests", ["\(number)"])
    #expect(result.output.isEmpty, "\(result)")
  }
}
