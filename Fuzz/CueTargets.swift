import Cues
import Values
import Warp

/// Targets that read texts with times, such as subtitles.
extension Target {
  static let texts =
    CueFormat.allCases.map { format in
      Target(
        name: format == .ffmetadata ? "cues-chapters" : "cues-\(format.rawValue)",
        words: [
          " --> ", "00:00:01,000", "00:01.500", "0:00:01.50", "\r\n", "\n\n", "WEBVTT", "NOTE", "[Events]",
          "Dialogue: ",
          "Format: ",
          "{\\k50}", "{\\t(0,500,", "{\\move(", "{\\fad(", "[CHAPTER]", "TIMEBASE=1/1000", "START=", "END=",
          "<00:00:02.000>", "\t", "1:02.5", "2.000000", "<trkpt>", "</trkpt>", "<time>2024-01-01T00:00:00Z</time>",
          "$GPRMC,123519.00,", "*47", "time,a\n", "M2   AX             050.0                00:00:04:00\n",
          "001  AX       V     C        00:00:00:00 00:00:02:00 01:00:00:00 01:00:02:00\n", "{start: 1, end: 2},",
        ],
        seeds: { seeds(format).map { Array($0.utf8) } }, run: { bytes in try retime(bytes, format) })
    } + [
      Target(
        name: "cues-single", words: [" --> ", "00:00:01,000", "\n\n"], seeds: { seeds(.srt).map { Array($0.utf8) } },
        run: single),
      Target(
        name: "ground",
        words: [
          "<trkpt lat=\"1\" lon=\"2\">", "</trkpt>", "<time>2024-01-01T00:00:07Z</time>", "1e9", "-90", "180", "<gpx>",
        ],
        seeds: { trackSeeds(.gpx).map { Array($0.utf8) } }, run: ground),
    ]

  @Sendable private static func ground(_ bytes: [UInt8]) throws {
    let points = try TrackGround.points(bytes)
    for (point, next) in zip(points, points.dropFirst()) {
      expect(point.source < next.source && point.total <= next.total, "ground and times rise")
    }
    expect(points.allSatisfy { $0.source.isFinite && $0.total.isFinite }, "ground is finite")
  }

  /// Resolves the overlaps of cues. A second pass must change nothing.
  @Sendable private static func single(_ bytes: [UInt8]) throws {
    let text = try SingleCues.text(of: bytes)
    expect(try SingleCues.text(of: text) == text, "cues that do not overlap stay")
  }

  private static func seeds(_ format: CueFormat) -> [String] {
    switch format {
    case .srt: ["1\n00:00:01,000 --> 00:00:02,500\nA\n<i>b</i>\n\n2\r\n00:00:02,000 --> 00:00:05,000 X1:4\r\nB"]
    case .vtt:
      [
        "WEBVTT x\nKind: y\n\nSTYLE\n::cue {}\n\nname\n00:01.000 --> 00:02.500 line:0\nA <00:01.500>b\n\nNOTE c\n\n00:00:02.000 --> 00:00:05.000\nB\n"
      ]
    case .ass:
      [
        """
        [Script Info]
        ; c
        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:01.00,0:00:02.50,D,,0,0,0,,{\\k50\\fad(100,200)}a{\\t(\\fs9)\\move(1,2,3,4)}b
        Comment: 0,0:00:01.00,0:00:02.50,D,,0,0,0,,x
        Dialogue: 0,0:00:02.00,0:00:05.00,D,,0,0,0,,{\\t(0,500,2,\\b1)\\fade(0,1,2,3,4,5,6)\\move(1,2,3,4,5,6)}c
        """
      ]
    case .labels: ["1.000000\t2.500000\tA\n\\\t100.0\t200.0\n3\t3\tB\r\n\n4.5\t6.25\t"]
    case .times: ["0\tA\n# x\n1:02.500,B\n\n 0:00:03 C\n4.125"]
    case .gpx, .nmea, .csv, .edl, .llc: trackSeeds(format)
    case .ffmetadata:
      [
        ";FFMETADATA1\ntitle=a\\\nb\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=2000\ntitle=A\n[CHAPTER]\n"
          + "START=2000000000\nEND=5000000000\n[STREAM]\nx=y"
      ]
    }
  }

  /// Maps that play forward and backward, freeze and cut.
  private static let maps = Result {
    try ["0 0\n1000 1000\n", "0 0\n2 4\n2 5\n0.5 8\n", "0 0\n2 2\n1 2\n3 3\n7 3\n8 9\ninf inf 0.5\n"].map {
      try MapLaws.map(reading: Array($0.utf8))
    }
  }

  /// The frame rate at which to read an edit list. Some timecodes exist at one rate only.
  static func listRate(for bytes: [UInt8]) -> FrameRate? {
    var choices = Choices(bytes)
    return FrameRate(choices.one(of: [Rational(25)!, Rational(30000, 1001)!, Rational(60)!]))
  }

  /// Checks that a written text can be read. A text that lost all its cues may be one that its format does not allow.
  private static func expectReadable(_ text: RetimedText, _ format: CueFormat, _ rate: FrameRate? = nil) {
    guard let identity = try? TimeMap(scale: 1, duration: nil) else { return }
    do throws(CueError) {
      _ = try format.retimed(text.bytes, along: identity, rate: rate)
    } catch {
      let isEmpty = ["has no sentence", "has no events"].contains { error.problem.contains($0) }
      expect(isEmpty && text.droppedCount > 0, "what is written can be read")
    }
  }

  @Sendable private static func retime(_ bytes: [UInt8], _ format: CueFormat) throws {
    let identity = try TimeMap(scale: 1, duration: nil)
    if format == .edl {
      let rate = listRate(for: bytes)
      // An edit list is numbered and rounded anew, so that it need not come back unchanged.
      for map in try maps.get() + [identity] {
        for direction in [TextDirection.toResult, .toSource] {
          let text = try format.retimed(bytes, along: map, direction, rate: rate)
          expectReadable(text, format, rate)
        }
      }
      return
    }
    let same = try format.retimed(bytes, along: identity)
    // SubRip is numbered from 1 the first time, so that only the second pass must change nothing.
    let again = try? format.retimed(same.bytes, along: identity)
    expect(again?.bytes == same.bytes, "a text along the identity stays as it is")
    expect(again?.droppedCount == 0, "a text that was written has no cue that is too short")
    if same.droppedCount == 0, format != .srt { expect(same.bytes == bytes, "the identity changes no byte") }
    for map in try maps.get() {
      let retimed = try format.retimed(bytes, along: map)
      expectReadable(retimed, format)
      _ = try format.retimed(bytes, along: map, .toSource, origin: 1)
    }
  }
}
