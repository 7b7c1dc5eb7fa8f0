import Testing
import Warp

@testable import Film

@Suite struct ChaptersTests {
  private static let lines = [
    "chapter|time_base=1/1000|start=0|end=4000|tag:title=A = b; #1",
    "chapter|time_base=1/10|start=40|end=60|tag:title=two\\nlines",
    "chapter|time_base=1/1|start=6|end=10",
  ]
  private static let chapters = Answers(lines.joined(separator: "\n")).probe.chapters

  private func spans(_ map: TimeMap, origin: Double = 0) -> [String] {
    let text = Chapters(Self.chapters, origin: origin, along: map).text
    return text.matches(of: /START=(\d+)\nEND=(\d+)/).map { "\($0.output.1)-\($0.output.2)" }
  }

  @Test func goWhereTheMapPutsThem() throws {
    #expect(try spans(TimeMap(scale: 2, duration: 10)) == ["0-8000000", "8000000-12000000", "12000000-20000000"])
    #expect(try spans(TimeMap(scale: 0.5, duration: 10)) == ["0-2000000", "2000000-3000000", "3000000-5000000"])
  }

  /// A chapter that is cut away is left out; of one that is cut into, the rest is left.
  @Test func keepToWhatIsShown() throws {
    let clip = Clip(duration: 10)
    let cut = try PlayList(["0..3", "7..10"].map { try PlaySyntax.parse($0, on: clip) }).map()
    #expect(spans(cut) == ["0-3000000", "3000000-6000000"])
    #expect(try spans(TimeMap(scale: 1, duration: 10).trimmed(from: 5, to: nil)) == ["0-1000000", "1000000-5000000"])
    #expect(try spans(TimeMap(scale: 1, duration: 10).frozen(at: 5, for: 1)).count == 3)
  }

  /// In the order in which they are shown, and as often.
  @Test func followBackwardPlayAndRepeats() throws {
    #expect(
      try spans(TimeMap(scale: 1, duration: 10).reversed()) == ["0-4000000", "4000000-6000000", "6000000-10000000"])
    let clip = Clip(duration: 10)
    let again = try PlayList(["0..5", "3..7"].map { try PlaySyntax.parse($0, on: clip) }).map()
    #expect(
      spans(again) == ["0-4000000", "4000000-5000000", "5000000-6000000", "6000000-8000000", "8000000-9000000"])
  }

  /// Chapters are given on the file's clock, on which source time 0 is `origin`.
  @Test func countFromTheFirstFrame() throws {
    #expect(try spans(TimeMap(scale: 1, duration: 10), origin: 0.5).prefix(2) == ["0-3500000", "3500000-5500000"])
  }

  @Test func titlesKeepTheirSigns() throws {
    let text = Chapters(Self.chapters, origin: 0, along: try TimeMap(scale: 1, duration: 10)).text
    #expect(text.contains(##"title=A \= b\; \#1"## + "\n"))
    #expect(text.contains("title=two\\\nlines\n"))
    #expect(text.hasPrefix(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000000\nSTART=0\n"))
  }
}
