import Testing

@testable import Tool

@Suite struct HelpPageTests {
  @Test func matchesTheExpectedPageAt80Columns() {
    #expect(
      HelpPage(Sample.command, columns: 80).text == #"""
        Usage: warp-sample [CURVE] [CHANGES] > map.tsv
               warp-sample --map FILE [CHANGES] > map.tsv

        Turn functions into a time map.

        A time map relates the seconds of a source to the seconds of what is made from
        it.

        The clip:
          -d, --duration TIME       How long the clip is. Every curve needs it.
              --map FILE            Start from the table in FILE; '-' is standard input.

        Curves:
              --curve SPEC          Let a stretch [of the clip]: any, follow a function
                                    of the clip's time.
                                    See --map for another way. May be given more than
                                    once.
              --anchor-easing-in-between linear|smooth
                                    How to go on.

        Changes:
          -r, --reverse             Play backward.
          -q, --quiet               Say nothing.

        General:
          -h, --help                Print this help and exit.
              --version             Print the name and the version and exit.
              --generate KIND       Print a file for the installation, and exit. KIND is
                                    man (the man page), bash, zsh or fish (a completion
                                    script) or options (the options, one per line).

        Examples:
          Half speed:
            warp-sample -d 10 --curve 'ramp' > map.tsv
          Every kind of sign:
            .\" ~/a^b `c` "d\e" - -- …

        """#)
  }

  @Test func wrapsALongUsage() {
    let usage = HelpPage(Sample.command, columns: 40).text.prefix { $0 != "T" }
    #expect(
      usage.hasPrefix(
        """
        Usage: warp-sample [CURVE] [CHANGES] >
                           map.tsv
               warp-sample --map FILE
        """))
  }

  @Test(arguments: [1, 40, 57, 80, 99, 100, 300]) func linesFitTheTerminal(columns: Int) {
    let width = min(max(columns, 40), 100)
    // Long option labels and example command lines are never wrapped, so they may be wider.
    let whole = ["--anchor-easing-in-between", "warp-sample -d 10"]
    for line in HelpPage(Sample.command, columns: columns).text.split(separator: "\n") {
      #expect(line.count <= width || whole.contains { line.contains($0) }, "\(line)")
      #expect(line.last != " ", "\(line)")
    }
  }
}

@Suite struct ParagraphTests {
  @Test(arguments: [
    ("", 10, []),
    ("one", 10, ["one"]),
    ("one two three", 7, ["one two", "three"]),
    ("one two three", 6, ["one", "two", "three"]),
    ("one  two", 7, ["one two"]),
    ("a immeasurable b", 5, ["a", "immeasurable", "b"]),
    ("one two\nthree", 20, ["one two", "three"]),
    ("…… ……", 5, ["…… ……"]),
  ]) func breaksAtBlanks(text: String, width: Int, lines: [String]) {
    #expect(Paragraph.lines(of: text, width: width) == lines)
  }
}
