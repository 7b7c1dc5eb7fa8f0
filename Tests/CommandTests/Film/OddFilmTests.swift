import TestSupport
import Testing

/// Films of many kinds, codecs and oddities, through seven jobs each: what ffmpeg keeps of them is kept, or a line says
/// that it is not. In a share of the campaign only a few films are made, since each takes seconds.
@Suite struct OddFilmTests {
  private static let count = 208
  private static let numbers =
    Campaign.isWhole ? Array(0..<count) : Campaign.share(of: Array(stride(from: 0, to: count, by: 8)))

  @Test(arguments: numbers) func nothingIsLostWithoutALine(number: Int) throws {
    let result = try Shell.run(script: "OddFilmTests", ["\(number)"])
    #expect(result.output.isEmpty, "\(result)")
  }
}
