import Commands
import Testing
import Tool
import Warp

@testable import MapShow

@Suite struct PageRequestTests {
  /// Ranges that were found in the film have no file: the page names the table that it saves.
  @Test func aPageOfWhatWasFoundNamesItsTable() throws {
    let typed = try Arguments(parsing: ["--silence", "4x", "--plot=html", "in"], for: WarpCommand.command)
    let clip = Clip(duration: 2.5)
    let parts = [FoundPart(kind: .silence, start: 0, end: 1)]
    let found = try #require(try FoundCurve(typed, in: parts, SpeechPaces(), on: clip))
    let shown = MapWords(typed, on: clip, input: "in.mp4").shown(start: 0)
    let page = try PageRequest.page(
      shown, of: MapRequest(shown, on: clip, found: found), on: clip, found: found, peaks: { [3, 200] })
    #expect(page.text.contains(#"words: ["--map", "map.tsv"]"#) && page.text.contains("wave: \"A8g=\""))
  }

  /// Decoding a film's sound takes long: a wrong word is refused before it.
  @Test(arguments: [["--fit", "abc"], ["--clip-start", "abc"]]) func wordsAreReadBeforePeaks(wrong: [String]) throws {
    struct Decoded: Error {}
    func page(_ words: [String]) throws {
      let typed = try Arguments(parsing: ["--plot=html"] + words, for: MapCommand.command)
      let clip = Clip(duration: 2.5)
      let request = try MapRequest(Arguments(parsing: [], for: MapCommand.command), on: clip)
      _ = try PageRequest.page(typed, of: request, on: clip, found: nil, peaks: { throw Decoded() })
    }
    #expect(throws: Decoded.self) { try page([]) }
    #expect(throws: Refusal.self) { try page(wrong) }
  }

  /// However long a sound is, it comes to some numbers, each the largest of its part, and blocks make no difference.
  @Test(arguments: [0, 1, 63, 64, 65, 131_071, 131_072, 131_073, 1_000_000]) func peaksAreTheLargestOfParts(count: Int)
  {
    let samples = (0..<count).map { $0 == count / 2 ? UInt8(128 + 100) : 128 }
    var (whole, parts) = (SoundPeaks(), SoundPeaks())
    whole.take(samples)
    for start in stride(from: 0, to: count, by: 1000) { parts.take(samples[start..<min(count, start + 1000)]) }
    #expect(whole.peaks == parts.peaks && whole.peaks.count <= SoundPeaks.most)
    #expect(whole.peaks.max() == (count == 0 ? nil : 200) && whole.peaks.filter { $0 > 0 }.count == min(count, 1))
  }
}
