import TestFilms
import Testing

@testable import Film

/// Presets of encoders, read from ffmpeg's help.
@Suite struct PresetsTests {
  private func presets(_ lines: [String]) -> Presets {
    var facts = EncoderFacts()
    for line in lines { facts.take(Array(line.utf8)[...]) }
    return Presets(of: NamedEncoder("encoder", facts))
  }

  private static let named = [
    "  -preset            <int>        E..V....... (from 1 to 7) (default medium)",
    "     veryfast        7            E..V.......",
    "     slow            3            E..V....... good quality", "  -forced_idr        <boolean>    E..V.......",
    "     none            0            E..V.......",
  ]
  private static let numbered = [
    "  -preset            <int>        E..V....... Encoding preset (from -1 to 13) (default -1)"
  ]
  private static let unknown = [
    "  -preset            <string>     E..V....... Set the encoding preset (default \"medium\")"
  ]

  @Test func presetsAreReadFromFFmpegsHelp() {
    for (lines, preset, isThere) in [
      (Self.named, "veryfast", true), (Self.named, "slow", true), (Self.named, "none", false), (Self.named, "3", false),
      (Self.numbered, "13", true), (Self.numbered, "-1", true), (Self.numbered, "14", false),
      (Self.numbered, "fast", false), (Self.unknown, "fast", true), ([], "fast", false),
    ] {
      #expect(((try? presets(lines).require(preset)) != nil) == isThere, "\(lines) \(preset)")
    }
  }

  @Test func fastestPresetIsFound() {
    #expect(presets(Self.named).fastest == "veryfast")
    #expect(presets(Self.numbered).fastest == "13")
    #expect(presets(Self.unknown).fastest == nil && presets([]).fastest == nil)
    #expect(Presets(of: .hevc).fastest == "ultrafast" && Presets(of: .ffv1).fastest == nil)
  }

  @Test(arguments: ["(from 1", "(from a to b)", "(from 3 to 1)", "(from 1 to"]) func invalidRangesAreIgnored(
    text: String
  ) {
    #expect(presets(["  -preset <int> E..V \(text)"]).fastest == nil)
  }
}
