import Streams
import TestFilms
import Testing
import Values

@testable import Film

@Suite struct ProbeTests {
  @Test(
    arguments: [
      ("stream|index=3|codec_name=h264", "stream", "codec_name", "h264"),
      ("stream|tag:title=a\\|b|index=1", "stream", "tag:title", "a|b"),
      ("stream|tag:title=two\\nlines\\\\|index=1", "stream", "tag:title", "two\nlines\\"),
      ("stream|tag:title=x=y", "stream", "tag:title", "x=y"),
      ("stream|tag:title=a\\\\n", "stream", "tag:title", "a\\n"),
      // In Swift, each of these accents forms one Character with the one before it.
      ("stream|tag:title=\u{301}a", "stream", "tag:title", "\u{301}a"),
      ("stream|tag:title=a\\\\\u{301}|index=1", "stream", "tag:title", "a\\\u{301}"),
      ("stream|tag:title=|index=1", "stream", "tag:title", ""),
      ("stream|side_datum/display_matrix:rotation=90|index=1", "stream", "rotation", "90"),
      ("stream|start_pts=N/A", "stream", "start_pts", nil),
      ("stream|index=1", "stream", "nothing", nil),
      ("stream|odd|index=1", "stream", "index", "1"),
      ("", "", "index", nil),
    ] as [(String, String, String, String?)])
  func linesAreParsedIntoNamesAndValues(_ line: String, _ section: String, _ field: String, _ value: String?) {
    let line = ProbeLine(line)
    #expect(line.section == section)
    #expect(line[field] == value)
  }

  @Test func readsACompleteFilm() throws {
    let probe = Answers(
      """
      \(Made.version)
      chapter|time_base=1/1000|start=500|end=2500|tag:title=A \\| b|tag:mood=grey
      \(Made.picture("color_transfer=bt470bg", "color_range=tv", "color_space=gbr", "field_order=tt"))
      \(Made.sound("tag:language=swe", "channel_layout=5.1(side)", "channels=6", "bits_per_raw_sample=24"))
      \(Made.container())
      """
    ).probe
    #expect(probe.version == "5.1.9")
    #expect(probe.formatLibrary.map { $0 == (59, 27) } == true)
    #expect(probe.container.names.contains("mp4") && probe.container.duration == 10)
    let picture = try #require(probe.streams[0].picture)
    #expect(probe.streams[0].kind == .picture && probe.streams[0].sound == nil)
    #expect(
      picture.width == 1920 && picture.height == 1080 && picture.pixelFormat == "yuv420p" && picture.fields == .topFirst
    )
    #expect(picture.colours.map { "\($0.option) \($0.value)" } == ["color_range tv", "color_trc gamma28"])
    #expect(probe.streams[0].seconds(12800) == 1)
    let sound = try #require(probe.streams[1].sound)
    #expect(sound.channels == 6 && sound.rate == 48000 && sound.layout == "5.1(side)" && sound.rawBits == 24)
    #expect(probe.streams[1].language == "swe")
    #expect(probe.chapters.map(\.start) == [0.5] && probe.chapters.map(\.end) == [2.5])
    #expect(probe.chapters[0].tags.map { "\($0.name)=\($0.value)" } == ["title=A | b", "mood=grey"])
  }

  /// In Swift, the colon and the accent form one Character.
  @Test func namesOfTagsMayBeginWithAnAccent() {
    let probe = Answers("format|format_name=nut|tag:\u{301}a=b|tag:c=d\n\(Made.picture("tag:\u{301}a=b"))").probe
    for tags in [probe.container.tags, probe.streams[0].tags] {
      #expect(tags.contains { $0.name.unicodeScalars.elementsEqual("\u{301}a".unicodeScalars) && $0.value == "b" })
    }
  }

  /// Answers given by hand: ffprobe's whole output as one answer, then a detector's output, which may be empty.
  @Test(arguments: ["", "lavfi.silence_start=2\nlavfi.silence_end=3\n"]) func searchesMayFollowACombinedAnswer(
    found: String
  )
    throws
  {
    let job = Made.job { $0.finders = [.silences(level: "-35dB", length: 0.5)] }
    let said = [Made.version, Made.picture(), Made.sound(), Made.container(), Made.packets()].joined(separator: "\n")
    let questions = try Made.questions(Answers(said), job)
    #expect(questions.map(\.name) == ["silences"])
    let survey = try FilmSurvey.film(for: job, asking: Answers(said + "\n\(found)# silences 0\n"))
    #expect(
      survey.evidence.parts.map { [$0.start, $0.end] } == (found.isEmpty ? [] : [[2, 3]]) && survey.span.length == 10)
  }

  @Test func answersWithEqualContentAreEqual() {
    let lines = [Made.version, Made.picture(), Made.container(), "chapter|time_base=1/1|start=0|end=1"]
    let probe = Answers(lines.joined(separator: "\n")).probe
    #expect(probe == Answers(lines.joined(separator: "\n")).probe)
    for (index, line) in [(0, "program_version|version=6"), (1, Made.picture("width=1")), (2, Made.container("nut"))] {
      var others = lines
      others[index] = line
      #expect(probe != Answers(others.joined(separator: "\n")).probe)
    }
    #expect(probe != Answers(lines.joined(separator: "\n") + "\nframe|stream_index=0|best_effort_timestamp=3").probe)
  }

  @Test(arguments: [
    ("codec_type=video|disposition:attached_pic=1", ProbedStream.Kind.cover),
    ("codec_type=video", .picture), ("codec_type=audio", .sound), ("codec_type=subtitle", .subtitle),
    ("codec_type=attachment", .attachment), ("codec_type=data", .other), ("index=0", .other),
  ])
  func tracksAreClassified(_ fields: String, _ kind: ProbedStream.Kind) {
    #expect(Answers("stream|\(fields)").probe.streams.map(\.kind) == [kind])
  }

  /// Rotations by 180 and 90 degrees, mirrored or not, and an invalid matrix.
  @Test(arguments: [
    (-1, 0, 0, -1, false), (0, 1, -1, 0, false), (-1, 0, 0, 1, true), (1, 0, 0, -1, true), (0, 1, 1, 0, true),
    (0, 0, 0, 0, false),
  ])
  func mirroringIsDetected(_ a: Int, _ b: Int, _ c: Int, _ d: Int, _ isMirrored: Bool) {
    let rows = [(a, b), (c, d), (320, 0)].map { "\\n0000000:  \($0 * 65536)  \($1 * 65536)  0" }.joined() + "\\n"
    let matrix = "side_data|displaymatrix=\(rows)|rotation=0"
    #expect(Answers("\(Made.picture())|\(matrix)").probe.streams[0].picture?.isMirrored == isMirrored)
    #expect(Answers(Made.picture("displaymatrix=\\n1 2\\nx")).probe.streams[0].picture?.isMirrored == false)
  }

  /// A stream's first side data is on the stream's line. Each other one has its own line, perhaps after a blank line.
  @Test func sideDataBelongsToItsStreamOrFrame() throws {
    let film = Answers(
      """
      \(Made.picture())|side_data|side_data_type=DOVI configuration record
      side_data|side_data_type=Stereo 3D
      side_data|side_data_type=Display Matrix|rotation=-90

      \(Made.sound())
      frame|stream_index=0|side_data|side_data_type=Other
      side_data|side_data_type=ATSC A53 Part 4 Closed Captions
      """
    ).probe
    #expect(film.streams[0].sideData == ["DOVI configuration record", "Stereo 3D", "Display Matrix"])
    #expect(film.streams[0].picture?.turn == 270 && film.streams[1].sideData.isEmpty && film.streams.count == 2)
    #expect(film.firstFrame(of: film.streams[0]).hasCaptions)
  }

  @Test(
    arguments: [("und", nil), ("swe", "swe"), ("zh-Hant", "zh-Hant"), ("a b", nil), ("süd", nil), ("-c:v", nil)]
      as [(String, String?)])
  func invalidLanguagesAreIgnored(_ tag: String, _ language: String?) {
    #expect(Answers(Made.sound("tag:language=\(tag)")).probe.streams[0].language == language)
  }

  /// A negative number of reordered frames is invalid as well.
  @Test(arguments: [("90", 90), ("-90", 270), ("-450", 270), ("360", nil), ("0", nil)] as [(String, Int?)])
  func rotationsAreNormalized(_ rotation: String, _ turn: Int?) {
    let picture = Answers(Made.picture("rotation=\(rotation)", "has_b_frames=-1")).probe.streams[0].picture
    #expect(picture?.turn == turn && picture?.delay == 0)
  }

  @Test(arguments: [("24", 24), ("0", 32), ("N/A", 32)]) func missingBitDepthIsThatOfTheFormat(
    _ said: String, _ bits: Int
  ) {
    let line = Made.sound("codec_name=flac", "sample_fmt=s32", "bits_per_raw_sample=\(said)")
    #expect(Answers(line).probe.streams[0].sound?.depth == .whole(bits: bits))
  }

  @Test func theFirstFrameCounts() {
    let frames = [3, 9].map { "frame|stream_index=0|best_effort_timestamp=\($0)" }
    let probe = Answers(([Made.picture()] + frames).joined(separator: "\n")).probe
    #expect(probe.firstFrame(of: probe.streams[0]).stamp == 3)
  }

  /// ffprobe also lists a broadcast's streams under its program.
  @Test func everyStreamCountsOnce() {
    let lines = [
      "program|stream|index=0|codec_type=video", "stream|index=1|codec_type=audio", "",
      "stream|index=0|codec_type=video", "stream|index=1|codec_type=audio|tag:language=swe",
    ]
    let streams = Answers(lines.joined(separator: "\n")).probe.streams
    #expect(streams.map(\.index) == [0, 1] && streams.map(\.language) == [nil, "swe"])
  }

  /// A file may contain any text in place of a number.
  @Test func invalidValuesAreIgnored() throws {
    let stream = Answers("stream|codec_type=video|index=x|time_base=1/0|r_frame_rate=0/0|width=many").probe.streams[0]
    #expect(stream.index == 0 && stream.timeBase == Rational(1)! && stream.picture?.width == 0)
    #expect(stream.picture?.fittingRate == nil)
    #expect(Answers("format|start_time=nan|duration=1e999").probe.container == ProbedContainer(ProbeLine("format")))
    #expect(Answers("chapter|time_base=x|start=y").probe.chapters[0].start == 0)
  }

  /// Each answer takes only its own lines.
  @Test func answersTakeTheirLines() {
    let said = Answers(
      """
      packet|stream_index=1|pts=5|dts=5|duration=2
      512,
      -512,A,B
      -x
      9x
       82  73 300
          -qp <int> E
      Encoder libx264 [H.264]:
      lavfi.silence_start=1.5
      """)
    #expect(said.read(Probe()) == Probe() && said.read(PacketSpans())[1].end == 7 && said.span(of: 0) == nil)
    #expect(said.read(FrameStamps()).ticks == [512, -512] && said.read(FirstBytes()).bytes == [82, 73])
    #expect(said.read(ToldEncoders()).first == EncoderFacts() && said.read(Detections()).all.map(\.instant) == [1.5])
  }

  /// ffmpeg uses the first encoder that it lists. Only the lines after its name describe it.
  @Test func theFirstEncoderCounts() {
    let formats = "    Supported pixel formats: "
    let said = Answers("    -before x\nEncoder one:\n\(formats)yuv420p\nEncoder two:\n\(formats)rgb24")
    #expect(said.read(ToldEncoders()).first?.formats == ["yuv420p"])
    #expect(said.read(ToldEncoders()).first?.options.isEmpty == true)
  }

  /// An endless line is refused before it fills the memory. The last line needs no line feed.
  @Test func lineLengthIsLimited() throws {
    var reading = AnswerReading(PacketSpans())
    try reading.take(.bytes(Array("packet|stream_index=0|pts=1|duration=2\npacket|stream_index=0|pts=3|du".utf8)))
    try reading.take(.bytes(Array("ration=4".utf8)))
    try reading.take(.ended(3))
    #expect(reading.reply.value[0].end == 7 && reading.reply.status == 3)
    let block = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    #expect(throws: StreamFailure.tooLong("ffprobe printed a line of more than 16777216 bytes")) {
      for _ in 0..<17 { try reading.take(.bytes(block)) }
    }
  }
}
