import Commands
import Found
import Streams
import Testing
import Tool
import Values

@testable import CurvePage
@testable import MapShow

@Suite struct PageRequestTests {
  /// Found silences have no file. The page shows the options that found them and, for warp-map, the table that it
  /// saves.
  @Test func pageOfFoundSilencesShowsTheTypedOptions() throws {
    let typed = try Arguments(
      parsing: ["--silence", "4x", "--margin", "0", "--plot=html", "in"], for: WarpCommand.command)
    let clip = Clip(duration: 2.5)
    var evidence = Evidence()
    evidence.parts = [FoundPart(kind: .silence, start: 0, end: 1)]
    let found = try #require(try FoundCurve(typed, from: evidence, on: clip))
    let shown = MapWords(typed, on: clip, input: "in.mp4").shown(start: 0)
    var sound = PageSound()
    sound.take([129, 228])
    let page = try PageRequest.page(
      shown, of: MapRequest(shown, on: clip, found: found), on: clip, found: found, film: .init { sound })
    #expect(page.text.contains(#"words: ["--silence", "4x", "--margin", "0"], mapWords: ["--map", "map.tsv"]"#))
    #expect(page.text.contains(#"rows: [[0,0,"#) && page.text.contains(#"wave: "yA==""#))
  }

  /// Decoding a film's sound takes long, so options are checked before it.
  @Test func optionsAreCheckedBeforeDecoding() {
    struct Decoded: Error {}
    func page(_ words: [String]) throws {
      let typed = try Arguments(parsing: ["--plot=html"] + words, for: MapCommand.command)
      let clip = Clip(duration: 2.5)
      let request = try MapRequest(Arguments(parsing: [], for: MapCommand.command), on: clip)
      _ = try PageRequest.page(typed, of: request, on: clip, found: nil, film: .init { throw Decoded() })
    }
    #expect(throws: Decoded.self) { try page([]) }
    #expect(throws: Refusal.usage("'abc' is not a number of seconds", at: "--clip-start")) {
      try page(["--clip-start", "abc"])
    }
  }

  /// A sound of any length becomes a limited number of peaks, each the maximum of its part, for blocks of any size.
  @Test(arguments: [0, 1, 63, 64, 65, 2_097_151, 2_097_152, 2_097_153, 3_000_000])
  func peaksAreTheMaximaOfParts(count: Int) throws {
    let samples = (0..<count).map { $0 == count / 2 ? UInt8(128 + 100) : 128 }
    var (whole, parts) = (PageSound(), PageSound())
    whole.take(samples)
    for start in stride(from: 0, to: count, by: 1000) { parts.take(samples[start..<min(count, start + 1000)]) }
    let (peaks, same) = (whole.sound.peaks, parts.sound.peaks)
    #expect(peaks == same && peaks.count <= SoundPeaks.most)
    #expect(try PageSound.read(MemorySource(samples)).sound.peaks == peaks)
    #expect(peaks.max() == (count == 0 ? nil : 200) && peaks.filter { $0 > 0 }.count == min(count, 1))
  }

  /// Onsets of tone bursts are found to two milliseconds, also over a quieter tone. A steady tone has only its first
  /// onset.
  @Test(arguments: [0.0, 6.0]) func onsetsAreWhereSoundsBegin(quiet: Double) {
    let bursts = [0.503, 1.25, 1.5, 3.0071]
    let samples = (0..<32_000).map { index -> UInt8 in
      let time = Double(index) / 8000
      let isLoud = bursts.contains { $0 <= time && time < $0 + 0.1 }
      let phase = time * 440 * 2 * Double.pi
      return UInt8(128 + ((isLoud ? 60 : quiet) * (phase.truncatingRemainder(dividingBy: 6.2) < 3.1 ? 1 : -1)))
    }
    var sound = PageSound()
    sound.take(samples)
    let found = sound.sound.onsets.filter { $0 > 0.1 }
    #expect(found.count == bursts.count, "\(found)")
    for (time, burst) in zip(found, bursts) { #expect(abs(time - burst) < 0.002, "\(time) \(burst)") }
  }

  /// Each percent is shown once. Nothing is shown without a terminal or a length.
  @Test func progressShowsEachPercentOnce() {
    var share = ReadShare(of: 10, isShown: true)
    #expect(share.end == "" && share.take(8000) == "\rreading the sound for the page: 10 %")
    #expect(share.take(10) == nil && share.take(80_000) == "\rreading the sound for the page: 100 %")
    #expect(share.end == "\n")
    var silent = [ReadShare(of: 10, isShown: false), ReadShare(of: nil, isShown: true)]
    for index in silent.indices { #expect(silent[index].take(8000) == nil && silent[index].end == "") }
  }
}
