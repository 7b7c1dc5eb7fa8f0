import Testing

@testable import Tool

@Suite struct ManPageTests {
  private let page = ManPage(command: Sample.command).text

  @Test func beginsWithNameAndRelease() {
    #expect(
      page.hasPrefix(
        #"""
        .TH WARP\-SAMPLE 1 2025-11-20 "warp\-sample 1.2.3"
        .SH NAME
        warp\-sample \- turn functions into a time map
        .SH SYNOPSIS
        .nf
        \fBwarp\-sample\fR [CURVE] [CHANGES] > map.tsv

        """#))
  }

  @Test func describesEveryOption() {
    for option in Sample.command.options {
      #expect(page.contains(Roff.bold("--\(option.name)")), "\(option.name)")
    }
    #expect(
      page.contains(
        #"""
        .SS The clip
        .TP
        \fB\-d\fR, \fB\-\-duration\fR \fITIME\fR
        How long the clip is. Every curve needs it.
        .TP
        """#))
  }

  @Test func passesMandocLint() throws {
    let verdict = try Program.run("mandoc", "-T", "lint", "-W", "warning", input: page)
    #expect(verdict.text == "")
    #expect(verdict.status == 0)
  }

  /// Users copy examples from the man page, so mandoc must print the declared command line.
  @Test func showsExamplesVerbatim() throws {
    let shown = try Program.run("mandoc", "-T", "utf8", input: page).text
    for example in Sample.command.examples {
      #expect(shown.contains(example.line), "\(example.line)")
    }
    #expect(shown.contains(".not a request"))
  }

  @Test func listsEveryExitStatus() throws {
    let lines = try Program.run("mandoc", "-T", "utf8", input: page).text.split(separator: "\n")
    for status in ExitStatus.allCases {
      let number = "\(status.rawValue)"
      // Bold text in a terminal is each letter, a backspace, and the letter again.
      #expect(lines.contains { $0.contains("\(number)\u{8}\(number)      \(status.meaning.prefix(20))") }, "\(status)")
    }
  }
}

@Suite struct RoffTests {
  @Test(arguments: [
    ("plain", "plain"),
    ("--map", #"\-\-map"#),
    (#"a\b"#, #"a\(rsb"#),
    (".TH", #"\&.TH"#),
    ("a.b", "a.b"),
    ("'x'", #"\(aqx\(aq"#),
    (#"`a^b~"c""#, #"\(gaa\(hab\(ti\(dqc\(dq"#),
    ("…é😀", #"\[u2026]\[u00E9]\[u1F600]"#),
  ]) func escapes(text: String, roff: String) {
    #expect(Roff.escape(text) == roff)
  }

  @Test(arguments: [
    ("See --map.", #"See \fB\-\-map\fR\&."#),
    ("--source-frames, --at=3", #"\fB\-\-source\-frames\fR, \fB\-\-at\fR=3"#),
    ("One.\n.Two", "One.\n.br\n\\&.Two"),
  ]) func setsOptionsInBold(text: String, roff: String) {
    #expect(Roff.prose(text) == roff)
  }
}
