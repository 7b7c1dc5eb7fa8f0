import Testing

@testable import Tool

@Suite struct TerminalTests {
  @Test(
    arguments: [
      (nil, nil, 80), (nil, 132, 132), ("90", 132, 90), ("90", nil, 90),
      ("", 132, 132), ("0", 132, 132), ("-5", nil, 80), ("wide", nil, 80), ("99999999999999999999", nil, 80),
    ] as [(String?, Int?, Int)]) func widthComesFromTheVariableOrTheWindow(
      variable: String?, window: Int?, columns: Int
    )
  {
    let environment = variable.map { ["COLUMNS": $0] } ?? [:]
    #expect(Terminal(environment: environment, windowColumns: window).columns == columns)
  }

  @Test(arguments: [
    ([:], false),
    (["LANG": "C"], false),
    (["LANG": "en_GB.UTF-8"], true),
    (["LANG": "C.utf8"], true),
    (["LANG": "de_DE.UTF-8@euro"], true),
    (["LANG": "de_DE.ISO-8859-1"], false),
    (["LANG": "UTF-8"], false),
    (["LC_CTYPE": "en_US.UTF-8", "LANG": "C"], true),
    (["LC_ALL": "C", "LC_CTYPE": "en_US.UTF-8", "LANG": "en_US.UTF-8"], false),
    (["LC_ALL": "", "LC_CTYPE": "", "LANG": "en_US.UTF-8"], true),
  ]) func firstSetLocaleDecidesUTF8(environment: [String: String], speaksUTF8: Bool) {
    #expect(Terminal(environment: environment).speaksUTF8 == speaksUTF8)
  }

  @Test(arguments: [
    ([:], true),
    (["TERM": "xterm"], true),
    (["TERM": "dumb"], false),
    (["NO_COLOR": "1"], false),
    (["NO_COLOR": "", "TERM": "xterm"], true),
  ]) func colourNeedsATerminalThatAllowsIt(environment: [String: String], wanted: Bool) {
    let terminal = Terminal(environment: environment, terminals: [.error])
    #expect(terminal.wantsColour(on: .error) == wanted)
    #expect(!terminal.wantsColour(on: .output))
  }
}
