import Testing
import Values

@testable import Exchange

/// Less usual notations of other programs.
@Suite struct ForeignEdgeTests {
  private typealias Files = ForeignMapTests

  private static let mark = "\u{FEFF}"
  private static let ntsc = Clip(frameRate: FrameRate(Rational(30000, 1001)!)!)

  private static func event(_ source: String, _ record: String, reel: String = "AX") -> String {
    let times = [source, record].flatMap { $0.split(separator: "-") }.map { $0.count < 9 ? "00:00:\($0)" : "\($0)" }
    return "001 \(reel) V C \(times.joined(separator: " "))\n"
  }

  @Test func byteOrderMarkIsNotPartOfTheFirstLine() throws {
    let events = Self.event("00:00-02:00", "00:00-02:00") + Self.event("05:00-06:00", "02:00-03:00")
    #expect(try Files.rows(Self.mark + events) == [[0, 0], [2, 2], [5, 2], [6, 3]])
    let dropFrame = "FCM: DROP FRAME\n1 AX V C 00:00:59:29 00:01:00:03 00:00:00:00 00:00:00:02\n"
    let map = try Files.map(Self.mark + dropFrame, on: Self.ntsc)
    #expect(map.sourceRange.end == Self.ntsc.frameRate!.start(ofFrame: 1801))
    for header in ["Start,End,Name\n", "start,end,name\r\n", ""] {
      #expect(try Files.rows(Self.mark + header + "1,2,a\n") == [[1, 0], [2, 1]])
    }
  }

  @Test func blankLinesMayPrecedeTheHeaderOfSegments() throws {
    #expect(try Files.rows("\n \r\nStart,End,Name\n1,2,a\n") == [[1, 0], [2, 1]])
  }

  @Test func openQuotationMarkIsRefusedWithItsLine() throws {
    let refusal = Files.refusal("1,2,a\n3,4,5\" disc\n5,6,b\n7,8,c\n")
    #expect(refusal.contains("not closed") && refusal.contains("line 2"))
  }

  @Test func timelinesMayStartAtOneHour() throws {
    let clips = """
      <asset-clip ref="r2" offset="3600/1s" start="3602s" duration="2s"/>
      <asset-clip ref="r2" offset="3602s" start="3610s" duration="1s"/>
      """
    #expect(try Files.rows(Files.fcpxml(clips)) == [[2, 0], [4, 2], [10, 2], [11, 3]])
  }

  /// A gap before the first clip shows the first picture of this clip.
  @Test func gapAtTheStartHoldsTheFirstPicture() throws {
    let due = [[2.0, 0], [2, 1], [4, 3]]
    #expect(
      try Files.rows(Files.fcpxml("<gap duration='1s'/><asset-clip ref='r2' start='3602s' duration='2s'/>")) == due)
    let gap = #"{"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": {"rate": 1, "value": 0}, "#
    let length = #""duration": {"rate": 1, "value": 1}}}"#
    #expect(try Files.rows(Files.otio(gap + length + "," + Files.clip(48, 48))) == due)
    let black = Self.event("00:00-01:00", "00:00-01:00", reel: "BL") + Self.event("02:00-04:00", "01:00-03:00")
    #expect(try Files.rows(black) == due)
    #expect(Files.refusal(Files.fcpxml("<gap duration='1s'/>")).contains("empty"))
  }

  @Test func mltMapEndsWithItsChain() throws {
    #expect(try Files.rows(Files.mlt("0=0;100=8", out: "49")) == [[0, 0], [4, 2]])
    #expect(try Files.rows(Files.mlt("0=0;25=1;50=1;100=8", out: "37")) == [[0, 0], [1, 1], [1, 1.52]])
  }

  /// Many programs write AX for every reel, and the name of the film after the event.
  @Test func clipNamesIdentifyFilms() throws {
    func list(_ names: String...) -> String {
      "FCM: NON-DROP FRAME\n"
        + names.enumerated().map { index, name in
          Self.event("0\(index):00-0\(index + 1):00", "0\(index):00-0\(index + 1):00") + "* FROM CLIP NAME: \(name)\n"
        }.joined()
    }
    #expect(try Files.rows(list("a.mov", "a.mov")) == [[0, 0], [1, 1], [2, 2]])
    #expect(Files.refusal(list("a.mov", "b.mov")).contains("'a.mov' and 'b.mov'"))
  }

  @Test func reelNamesMayContainBlanks() throws {
    #expect(try Files.rows(Self.event("01:00-02:00", "00:00-01:00", reel: "MY OWN REEL")) == [[1, 0], [2, 1]])
    let dissolve = Self.event("01:00-02:00", "00:00-01:00", reel: "MY REEL").replacing(" C ", with: " D 030 ")
    #expect(Files.refusal(dissolve).contains("kind D"))
  }

  /// Reading a list at a wrong rate would give a wrong map.
  @Test func timecodesThatDoNotExistAreRefusedWithTheirLine() throws {
    let good = "TITLE: a\n" + Self.event("00:00-02:00", "00:00-02:00")
    for (event, clip) in [
      (Self.event("00:00-01:27", "00:00-01:25"), Files.clip),
      (Self.event("00:00:59:29-00:01:00;01", "00:00-00:02"), Self.ntsc),
      (Self.event("00:00:00;00-00:00:01;00", "00:00-01:00"), Files.clip),
      (Self.event("00:00-01:62", "00:00-01:62"), Clip(frameRate: FrameRate(Rational(60)!)!)),
      (Self.event("00:00-61:00", "00:00-61:00"), Files.clip),
      (Self.event("00:00-01:00", "00:00-01:00"), Clip(frameRate: FrameRate(Rational(25, 2)!)!)),
    ] {
      let refusal = Files.refusal(good + event, on: clip)
      #expect(refusal.contains("not exist"))
      #expect(refusal.contains(clip.frameRate!.value == 12.5 ? "file:2" : "file:3"))
    }
    let fast = Clip(frameRate: FrameRate(Rational(120)!)!)
    #expect(Files.refusal(good, on: fast).contains("120"))
  }

  /// A line `FCM:` applies to the following events.
  @Test func dropFrameStartsAtItsDeclaration() throws {
    let event = "001 AX V C 00:00:00:00 00:01:00:02 00:00:00:00 00:01:00:02\n"
    let list =
      event + "FCM: DROP FRAME\n" + event.replacing("00:00:00:00 00:01:00:02\n", with: "00:02:00:02 00:03:00:02\n")
    let map = try Files.map(list, on: Self.ntsc)
    let rate = Self.ntsc.frameRate!
    #expect(map.pieces[0].sourceEnd == rate.start(ofFrame: 1802))
    #expect(map.pieces.last?.sourceEnd == rate.start(ofFrame: 1800))
  }
}
