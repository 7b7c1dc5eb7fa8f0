import TestSupport
import Testing

/// Makes films of many kinds, codecs and oddities, and runs seven commands on each. warp-film must keep what ffmpeg
/// keeps, or report the loss. Short runs try only a few films, because each takes seconds.
@Suite struct OddFilmTests {
  private static let count = 208 + 60 + 48
  private static let numbers =
    Campaign.isWhole ? Array(0..<count) : Campaign.share(of: Array(stride(from: 0, to: count, by: 8)))

  @Test(arguments: numbers) func everyLossIsReported(number: Int) throws {
    let result = try Shell.run(script: "OddFilmTests", ["\(number)"])
    #expect(result.output.isEmpty, "\(result)")
  }
}
