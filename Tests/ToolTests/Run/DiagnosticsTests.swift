import Streams
import Testing

@testable import Tool

@Suite struct DiagnosticsTests {
  @Test func writesOneLine() {
    let diagnostics = Diagnostics(tool: "warp-map")
    #expect(diagnostics.line("error", "no map (map.tsv:3)") == "warp-map: error: no map (map.tsv:3)\n")
    #expect(diagnostics.line("warning", "odd name 'a\nb'") == "warp-map: warning: odd name 'a\\nb'\n")
  }

  @Test(arguments: [
    ("plain 'text' – é 😀 \\n", "plain 'text' – é 😀 \\n"),
    ("a\nb\r\nc\td", "a\\nb\\r\\nc\\td"),
    ("\u{1B}[31mred\u{7}", "\\u{1B}[31mred\\u{7}"),
    ("\u{0}\u{7F}\u{80}\u{9B}2J", "\\u{0}\\u{7F}\\u{80}\\u{9B}2J"),
    ("\u{202E}gpj\u{2066}\u{200F}", "\\u{202E}gpj\\u{2066}\\u{200F}"),
    ("one\u{2028}line", "one\\u{2028}line"),
  ]) func makesControlCharactersVisible(text: String, visible: String) {
    #expect(VisibleText.escape(text) == visible)
  }

  @Test func keepsTheExitStatusesOfTheContract() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4])
    #expect(Failure(StreamFailure.inputOutput("x")).status.rawValue == 1)
    #expect(Failure(.usage, "x").status.rawValue == 2)
    #expect(Failure(.map, "x").status.rawValue == 3)
    #expect(Failure(StreamFailure.tooLong("x")).status.rawValue == 4)
    #expect([0, 1, 4, 5, 141].map { ExitStatus(afterTool: $0).rawValue } == [1, 1, 4, 1, 1])
  }
}
