import TestSupport
import Testing
import Values
import Warp

@testable import Exchange

/// Files as other programs write them.
@Suite struct ForeignMapTests {
  static let clip = Clip(duration: 100, frameRate: FrameRate(Rational(25)!))

  static func map(_ text: String, on clip: Clip = clip) throws -> TimeMap {
    let bytes = Array(text.utf8)
    return try ForeignMap.map(bytes, try #require(ForeignMap.kind(of: bytes), "\(text)"), named: "file", on: clip)
  }

  /// Source and warped times, as rows of a table.
  static func rows(_ text: String, on clip: Clip = clip) throws -> [[Double]] {
    let rows = MapTable.rows(of: try map(text, on: clip))
    return rows.map { [$0.source, $0.warped].map { ($0 * 1e6).rounded() / 1e6 } }
      .reduce(into: []) { if $0.last != $1 { $0.append($1) } }
  }

  static func refusal(_ text: String, on clip: Clip = clip) -> String { complaint { try map(text, on: clip) } }

  // MARK: MLT

  static func mlt(_ keys: String, out: String = "99") -> String {
    """
    <?xml version="1.0" encoding="utf-8"?>
    <mlt LC_NUMERIC="C" version="7.12.0">
      <profile description="automatic" frame_rate_num="25" frame_rate_den="1"/>
      <chain id="chain0" out="\(out)">
        <property name="resource">t.mp4</property>
        <link id="link0"><property name="mlt_service">timeremap</property>
          <property name="time_map">\(keys)</property></link>
      </chain>
    </mlt>
    """
  }

  @Test func readsMLT() throws {
    #expect(try Self.rows(Self.mlt("0=1;50=3;75=3")) == [[1, 0], [3, 2], [3, 4]])
    // Kdenlive writes times instead of frame numbers.
    #expect(try Self.rows(Self.mlt("00:00:00.000=0;00:00:02.000=4;00:00:04.000=0")) == [[0, 0], [4, 2], [0, 4]])
    // The last frame before a cut continues to play.
    let cut = try Self.map(Self.mlt("0=0;49|=1.96;50=8;100=10"))
    #expect(abs(cut.instant(at: 1.99)!.source - 1.99) < 1e-9 && cut.instant(at: 2)!.source == 8)
    // A key that holds for longer is a freeze.
    #expect(try Self.rows(Self.mlt("0|=5;50=6;100=6", out: "00:00:03.960")).prefix(3) == [[5, 0], [5, 2], [6, 2]])
    let smooth = try Self.map(Self.mlt("0~=0;50~=2;100=4"))
    #expect(smooth.warpedLength == 4 && smooth.instant(at: 2)!.source == 2 && smooth.pieces.count > 90)
  }

  @Test func refusesUnreadableMLT() throws {
    for (text, problem) in [
      ("<mlt/>", "frame rate"), (Self.mlt("0$=1;50=3"), "easing"), (Self.mlt("5=1;5=2"), "not after"),
      (Self.mlt("1"), "FRAME=SECONDS"), (Self.mlt(""), "no keys"), ("<a/>", "no map"),
      ("<mlt><profile frame_rate_num='25' frame_rate_den='1'/></mlt>", "no time map"),
    ] {
      #expect(Self.refusal(text, on: Clip()).contains(problem), "\(text)")
    }
  }

  // MARK: Final Cut

  static func fcpxml(_ clips: String) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE fcpxml>
    <fcpxml version="1.11"><resources><asset id="r2" start="3600s" duration="100s"/></resources>
    <library><event><project><sequence><spine>\(clips)</spine></sequence></project></event></library></fcpxml>
    """
  }

  @Test func readsFinalCut() throws {
    let clips = """
      <asset-clip ref="r2" offset="0s" start="3602s" duration="2s"/>
      <gap duration="1s"/>
      <asset-clip ref="r2" offset="3s" start="0s" duration="50/25s"><timeMap>
        <timept time="0s" value="3610s" interp="smooth2"/><timept time="2s" value="3614s" interp="smooth2"/>
      </timeMap></asset-clip>
      """
    #expect(try Self.rows(Self.fcpxml(clips)) == [[2, 0], [4, 2], [4, 3], [10, 3], [14, 5]])
    // A part of a longer time map.
    let part = """
      <clip offset="0s" start="1s" duration="2s"><timeMap><timept time="0s" value="3600s"/>
        <timept time="2s" value="3601s"/><timept time="10s" value="3617s"/></timeMap><video ref="r2"/></clip>
      """
    #expect(try Self.rows(Self.fcpxml(part)) == [[0.5, 0], [1, 1], [3, 2]])
    for (clips, problem) in [
      ("<transition/>", "between its clips"), ("<asset-clip ref='r2' duration='x'/>", "not a time"),
      ("<asset-clip ref='r2' start='3600s' duration='2s'/><asset-clip ref='r3' duration='2s'/>", "two videos"),
      ("<asset-clip ref='r2'/>", "no duration"),
      ("<asset-clip ref='r2' duration='2s'><timeMap><timept time='0s'/></timeMap></asset-clip>", "no time or no value"),
      (
        "<asset-clip ref='r2' duration='2s'><timeMap><timept time='0s' value='3600s'/><timept time='0s' value='1s'/>"
          + "<timept time='-1s' value='3601s'/></timeMap></asset-clip>", "not in order"
      ),
    ] {
      #expect(Self.refusal(Self.fcpxml(clips)).contains(problem), "\(clips)")
    }
  }

  // MARK: OpenTimelineIO

  static func clip(_ start: Double, _ count: Double, _ effect: String = "") -> String {
    """
    {"OTIO_SCHEMA": "Clip.2", "effects": [\(effect)], "source_range": {"OTIO_SCHEMA": "TimeRange.1",
      "duration": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24.0, "value": \(count)},
      "start_time": {"OTIO_SCHEMA": "RationalTime.1", "rate": 24.0, "value": \(start)}},
      "media_references": {"DEFAULT_MEDIA": {"OTIO_SCHEMA": "ExternalReference.1", "target_url": "file:///a.mov"}}}
    """
  }

  static func otio(_ children: String) -> String {
    """
    {"OTIO_SCHEMA": "Timeline.1", "tracks": {"OTIO_SCHEMA": "Stack.1", "children": [
      {"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\(children)]},
      {"OTIO_SCHEMA": "Track.1", "kind": "Audio", "children": [\(children)]}]}}
    """
  }

  @Test func readsOpenTimeline() throws {
    let clips = [
      Self.clip(0, 48), Self.clip(96, 24, #"{"OTIO_SCHEMA": "LinearTimeWarp.1", "time_scalar": 2.0}"#),
      """
      {"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": {"rate": 24, "value": 0},
        "duration": {"rate": 24, "value": 12}}}
      """,
      Self.clip(240, 12, #"{"OTIO_SCHEMA": "FreezeFrame.1", "time_scalar": 0}"#),
    ]
    let rows = try Self.rows(Self.otio(clips.joined(separator: ",")))
    #expect(rows == [[0, 0], [2, 2], [4, 2], [6, 3], [6, 3.5], [10, 3.5], [10, 4]])
    #expect(Self.refusal(Self.otio(#"{"OTIO_SCHEMA": "Transition.1"}"#)).contains("Transition"))
    #expect(Self.refusal(Self.otio("")).contains("no track"))
    let track = #"{"OTIO_SCHEMA": "Track.1", "kind": "Video", "children": [\#(Self.clip(0, 48))]}"#
    let twoTracks = #"{"OTIO_SCHEMA": "Timeline.1", "tracks": {"children": [\#(track), \#(track)]}}"#
    #expect(Self.refusal(twoTracks).contains("2 tracks of pictures"))
    let gap = #"{"OTIO_SCHEMA": "Gap.1", "source_range": {"start_time": {"rate": 24, "value": 0}}}"#
    #expect(Self.refusal(Self.otio(gap)).contains("no start or no duration"))
  }

  // MARK: auto-editor

  @Test func readsChunks() throws {
    let v1 =
      """
      {"version": "1", "source": "a.mp4", "timebase": "30/1",
        "chunks": [[0, 60, 1.0], [60, 120, 99999.0], [120, 240, 4], [240, 300, 0]]}
      """
    #expect(try Self.rows(v1) == [[0, 0], [2, 2], [4, 2], [8, 3]])
    // Without a timebase, the rate of the film counts.
    #expect(try Self.rows(#"{"chunks": [[0, 50, 2]]}"#) == [[0, 0], [2, 1]])
    #expect(Self.refusal(#"{"chunks": [[0, 50, 2]]}"#, on: Clip()).contains("frame rate"))
    #expect(Self.refusal(#"{"chunks": [[5, 2]]}"#).contains("[START, END, SPEED]"))
  }

  @Test func readsLayers() throws {
    func v3(_ speed: String) -> String {
      """
      {"version": "3", "timebase": "30/1", "v": [[
        {"src": "a.mp4", "start": 0, "dur": 30, "offset": 0, "stream": 0},
        {"src": "a.mp4", "start": 30, "dur": 15, "offset": 30, "stream": 0, \(speed)}]], "a": []}
      """
    }
    // The second clip begins at frame 30 of a film that plays at double speed.
    for speed in [#""effects": ["speed:2.0", "volume:0.5"]"#, #""speed": 2"#, #""effects": ["varispeed:2"]"#] {
      #expect(try Self.rows(v3(speed)) == [[0, 0], [1, 1], [2, 1], [3, 1.5]], "\(speed)")
    }
    #expect(try Self.rows(v3(#""effects": ["cut"]"#)) == [[0, 0], [1, 1]])
  }

  // MARK: Edit decision lists

  @Test func readsEditDecisionLists() throws {
    let list = """
      TITLE:   EDL Test SEQ
      FCM: NON-DROP FRAME

      001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
      * FROM CLIP NAME:  in.mp4
      002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
      M2   AX             050.0                00:00:04:00
      003  AX       A     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
      004  AX       V     C        00:00:08:00 00:00:09:00 01:00:05:00 01:00:07:00
      M2   AX             -012.5               00:00:09:00
      005  AX       V     C        00:00:20:00 00:00:20:01 01:00:07:00 01:00:08:00
      M2   AX             000.0                00:00:20:00
      """
    let rows = try Self.rows(list)
    #expect(
      rows == [[0, 0], [2, 2], [4, 2], [8, 4], [8, 5], [9, 5], [8, 7], [20, 7], [20, 8]])
    #expect(Self.refusal(list, on: Clip()).contains("--fps"))
    let dropFrame = "FCM: DROP FRAME\n1 AX V C 00:00:59:29 00:01:00:03 00:00:00:00 00:00:00:02\n"
    let rate = FrameRate(Rational(30000, 1001)!)!
    let map = try Self.map(dropFrame, on: Clip(frameRate: rate))
    #expect(map.sourceRange.start == rate.start(ofFrame: 1799) && map.sourceRange.end == rate.start(ofFrame: 1801))
    for (event, problem) in [
      ("001 AX V D 030 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00", "kind D"),
      ("001 AX V C 00:00:00:00 00:00:02:00 01:00:02:00 01:00:00:00", "not in order"),
      ("001 AX V C 00:00:04:00 00:00:02:00 00:00:00:00 00:00:02:00", "ends before it begins (file, 00:00:02:00)"),
      (
        "001 A V C 00:00:00:00 00:00:02:00 00:00:00:00 00:00:02:00\n"
          + "002 B V C 00:00:00:00 00:00:02:00 00:00:02:00 00:00:04:00",
        "two videos"
      ),
    ] {
      #expect(Self.refusal(event).contains(problem), "\(event)")
    }
  }

  // MARK: LosslessCut

  @Test func readsProjectsOfLosslessCut() throws {
    let project = """
      {
        version: 2,
        mediaFileName: 'input.mkv',
        cutSegments: [
          { start: 1.5, end: 3, name: '', },
          { start: 4, name: 'a marker', },
          { start: 5.25, end: 6, name: "it's", selected: true, },
          { start: 7, end: 8, selected: false, },
        ],
      }
      """
    #expect(try Self.rows(project) == [[1.5, 0], [3, 1.5], [5.25, 1.5], [6, 2.25]])
    let first = "{version: 1, cutSegments: [{end: 2}, {start: 98}]}"
    #expect(try Self.rows(first) == [[0, 0], [2, 2], [98, 2], [100, 4]])
    #expect(try Self.map(first, on: Clip()).openEnd?.source == 98)
    #expect(Self.refusal("{cutSegments: [{start: 2, end: 1}]}").contains("is empty"))
    #expect(Self.refusal("{cutSegments: []}").contains("empty"))
  }

  @Test func readsSegmentsInCSV() throws {
    let csv =
      ",56.9568,First segment starting at 0\r\n70,842.33,\"Another quoted label,\nof two lines\"\r\n1234,,Marker\r\n"
    #expect(try Self.rows(csv) == [[0, 0], [56.9568, 56.9568], [70, 56.9568], [842.33, 829.2868]])
    #expect(try Self.rows("Start,End,Name\n0:01.5,00:00:03,a\n") == [[1.5, 0], [3, 1.5]])
    #expect(try Self.rows("1\t2\tname\n") == [[1, 0], [2, 1]])
    #expect(Self.refusal("1,2,a\nx,3,b\n").contains("line 2"))
  }

  @Test(arguments: [
    "0 0\n1 2\n", "0,0,1\n2,4,2\n", "source,warped\n0,0\n", "# warp time map 1\nsource\twarped\tscale\n",
    "0;0\n0,5;1,5\n",
    "1,3,1\n2,4,2\n", "5,0,\n6,1,\n", "", "\n\n0 0\n", "inf inf 1\n", "1,2\n",
  ])
  func tablesAreNotTakenForForeignFiles(_ text: String) { #expect(ForeignMap.kind(of: Array(text.utf8)) == nil) }
}
