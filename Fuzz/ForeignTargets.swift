import Exchange
import Notation
import Values

/// Targets that read files of other programs, and the notations they are written in.
extension Target {
  static let foreign =
    [
      Target(
        name: "notation-json",
        words: ["{", "}", "[", "]", ":", ",", "'", "\"", "\\u0041", "/*", "*/", "//", "0x", "Infinity", "null", "\n"],
        seeds: {
          [
            #"{"a": [1, -2.5e1, true, null], "b": {"c": "x\n\u00e9\ud83d\ude00\/"}, "a2": ""}"#,
            "// a\n{ version: 2, 'name': 'it\\'s', /* b */ list: [ .5, 5., +1, 0xFF, -0x10, Infinity, NaN, ], }",
          ].map { Array($0.utf8) }
        },
        run: json),
      Target(
        name: "notation-xml",
        words: [
          "<a>", "</a>", "<!--", "-->", "<![CDATA[", "]]>", "<?", "?>", "&amp;", "&#x41;", "<!DOCTYPE a>", "='", "/>",
        ],
        seeds: {
          [
            "<?xml version='1.0'?><!DOCTYPE a><!-- b --><r:a b='1 &lt;' c=\"x\">one"
              + "<![CDATA[<]]>&amp;<d/><d e='f'>g</d></r:a>"
          ].map { Array($0.utf8) }
        },
        run: xml),
    ] + files

  @Sendable private static func json(_ bytes: [UInt8]) throws {
    func check(_ value: JSONValue, in range: Range<Int>) {
      expect(
        range.contains(value.range.lowerBound) && value.range.upperBound <= range.upperBound, "a value lies within")
      switch value.content {
      case .array(let values): for part in values { check(part, in: value.range) }
      case .object(let members): for member in members { check(member.value, in: value.range) }
      default: break
      }
    }
    let value = try JSONReader.value(bytes)
    check(value, in: 0..<bytes.count)
    expect((try? JSONReader.value(Array(bytes[value.range]))) != nil, "a value can be read alone")
  }

  @Sendable private static func xml(_ bytes: [UInt8]) throws {
    let root = try XMLReader.element(bytes)
    for element in root.elements {
      let (range, content) = (element.range, element.contentRange)
      expect(
        range.lowerBound <= content.lowerBound && content.upperBound <= range.upperBound, "the content lies within")
      expect(element.children.allSatisfy { content.lowerBound <= $0.range.lowerBound }, "children lie within")
    }
    expect((try? XMLReader.element(Array(bytes[root.range]))) != nil, "an element can be read alone")
  }

  private static let files = [
    (
      "mlt", ForeignMap.Kind.xml,
      ["0=1;50|=3;75~=3;100=9", "time_map", "timeremap", "00:00:01.000=1", "<chain out='9'>"], [mlt]
    ),
    (
      "fcpxml", .xml, ["<gap duration='1s'/>", "<timept time='0s' value='1/3s'/>", "start='3600s'", "offset='1s'"],
      [fcpxml]
    ),
    (
      "fcp7", .xml,
      [
        "<stillframe>TRUE</stillframe>", "<enabled>FALSE</enabled>", "<value>-200</value>", "<when>50</when>", "1e12",
        "<ntsc>TRUE</ntsc>", "<clipitem><start>60</start><end>90</end><file id='f'/></clipitem>", "<value>TRUE</value>",
      ], [fcp7]
    ),
    ("otio", .json, ["\"time_scalar\": -2", "FreezeFrame.1", "Gap.1", "Clip.2", "\"rate\": 24", "1e300"], [otio]),
    (
      "chunks", .json, ["[0,60,1.0]", "99999.0", "\"timebase\": \"30/1\"", "speed:2.0", "\"offset\": 30", "1e300"],
      chunks
    ),
    (
      "edl", .editList, ["\n001 AX V C 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00", "\nM2 AX -025.0 00:00:01:00"],
      [edl]
    ),
    (
      "segments", .segments, ["1,2,a\n", ",", "\"", "0:01.5", "Start,End,Name\n"],
      ["Start,End,Name\n,5,a\n7,9,\"b\nc\"\n12,,m\n"]
    ),
    ("llc", .json, ["{start: 1, end: 2},", "cutSegments: [", "version: 2", "1e300"], [llc]),
  ].map { name, kind, words, seeds in
    Target(name: "map-\(name)", words: words, seeds: { seeds.map { Array($0.utf8) } }) { bytes in
      try read(bytes, kind)
    }
  }

  /// Reads a map from a file of another program. A table must be able to represent it.
  @Sendable private static func read(_ bytes: [UInt8], _ kind: ForeignMap.Kind) throws {
    _ = ForeignMap.kind(of: bytes)
    let clip = Clip(duration: 100, frameRate: listRate(for: bytes))
    let map = try ForeignMap.map(bytes, kind, named: "file", on: clip)
    let range = 0...TimeSyntax.longest
    expect(
      map.pieces.allSatisfy { range.contains($0.sourceStart) && range.contains($0.sourceEnd) },
      "source times are in range")
    guard map.pieces.count < 1000 else { return }
    let table = try map.tabulated(tolerance: 1e-9)
    expect(table.pieces.count == map.pieces.count && table.openEnd == map.openEnd, "lines stay lines")
  }

  private static let mlt = """
    <mlt><profile frame_rate_num="25" frame_rate_den="1"/><chain out="99"><link><property name="mlt_service">timeremap\
    </property><property name="time_map">0=0;49|=1.96;50~=8;100=10</property></link></chain></mlt>
    """
  private static let fcpxml = """
    <!DOCTYPE fcpxml><fcpxml><resources><asset id="r2" start="3600s"/></resources><spine>
    <asset-clip ref="r2" offset="0s" start="3602s" duration="2s"/><gap duration="1s"/>
    <asset-clip ref="r2" offset="3s" start="0s" duration="50/25s"><timeMap><timept time="0s" value="3610s"/>\
    <timept time="2s" value="3614s"/></timeMap></asset-clip></spine></fcpxml>
    """
  private static let fcp7 = """
    <!DOCTYPE xmeml><xmeml version="4"><sequence><rate><timebase>25</timebase><ntsc>FALSE</ntsc></rate><media><video>
    <track><clipitem><start>0</start><end>50</end><in>75</in><out>125</out><file id="f"><pathurl>a</pathurl>
    <duration>900</duration></file></clipitem><clipitem><start>50</start><end>75</end><in>10</in><out>35</out>
    <file id="f"/><filter><effect><effectid>timeremap</effectid><parameter><parameterid>speed</parameterid>\
    <value>200</value></parameter><parameter><parameterid>reverse</parameterid><value>FALSE</value></parameter>\
    </effect></filter></clipitem><clipitem><start>80</start><end>100</end><in>20</in><out>40</out><filter><effect>\
    <effectid>timeremap</effectid><parameter><parameterid>graphdict</parameterid><valuemax>900</valuemax>\
    <keyframe><when>0</when><value>0</value><speedvirtualkf>TRUE</speedvirtualkf></keyframe>\
    <keyframe><when>30</when><value>90.5</value></keyframe><keyframe><when>60</when><value>20</value></keyframe>\
    </parameter></effect></filter></clipitem></track></video></media></sequence></xmeml>
    """
  private static let otio = """
    {"OTIO_SCHEMA": "Track.1", "children": [{"OTIO_SCHEMA": "Clip.2", "effects": [{"OTIO_SCHEMA": "LinearTimeWarp.1",
    "time_scalar": 2.0}], "source_range": {"duration": {"rate": 24.0, "value": 48}, "start_time": {"rate": 24.0,
    "value": 3}}}, {"OTIO_SCHEMA": "Gap.1", "source_range": {"duration": {"rate": 24, "value": 12}, "start_time":
    {"rate": 24, "value": 0}}}]}
    """
  private static let chunks = [
    #"{"version": "1", "timebase": "30/1", "chunks": [[0, 60, 1.0], [60, 120, 99999.0], [120, 240, 4]]}"#,
    #"{"v": [[{"src": "a", "start": 0, "dur": 30, "offset": 9, "effects": ["speed:2.0"]}]], "timebase": "30000/1001"}"#,
  ]
  private static let edl = """
    TITLE: a
    FCM: DROP FRAME
    001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
    002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
    M2   AX             050.0                00:00:04:00
    """
  private static let llc = "{version: 1, cutSegments: [{end: 2}, {start: 5, end: 6, selected: true}, {start: 98}]}"
}
