import Testing

@testable import Tool

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
