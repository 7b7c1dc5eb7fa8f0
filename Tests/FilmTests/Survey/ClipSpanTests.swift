import TestFilms
import TestSupport
import Testing

@testable import Film

@Suite struct ClipSpanTests {
  private let job = FilmJob(input: "in.mp4", output: "out.mp4")

  private func question(_ text: String) throws -> Question? {
    try Made.questions(Answers(text), job).first
  }

  /// The answer to `ends`: the first packet, and the last packet at 9.96 s.
  private static let ends =
    "packet|stream_index=0|pts=0|dts=0|duration=512\npacket|stream_index=0|pts=127488|dts=127488|duration=512"

  @Test func questionsFollowFromEarlierAnswers() throws {
    let probe = [Made.picture(), Made.container()].joined(separator: "\n") + "\n# probe 0\n"
    let both = try #require(try question(""))
    #expect(both.name == "ends" && both.words.contains("%+#600,99999999"))
    #expect(both.words.contains { $0.contains("rotation:packet=stream_index,pts") })
    #expect(try question(probe.replacing("# probe", with: Self.ends + "\n# ends")) == nil)
    for name in ["in.MKV", "in.avi", "in.nut", "in.flac", "in.m4a"] {
      let both = try #require(try Made.questions(Answers(), FilmJob(input: name, output: "out.mp4")).first)
      #expect(both.name == "ends")
    }
    // If the file cannot be sought, this question gets no answer.
    #expect(try question("# ends 1\n")?.name == "probe")
    for name in ["in.ts", "in.mp3", "in.wav", "in"] {
      let alone = try #require(try Made.questions(Answers(), FilmJob(input: name, output: "out.mp4")).first)
      #expect(alone.name == "probe" && !alone.words.contains("-read_intervals"))
    }
    let first = try #require(try question(probe))
    #expect(
      first.name == "ends" && first.words.contains("%+#200,99999999") && !first.words.contains("-select_streams")
        && first.words.last == "./in.mp4")
    #expect(try question(probe + Self.ends + "\n# ends 0") == nil)
  }

  /// ffprobe describes MPEG audio by the last packet it has read, so it is asked again about the start. The same
  /// question asks for the first frame if that is needed and early.
  @Test func mpegAudioIsProbedAtTheStart() throws {
    func film(_ sound: String, _ picture: String) -> String {
      [Made.picture(picture), Made.sound("codec_name=\(sound)"), Made.container(), Self.ends, "# ends 0", ""]
        .joined(separator: "\n")
    }
    let mpeg = film("mp3", "field_order=unknown")
    let start = try #require(try question(mpeg))
    #expect(start.name == "start" && start.words.contains("%+#24"))
    #expect(start.words.contains { $0.contains("channels") && $0.contains("frame=") && !$0.contains("chapter") })
    #expect(try question(mpeg + "# start 0\n")?.name == "frame")
    let first = "frame|stream_index=0|best_effort_timestamp=0|interlaced_frame=1|top_field_first=1\n"
    #expect(try question(mpeg + first + "# start 0\n") == nil)
    #expect(try question(mpeg + first.replacing("index=0", with: "index=1") + "# start 0\n")?.name == "frame")
    // A frame without a timestamp gets one from the packets before it, so it needs a separate question.
    let stampless = mpeg.replacing("pts=0|", with: "pts=N/A|")
    #expect(try question(stampless)?.words.contains("-read_intervals") == false)
    let all = stampless + "# start 0\n" + Made.packets().replacing("pts=0|", with: "pts=N/A|") + "\n# packets 0\n"
    #expect(try question(all)?.words.contains("%+#24") == true)
    let progressive = film("mp2", "field_order=progressive")
    #expect(try question(progressive)?.words.contains("-read_intervals") == false)
    #expect(try question(progressive + "# start 0\n") == nil)
    #expect(try question(film("ac3", "field_order=progressive")) == nil)
    let later = Made.sound("codec_name=mp3", "sample_rate=22050") + "\n# start 0\n"
    #expect(Answers(mpeg + later).probe.streams.last?.sound?.rate == 22050)
  }

  /// All packets are read if the stated end is not that of the last packets, or no packets are found at the end.
  @Test(arguments: ["duration_ts=256000", "duration_ts=64000"]) func everyPacketIsReadInDoubt(said: String) throws {
    let probe = [Made.picture(said), Made.container()].joined(separator: "\n") + "\n# probe 0\n"
    let next = try #require(try question(probe + Self.ends + "\n# ends 0"))
    #expect(next.name == "packets" && next.words.contains("%"))
    #expect(try question(probe + "# ends 0")?.name == "packets")
    #expect(try question(probe + "# ends 0\n" + Made.packets() + "\n# packets 0") == nil)
  }

  /// Values computed from timestamps stay within bounds.
  @Test(arguments: [(1_000_000_000, false), (1_000_000_001, true), (Int.max / 2, true)])
  func clipsOfImpossibleLengthAreRefused(seconds: Int, isRefused: Bool) throws {
    let packet = "packet|stream_index=1|pts=0|dts=0|duration=\(seconds)"
    let lines = [Made.sound("time_base=1/1"), Made.container("wav"), packet].joined(separator: "\n")
    let result = Result { try FilmSurvey.film(for: Made.job("a.wav"), asking: Answers(lines)) }
    guard case .failure(let error) = result else { return #expect(!isRefused) }
    #expect(isRefused && "\(error)".contains("which is too long"), "\(error)")
  }

  @Test func containersWithoutAnIndexAreReadCompletely() throws {
    let probe = [Made.picture(), Made.container("mpegts")].joined(separator: "\n") + "\n# probe 0\n"
    func asked(_ size: Int) throws -> Question? {
      try question(probe.replacing("format_name=mpegts", with: "format_name=mxf_opatom|size=\(size)"))
    }
    #expect(try question(probe)?.name == "packets" && question(probe)?.isLong == false)
    #expect(try asked(600_000_000)?.isLong == true && asked(400_000_000)?.isLong == false)
  }

  private static let late =
    "packet|stream_index=1|pts=0|dts=0|duration=1024\npacket|stream_index=1|pts=400000|dts=400000|duration=768"

  /// A seek in these containers computes the packet's byte, or bisects.
  @Test(arguments: ["wav", "flac", "aiff", "w64", "au", "caf", "nut"]) func endOfSoundIsFoundBySeeking(
    container: String
  ) throws {
    let probe =
      [Made.sound("codec_name=pcm_s16le"), Made.container(container)].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe)?.name == "ends")
    // RIFF files are also asked for their header, once the end is found.
    let header = ["wav", "w64"].contains(container) ? "header" : nil
    #expect(try question(probe + Self.late.replacing("400000", with: "479232") + "\n# ends 0")?.name == header)
    #expect(try question(probe + Self.late + "\n# ends 0")?.name == "packets")
  }

  /// The stated length is an estimate here. The last packet that a seek finds is the last one, unless the seek failed.
  @Test(arguments: ["mp3", "aac", "ac3"]) func seeksFindTheLastPacket(container: String) throws {
    let probe = [Made.sound(), Made.container(container)].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe)?.name == "ends")
    #expect(try question(probe + Self.late + "\n# ends 0") == nil)
    #expect(try question(probe + Self.late + "\n# ends 1")?.name == "packets")
    let timeless = Self.late.replacing("ts=400000", with: "ts=N/A")
    #expect(try question(probe + timeless + "\n# ends 0")?.name == "packets")
    #expect(try question(probe + "# ends 0")?.name == "packets")
  }

  /// If a seek counts bytes, it finds nothing beyond the end, so the last second or two are requested.
  @Test(arguments: [
    ("wav", "duration=7200.5", "%+#200,7199%"), ("caf", "duration=0.5", "%+#200,0%"),
    ("wav", "start_time=-5|duration=20.5", "%+#200,14%"), ("wav", "duration=N/A", "%+#200,99999999"),
    ("wav", "duration=1e300", "%+#200,99999999"), ("wav", "start_time=-1e300|duration=1", "%+#200,99999999"),
    ("flac", "duration=7200.5", "%+#200,99999999"), ("mp3", "duration=7200.5", "%+#200,99999999"),
  ]) func requestForTheLastPacketsFitsTheContainer(container: String, said: String, parts: String) throws {
    func words(_ codec: String) throws -> [String]? {
      let format = "format|format_name=\(container)|\(said)"
      let probe = [Made.sound("codec_name=\(codec)"), format].joined(separator: "\n") + "\n# probe 0\n"
      return try question(probe)?.words
    }
    #expect(try words("pcm_s16le")?.contains(parts) == true)
    // If samples are compressed, a seek does not count bytes.
    let others = ["au", "caf"].contains(container) ? "%" : "%+#200,99999999"
    #expect(try words("adpcm_ms")?.contains(others) == true)
  }

  @Test func soundThatCannotBeSoughtIsReadCompletely() throws {
    let probe = [Made.sound(), Made.container("tta")].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe)?.name == "packets")
  }

  /// A track without a length gets the length of the file.
  @Test func tracksWithoutLengthGetThatOfTheFile() throws {
    let probe =
      [Made.picture("duration_ts=N/A"), Made.container("matroska,webm")].joined(separator: "\n") + "\n# probe 0\n"
    #expect(try question(probe + Self.ends + "\n# ends 0") == nil)
  }

  /// A film in PQ is asked once for its HDR metadata.
  @Test func hdrMetadataIsRequested() throws {
    let probe =
      [Made.picture("color_transfer=smpte2084"), Made.container()].joined(separator: "\n") + "\n# probe 0\n" + Self.ends
      + "\n# ends 0\n"
    #expect(try question(probe)?.name == "frame")
    #expect(try question(probe + "# frame 0") == nil)
  }

  private func span(_ stream: String, _ packets: String) throws -> ClipSpan {
    let film = try FilmSurvey.film(for: job, asking: Answers("\(stream)\n\(packets)"))
    return film.span
  }

  @Test func sourceTimeCountsFromTheFirstFrame() throws {
    #expect(try span(Made.picture(), Made.packets()) == ClipSpan(start: 0, length: 10))
    #expect(try span(Made.picture(), Made.packets(start: 6400)) == ClipSpan(start: 0.5, length: 10))
    #expect(try span(Made.picture(), Made.packets(start: -6400)) == ClipSpan(start: -0.5, length: 10))
  }

  /// A clip of 1 s is 1 s long to the last bit, wherever it begins.
  @Test(arguments: [23, 25, 7, 1423]) func lengthsAreExact(start: Int) throws {
    let packets = (0..<25).map { "packet|stream_index=0|pts=\(start + $0 * 40)|dts=\(start + $0 * 40)|duration=40" }
    let span = try span(Made.picture("time_base=1/1000"), packets.joined(separator: "\n"))
    #expect(span.length == 1 && span.start == Double(start) / 1000)
  }

  /// Sound starts at ffprobe's start of the stream, if that lies within the packets.
  @Test(arguments: [(2400, 0.05), (-100, 0.0), (4_800_000, 0)]) func soundStartsAfterTheDecodersDelay(
    start: Int, heard: Double
  ) throws {
    let packets = (0..<10).map { "packet|stream_index=1|pts=\($0 * 1024)|dts=\($0 * 1024)|duration=1024" }
    let span = try span(Made.sound("start_pts=\(start)"), packets.joined(separator: "\n"))
    #expect(span.start == heard && abs(span.length - (10240 / 48000 - heard)) < 1e-12)
  }

  @Test func framesWithoutTimestampsAreCounted() throws {
    let packets = String(repeating: "packet|stream_index=0|pts=N/A|dts=N/A\n", count: 50)
    #expect(try span(Made.picture(), packets) == ClipSpan(start: 0, length: 2, isStampless: true))
    let sound = packets.replacing("stream_index=0", with: "stream_index=1")
    #expect(try span(Made.sound(), sound).length == 50)
  }

  @Test func aSingleStillLastsAFrame() throws {
    let packet = "packet|stream_index=0|pts=3|dts=3|duration=0"
    #expect(try span(Made.picture("time_base=1/1"), packet).length == 0.04)
  }

  @Test func restartingTimestampsAreRefused() throws {
    let refusal = complaint { try span(Made.picture(), Made.packets() + "\n" + Made.packets()) }
    #expect(refusal.hasPrefix("the timestamps of 'in.mp4' restart in the middle; "))
    #expect(throws: FilmError.input("'in.mp4' has no frames")) {
      try question("\(Made.picture())\n\(Made.container("avi"))\n# probe 0\n# ends 0\n# packets 0\n# header 0")
    }
  }

  /// For concatenated broadcasts, ffmpeg is asked for corrected timestamps. In NUT, sound is timed in samples.
  @Test func concatenatedBroadcastsAreRead() throws {
    let lines = [Made.picture("index=3"), Made.sound("index=5", "time_base=1/90000"), Made.container("mpegts")]
    let twice = Made.packets(stream: 3) + "\n" + Made.packets(stream: 3) + "\n# packets 0\n"
    let probe = lines.joined(separator: "\n") + "\n# probe 0\n" + twice
    let next = try #require(try question(probe))
    #expect(next.name == "joined" && next.lines.count == 2 && next.words.first == "ffprobe")
    #expect(next.lines[0].joined(separator: " ").hasSuffix("-i ./in.mp4 -map 0:3 -map 0:5 -c copy -f nut -"))
    let sound = "\npacket|stream_index=1|pts=0|dts=0|duration=1008000\n"
    let film = try FilmSurvey.film(for: job, asking: Answers(probe + Made.packets() + sound + "# joined 0"))
    #expect(film.joint != nil && film.span == ClipSpan(start: 0, length: 21, held: 11))
  }

  /// Packets at the end count as the last ones only if they match the stated lengths of the video and of a longer
  /// sound. Matroska states only the length of the whole file.
  @Test func endOfSoundIsCheckedToo() throws {
    let mp4 = [Made.picture(), Made.sound("duration_ts=960000"), Made.container(), "# probe 0", Made.packets()]
    let sound = "packet|stream_index=1|pts=0|dts=0|duration=720000\n# ends 0"
    #expect(try question((mp4 + [sound]).joined(separator: "\n"))?.name == "packets")
    let names = "matroska,webm"
    let mkv = [Made.picture(), Made.sound(), Made.container(names), "# probe 0", Made.packets()]
    let longer = mkv.joined(separator: "\n").replacing("duration=10.000000", with: "duration=15.000000")
    #expect(try question(longer + "\n# ends 0")?.name == "packets")
    #expect(try question(longer + "\n" + sound) == nil)
  }

  /// In AVI, frames are later than their packets' timestamps, and the last ones come after the last packet. Sound is
  /// not late.
  @Test func framesWithoutTimestampsAreCountedFromTheFirst() throws {
    let packets = (0..<50).map { "packet|stream_index=0|pts=N/A|dts=\(2 * $0)|duration=1|flags=__" }
    let lines =
      [Made.picture("time_base=1/50"), Made.container("avi"), "# probe 0"] + packets + ["# packets 0", "# header 0"]
    let probe = lines.joined(separator: "\n") + "\n"
    let next = try #require(try question(probe))
    #expect(next.name == "frame" && next.words.contains("%+#24"))
    let frames = "frame|stream_index=0|best_effort_timestamp=4|interlaced_frame=1|top_field_first=1\n# frame 0"
    let film = try FilmSurvey.film(for: job, asking: Answers(probe + frames))
    #expect(film.span == ClipSpan(start: 0, length: 2, delay: 0.08))
  }

  /// If the file does not state the field order, the first frame does.
  @Test(
    arguments: [("dvvideo", "1", FieldOrder.bottomFirst), ("dvvideo", "0", nil), ("vp9", "1", nil)]
      as [(String, String, FieldOrder?)])
  func firstFrameIsAskedForTheFieldOrder(codec: String, interlaced: String, fields: FieldOrder?) throws {
    let probe =
      [
        Made.picture("codec_name=\(codec)", "field_order=unknown"), Made.container(), "# probe 0", Self.ends,
        "# ends 0",
      ]
      .joined(separator: "\n") + "\n"
    #expect(try question(probe)?.name == (codec == "vp9" ? nil : "frame"))
    let frame = "frame|stream_index=0|interlaced_frame=\(interlaced)|top_field_first=0\n# frame 0"
    let film = try FilmSurvey.film(for: job, asking: Answers(probe + frame))
    #expect(film.fields == fields)
  }

  @Test func unreadableFilesAreRefused() {
    let refusal = complaint { try FilmSurvey.film(for: job, asking: Answers("# probe 1")) }
    #expect(refusal.hasPrefix("ffmpeg cannot read 'in.mp4' as video or sound; "))
    #expect(throws: FilmError.usage("'in.mp4' has neither video nor sound")) {
      try FilmSurvey.film(for: job, asking: Answers("\(Made.container())\n# probe 0"))
    }
  }
}
