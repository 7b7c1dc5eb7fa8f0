import TestSupport
import Testing

@testable import Cues
@testable import Values
@testable import Warp

/// Text formats with times as dates, sentence fields, columns, timecodes or numbers.
@Suite struct TrackTests {
  private static let half = try! TimeMap(scale: 0.5, duration: 3600)

  // MARK: GPX

  private static func gpx(_ points: String...) -> String {
    let points = points.map { "  <trkpt lat=\"1\" lon=\"2\"><ele>3</ele><time>\($0)</time></trkpt>\n" }.joined()
    return "<?xml version=\"1.0\"?>\n<gpx><metadata><time>2020-01-01T00:00:00Z</time></metadata>\n\(points)</gpx>\n"
  }

  @Test func trackPointsFollowTheMap() throws {
    let text = Self.gpx("2023-12-31T23:59:58Z", "2023-12-31T23:59:59.500Z", "2024-01-01T01:00:02+01:00")
    let expected = Self.gpx("2023-12-31T23:59:58Z", "2024-01-01T00:00:01Z", "2024-01-01T01:00:06+01:00")
    #expect(try retimed(text, .gpx, Maps.double).replacing("01.000Z", with: "01Z") == expected)
    #expect(try retimed(text, .gpx, Maps.identity) == text)
    let late = try CueFormat.gpx.retimed(Array(text.utf8), along: Maps.double, origin: 1)
    #expect(late.droppedCount == 1)
    #expect(String(decoding: late.bytes, as: UTF8.self).contains("2024-01-01T00:00:00.000Z"))
  }

  @Test func pointShownTwiceIsWrittenTwice() throws {
    let result = try retimed(Self.gpx("2024-02-28T23:59:57Z", "2024-02-29T00:00:00Z"), .gpx, Maps.repeated)
    #expect(result.components(of: "<trkpt") == 3 && result.contains("2024-02-29T00:00:02Z"))
  }

  @Test func distanceGrowsAlongATrack() throws {
    func ground(_ points: String) throws -> [[Double]] {
      try TrackGround.points(Array("<gpx>\(points)</gpx>".utf8)).map { [$0.source, $0.total] }
    }
    let here = "<trkpt lat=\"52\" lon=\"179.9\"><time>2024-05-01T10:00:00Z</time></trkpt>"
    let there = "<trkpt lat=\"52\" lon=\"-179.9\"><time>2024-05-01T12:00:05+02:00</time></trkpt>"
    let points = try ground(here + there + here + "<trkpt lat=\"0\" lon=\"0\"/>")
    // A fifth of a degree along the 52nd parallel.
    #expect(points.count == 2 && points[0] == [0, 0] && points[1][0] == 5)
    #expect(abs(points[1][1] - 6_371_009 * 0.2 * .pi / 180 * 0.615_661) < 1)
    #expect(try ground("") == [])
    for (right, wrong, what) in [("52", "91", "place"), ("T10", "T25", "time"), ("lon", "x", "place")] {
      let error = complaint { try ground(here.replacing(right, with: wrong)) }
      #expect(error.hasPrefix("the \(what) of a point is not valid (line:1)"))
    }
  }

  // MARK: NMEA

  @Test func sentencesFollowTheMapWithCorrectChecksums() throws {
    let text = """
      $GPRMC,235958.00,A,4807.038,N,01131.000,E,022.4,084.4,310823,003.1,W*4D
      $GPGGA,235958.00,4807.038,N,01131.000,E,1,08,0.9,545.4,M,46.9,M,,*64
      $GPGSV,1,1
      $GPRMC,235959.50,A,4807.038,N,01131.000,E,022.4,084.4,310823,003.1,W*49
      $GPZDA,235959.50,31,08,2023,00,00*6B

      """
    let result = try retimed(text, .nmea, Maps.double)
    #expect(result.hasPrefix(text.prefix(156)))
    #expect(result.contains("$GPRMC,000001.00,A,4807.038,N,01131.000,E,022.4,084.4,010923,003.1,W*4E"))
    #expect(result.contains("$GPZDA,000001.00,01,09,2023,00,00*6C"))
    #expect(try retimed(text, .nmea, Maps.identity) == text)
    for line in result.split(separator: "\n") where line.contains("*") {
      let parts = line.dropFirst().split(separator: "*")
      #expect(parts[0].utf8.reduce(0, ^) == UInt8(parts[1], radix: 16), "\(line)")
    }
  }

  // MARK: CSV

  @Test func onlyTheTimeColumnChanges() throws {
    let text = "frame,\"Time\",speed\r\n1,0.5,3\r\n2,\"1:01.5\",\"a,\r\nb\"\r\n3,,x\r\n"
    #expect(
      try retimed(text, .csv, Self.half)
        == "frame,\"Time\",speed\r\n1,0.25,3\r\n2,\"0:30.75\",\"a,\r\nb\"\r\n3,,x\r\n")
    // A quotation mark inside a field, or between tabs, is text.
    #expect(
      try retimed("time,a\n2,5\" pipe\n4,\"6\"\" x\"\n", .csv, Self.half) == "time,a\n1,5\" pipe\n2,\"6\"\" x\"\n")
    #expect(try retimed("time\ta\n2\t\"He\n4\tb\n", .csv, Self.half) == "time\ta\n1\t\"He\n2\tb\n")
    let dates = "when;v\n2024-01-01 00:00:10;1\n2024-01-01 00:00:14;2\n"
    let result = try CueFormat.csv.retimed(Array(dates.utf8), along: Self.half, timeColumn: "WHEN")
    #expect(String(decoding: result.bytes, as: UTF8.self) == "when;v\n2024-01-01 00:00:10;1\n2024-01-01 00:00:12;2\n")
    #expect(refusal("a,b\n1,2\n", .csv).hasSuffix("(line:1); write --time-column with one of these names: a, b"))
  }

  // MARK: Edit decision lists

  private static func edl(_ text: String, _ map: TimeMap, _ direction: TextDirection = .toResult) throws -> String {
    let rate = FrameRate(Rational(25)!)
    let result = try CueFormat.edl.retimed(Array(text.utf8), along: map, direction, rate: rate)
    return String(decoding: result.bytes, as: UTF8.self)
  }

  private static let list = """
    TITLE: a
    001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00
    * FROM CLIP NAME: in.mp4
    002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
    M2   AX             050.0                00:00:04:00

    """

  @Test func recordTimesFollowTheMapAndM2StatesTheSpeed() throws {
    #expect(
      try Self.edl(Self.list, Self.half) == """
        TITLE: a
        001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:01:00
        M2   AX             050.0                00:00:00:00
        * FROM CLIP NAME: in.mp4
        002  AX       V     C        00:00:04:00 00:00:08:00 01:00:01:00 01:00:02:00
        M2   AX             100.0                00:00:04:00

        """)
    #expect(try Self.edl(Self.list, Maps.identity) == Self.list)
    #expect(try Self.edl(try Self.edl(Self.list, Self.half), Self.half, .toSource) == Self.list)
  }

  @Test func eventsPlayBackwardAndFreeze() throws {
    let backward = try Self.edl(Self.list, Maps.map("4 0\n0 4\n"))
    #expect(backward.contains("001  AX       V     C        00:00:04:00 00:00:08:00 01:00:00:00 01:00:02:00"))
    #expect(backward.contains("M2   AX             -050.0                00:00:08:00"))
    let frozen = try Self.edl(Self.list, Maps.map("0 0\n1 1\n1 3\n2 4\n"))
    #expect(frozen.contains("M2   AX             000.0                00:00:01:00"))
    #expect(frozen.components(of: "* FROM CLIP NAME") == 3)
  }

  @Test func aCurveBecomesEventsWithinHalfAFrame() throws {
    let map = try SpeedSyntax.keys("0=1x, 4s=4x smooth", on: Clip(duration: 4)).map(duration: 4)
    let rows = try Self.edl(Self.list, map).split(separator: "\n").filter { $0.contains(" C ") }
    #expect((4...40).contains(rows.count))
    let dissolve = "001 AX V D 030 00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00\n"
    #expect(complaint { try Self.edl(dissolve, map) }.contains("a transition of kind D (line:1)"))
  }

  // MARK: LosslessCut

  @Test func segmentsFollowTheMap() throws {
    let text =
      "{version: 2, cutSegments: [\n  {start: 1, end: 3.5, name: 'a'},\n  // more\n  {start: 5, name: 'm'}\n]}\n"
    #expect(
      try retimed(text, .llc, Self.half).contains("{start: 0.5, end: 1.75, name: 'a'},\n  // more\n  {start: 2.5,"))
    #expect(try retimed(text, .llc, Maps.identity) == text)
    // The map shows 0 to 4 s, then 2 to 6 s.
    let repeated = try retimed(text, .llc, Maps.repeated)
    #expect(repeated.contains("{start: 1, end: 3.5, name: 'a'},{start: 4, end: 5.5, name: 'a'},"))
    #expect(repeated.contains("{start: 7, name: 'm'}\n]}"))
    let marker = "{cutSegments: [{name: 'b', start: 3, end: 3}]}"
    #expect(
      try retimed(marker, .llc, Maps.repeated)
        == "{cutSegments: [{name: 'b', start: 3, end: 3},{name: 'b', start: 5, end: 5}]}")
    #expect(try retimed("{cutSegments: [{end: 2}]}", .llc, Maps.backward).contains("start: 8,"))
  }

  /// In the first version of the format, a segment without an end lasts to the end of the film.
  @Test func openSegmentGetsAnEndIfItEndsEarlier() throws {
    let text = "{version: 1, cutSegments: [{start: 3}]}"
    #expect(try retimed(text, .llc, Maps.identity) == text)
    let repeated = try retimed(text, .llc, Maps.repeated)
    #expect(repeated == "{version: 1, cutSegments: [{start: 3, end: 4},{start: 5}]}")
    #expect(try retimed(text, .llc, Maps.backward) == "{version: 1, cutSegments: [{start: 0, end: 7}]}")
    let whole = "{cutSegments: [{name: 'a'}]}"
    #expect(try retimed(whole, .llc, Maps.repeated) == whole)
    let open = try TimeMap(scale: 1, duration: nil)
    for direction in [TextDirection.toResult, .toSource] {
      let same = try CueFormat.llc.retimed(Array(text.utf8), along: open, direction).bytes
      #expect(String(decoding: same, as: UTF8.self) == text)
    }
  }

  @Test func decimalMarkStays() throws {
    let log = "time;v\n2024-01-01 00:00:10,000;1\n2024-01-01 00:00:14,500;2\n"
    #expect(try retimed(log, .csv, Self.half).hasSuffix("00:00:12,250;2\n"))
  }

  // MARK: The start of the text

  /// Dates and timecodes stay those of the recording. Other times count from the start of the clip.
  @Test(arguments: [
    (
      CueFormat.nmea, "$GPGLL,1,N,2,E,120002.50,A\n$GPGLL,1,N,2,E,120005.00,A\n",
      "$GPGLL,1,N,2,E,120002.50,A\n$GPGLL,1,N,2,E,120007.50,A\n"
    ),
    (.csv, "time\n2.5\n5\n", "time\n0\n5\n"),
    (
      .csv, "time\n2024-01-01T12:00:02.5Z\n2024-01-01T12:00:05Z\n",
      "time\n2024-01-01T12:00:02.5Z\n2024-01-01T12:00:07.5Z\n"
    ),
    (.llc, "{cutSegments: [{start: 3.5, end: 5}]}", "{cutSegments: [{start: 2, end: 5}]}"),
    (
      .edl, "001 AX V C 00:00:00:00 00:00:01:00 01:00:02:12 01:00:03:12\n",
      "001 AX V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:02:00\n"
        + "M2   AX             012.5                00:00:00:00\n"
    ),
  ])
  func timesCountFromTheStartOfTheText(_ format: CueFormat, _ text: String, _ due: String) throws {
    let first: [CueFormat: String] = [
      .nmea: "$GPGLL,1,N,2,E,120000.00,A\n", .edl: "001 AX V C 00:00:00:00 00:00:01:00 01:00:00:00 01:00:01:00\n",
    ]
    let isDate = text.contains("2024")
    var whole = (first[format] ?? "") + text
    if isDate { whole = whole.replacing("time\n", with: "time\n2024-01-01T12:00:00Z\n") }
    let origin = format == .edl ? 2.48 : 2.5
    let result = try format.retimed(
      Array(whole.utf8), along: Maps.double, origin: origin, rate: FrameRate(Rational(25)!))
    #expect(String(decoding: result.bytes, as: UTF8.self) == due)
    #expect(result.droppedCount == (first[format] != nil || isDate ? 1 : 0))
  }

  @Test(arguments: [
    (CueFormat.gpx, "<gpx><trkpt><time>x</time></trkpt></gpx>", "not valid"), (.gpx, "<a/>", "no GPX"),
    (.gpx, "<gpx", "not closed"),
    (.nmea, "a\n", "no sentence"), (.csv, "", "no line of names"), (.csv, "time\nx\n", "not a time"),
    (.edl, "a\n", "frame rate"),
    (.csv, "time\n1,\"a\n", "not closed"), (.csv, "time,\"a\n", "not closed"),
    (.csv, "time\n1\n2024-01-01T00:00:00Z\n", "in one column"), (.llc, "{}", "no cutSegments"),
    (.llc, "{cutSegments: [{start: -1}]}", "out of range"),
    (.llc, "{cutSegments: [1]}", "no object"),
    (.llc, "{cutSegments: [{start: 2, end: 1}]}", "ends before"),
    (.llc, "{", "name is missing"),
  ])
  func malformedTextIsRefused(_ format: CueFormat, _ text: String, _ problem: String) {
    #expect(refusal(text, format).contains(problem))
  }
}
