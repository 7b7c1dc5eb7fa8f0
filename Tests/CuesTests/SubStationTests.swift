import Testing

@testable import Cues

@Suite struct SubStationTests {
  private static func script(_ events: String) -> String {
    """
    [Script Info]
    ; a comment
    Title: T

    [V4+ Styles]
    Format: Name, Fontname
    Style: Default,Arial

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    \(events)

    """
  }

  private static func event(_ start: String, _ end: String, _ text: String) -> String {
    "Dialogue: 0,\(start),\(end),Default,,0,0,0,,\(text)"
  }

  /// The texts of a script's events, each after its times.
  private static func events(_ script: String) -> [String] {
    script.split(separator: "\n").filter { $0.hasPrefix("Dialogue:") }.map { line in
      let fields = line.split(separator: ",", maxSplits: 9, omittingEmptySubsequences: false)
      return "\(fields[1]) \(fields[2]) \(fields[9])"
    }
  }

  @Test func timesFollowTheMap() throws {
    let text = Self.script(
      Self.event("0:00:01.00", "0:00:02.50", "One, two") + "\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,note\n"
        + Self.event("0:00:03.00", "0:00:05.00", "Bye"))
    let expected = Self.script(
      Self.event("0:00:02.00", "0:00:05.00", "One, two") + "\nComment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,note\n"
        + Self.event("0:00:06.00", "0:00:10.00", "Bye"))
    #expect(try retimed(text, .ass, Maps.double) == expected)
    #expect(try retimed(text, .ass, Maps.identity) == text)
    #expect(
      Self.events(try retimed(text, .ass, Maps.backward))
        == ["0:00:05.00 0:00:07.00 Bye", "0:00:07.50 0:00:09.00 One, two"])
  }

  /// At half speed, everything inside an event takes twice as long.
  @Test(arguments: [
    (#"{\k50}a{\kf25}b{\K25}c"#, #"{\k100}a{\kf50}b{\K50}c"#),
    (#"{\fad(200,300)}x"#, #"{\fad(400,600)}x"#),
    (#"{\fade(0,255,0,0,100,900,1000)}x"#, #"{\fade(0,255,0,0,200,1800,2000)}x"#),
    (#"{\move(1,2,3,4,100,900)}x"#, #"{\move(1,2,3,4,200,1800)}x"#),
    (#"{\move(1,2,3,4)}x"#, #"{\move(1,2,3,4)}x"#),
    (#"{\t(100, 200,\fs20\clip(1,2,3,4))\pos(5,6)}x"#, #"{\t(200, 400,\fs20\clip(1,2,3,4))\pos(5,6)}x"#),
    (#"{\t(0,500,2,\fs20)}x{\t(\fs9)}"#, #"{\t(0,1000,2,\fs20)}x{\t(\fs9)}"#),
    (#"{\kern5\blur2}x {no tag} \k10"#, #"{\kern5\blur2}x {no tag} \k10"#),
    // Notations that libass also accepts.
    (#"{\k 50}a{\k(25)}b"#, #"{\k 100}a{\k(50)}b"#), (#"{\fade(200,300)}x"#, #"{\fade(400,600)}x"#),
    (#"{\fad(0,255,0,0,100,900,1000)}x"#, #"{\fad(0,255,0,0,200,1800,2000)}x"#),
    (#"{\fad(200,300}x{\k10}"#, #"{\fad(400,600}x{\k20}"#), (#"{\kf\b1}x{\k}y"#, #"{\kf200\b1}x{\k200}y"#),
    (#"{\t(100,200,\alpha&HFF&}x"#, #"{\t(200,400,\alpha&HFF&}x"#),
    (#"{\t(\clip(1,2,3,4))\fad(1,2)}x"#, #"{\t(\clip(1,2,3,4))\fad(2,4)}x"#),
    (#"{\move(1,2,3,4,100,900}x"#, #"{\move(1,2,3,4,200,1800}x"#), (#"{\k\kx}a"#, #"{\k200\kx}a"#),
    // Tags without an effect stay.
    (#"{\k-5}a{\k10}b"#, #"{\k-5}a{\k20}b"#), (#"{\fad(-1,200)}x"#, #"{\fad(-1,200)}x"#),
    (#"{\move(1,2,3,4,5x,900)}x"#, #"{\move(1,2,3,4,5x,900)}x"#),
  ])
  func timesInsideAnEventFollowTheMap(_ text: String, _ expected: String) throws {
    let script = Self.script(Self.event("0:00:01.00", "0:00:02.00", text))
    #expect(Self.events(try retimed(script, .ass, Maps.double)) == ["0:00:02.00 0:00:04.00 \(expected)"])
    #expect(try retimed(script, .ass, Maps.identity) == script)
  }

  /// The map begins at 2 s, so the first second of a three-second event is cut.
  @Test(arguments: [
    (#"{\k50}a{\k100}b{\k150}c"#, #"{\k0}a{\k50}b{\k150}c"#),
    (#"{\move(1,2,3,4)}x"#, #"{\move(1,2,3,4,-1000,2000)}x"#),
    (#"{\t(\fs9)}x"#, #"{\t(-1000,2000,\fs9)}x"#),
    (#"{\t(0,500,\fs9)}x"#, #"{\t(-1000,1,\fs9)}x"#),
    (#"{\fad(400,300)}x"#, #"{\fad(0,300)}x"#),
  ])
  func effectsThatBeganBeforeACutContinue(_ text: String, _ expected: String) throws {
    let script = Self.script(Self.event("0:00:01.00", "0:00:04.00", text))
    #expect(Self.events(try retimed(script, .ass, Maps.late)) == ["0:00:00.00 0:00:02.00 \(expected)"])
  }

  @Test(arguments: [
    (#"{\fad(200,300)}x"#, #"{\fad(300,200)}x"#),
    (#"{\move(1,2,3,4,100,300)}x"#, #"{\move(3,4,1,2,700,900)}x"#),
    (#"{\k30}a{\k70}b"#, #"{\k30}a{\k70}b"#),
    (#"{\fade(255,0,255,0,100,700,1000)}x"#, #"{\fade(255,0,255,0,300,900,1000)}x"#),
  ])
  func backwardPlayMirrorsEffects(_ text: String, _ expected: String) throws {
    let script = Self.script(Self.event("0:00:01.00", "0:00:02.00", text))
    #expect(Self.events(try retimed(script, .ass, Maps.backward)) == ["0:00:08.00 0:00:09.00 \(expected)"])
  }

  /// Unclosed parentheses must not be searched to the end of the text from each of them.
  @Test func manyOpenParenthesesAreReadOnce() throws {
    let text = "{" + String(repeating: #"\a("#, count: 200_000) + "}x"
    let script = Self.script(Self.event("0:00:01.00", "0:00:02.00", text))
    let started = ContinuousClock.now
    #expect(Self.events(try retimed(script, .ass, Maps.double)) == ["0:00:02.00 0:00:04.00 \(text)"])
    #expect(ContinuousClock.now - started < .seconds(20))
  }

  @Test(arguments: [
    ("hello", "does not begin with a section such as [Script Info] (line:1)"),
    ("[Events]\nDialogue: 0,0:00:01.00\n", "the event has 2 fields instead of 10 (line:2)"),
    ("[Events]\nFormat: Start, Text\n", "must name Start and End, and end with Text (line:2)"),
    ("[Events]\nFormat: Start, End, Text, Name\n", "must name Start and End, and end with Text (line:2)"),
    ("[Events]\nDialogue: 0,0:00:01,0:00:02.00,D,,0,0,0,,x\n", "the time is not valid (line:2)"),
    ("[Events]\nDialogue: 0,0:00:03.00,0:00:02.00,D,,0,0,0,,x\n", "the event ends before it begins (line:2)"),
  ])
  func malformedTextIsRefusedWithItsLine(_ text: String, _ problem: String) {
    #expect(refusal(text, .ass).contains(problem))
  }

  /// Lines in other sections are not events. An event without a length is accepted.
  @Test func onlyEventsAreRetimed() throws {
    let other = "\n[Other]\nDialogue: x\n"
    let script = Self.script(Self.event("0:00:01.00", "0:00:02.00", "A")) + other
    #expect(try retimed(script, .ass, Maps.identity) == script)
    let empty = Self.script(Self.event("0:00:01.00", "0:00:01.00", "A"))
    #expect(try CueFormat.ass.retimed(Array(empty.utf8), along: Maps.identity).droppedCount == 1)
  }

  @Test func formatLineLocatesTheTimes() throws {
    let text = "[Events]\r\nFormat: Marked, Text0, End , Start, Text\r\nDialogue: 0,a,0:00:02.00,0:00:01.00,x,y"
    #expect(
      try retimed(text, .ass, Maps.double)
        == "[Events]\r\nFormat: Marked, Text0, End , Start, Text\r\nDialogue: 0,a,0:00:04.00,0:00:02.00,x,y")
  }
}
