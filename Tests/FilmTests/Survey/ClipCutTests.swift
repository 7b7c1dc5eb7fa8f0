import Testing

@testable import Film

/// Files whose end is missing, as far as they say how long they were.
@Suite struct ClipCutTests {
  private func film(_ answers: [String], _ output: String = "out.mp4") throws -> FilmSurvey.Film {
    let job = FilmJob(input: "in.mp4", output: output)
    guard case .film(let film) = try FilmSurvey.next(Answers(answers.joined(separator: "\n")), for: job) else {
      throw Made.Unanswered()
    }
    return film
  }

  /// Four of ten seconds, in kinds of file that say their length as a whole, for each track, or not at all.
  @Test(arguments: [("matroska,webm", 10.0), ("flv", 10), ("mpegts", nil)] as [(String, Double?)])
  func whatIsMissingAtTheEndIsTold(kind: String, said: Double?) throws {
    let some = Made.packets().split(separator: "\n").prefix(100).joined(separator: "\n")
    let film = try film([Made.picture(), Made.container(kind), "# probe 0", some, "# ends 0", some, "# packets 0"])
    #expect(film.cut == said.map { ClipCut(said: $0, found: 4) } && film.span.length == 4)
  }

  /// The length that ffprobe tells of AVI is that of what is there, or a guess; the count is that of the header, if it knows
  /// one.
  @Test(
    arguments: [
      ("250", 100, 10.0), ("100", 100, nil), ("N/A", 21301, nil), ("1073741824", 21301, nil), ("-5", 21301, nil),
    ] as [(String, Int, Double?)])
  func framesOfAVIAreCounted(count: String, length: Int, said: Double?) throws {
    let packets = (0..<100).map { "packet|stream_index=0|pts=N/A|dts=\($0)|duration=1|flags=K_" }
    let picture = Made.picture("codec_name=mjpeg", "time_base=1/25", "duration_ts=\(length)", "nb_frames=\(count)")
    let film = try film(
      [picture, Made.container("avi"), "# probe 0"] + packets + ["# ends 0"] + packets + ["# packets 0", "# frame 0"])
    #expect(film.cut == said.map { ClipCut(said: $0, found: 4) })
  }

  private func sound(_ codec: String, duration: Int, count: String = "N/A") -> String {
    Made.sound("index=0", "codec_name=\(codec)", "duration_ts=\(duration)", "nb_frames=\(count)")
  }
  private let fourSeconds = "packet|stream_index=0|pts=0|dts=0|duration=192000|flags=K_"

  /// A count of samples; compressed sound has a count of packets, which are no ticks.
  @Test(arguments: [("pcm_s16be", 10.0), ("alac", nil)] as [(String, Double?)])
  func samplesOfCAFAreCounted(codec: String, said: Double?) throws {
    let stream = sound(codec, duration: 192_000, count: "480000")
    let film = try film(
      [stream, Made.container("caf"), "# probe 0", fourSeconds, "# ends 0", fourSeconds, "# packets 0"], "out.flac")
    #expect(film.cut == said.map { ClipCut(said: $0, found: 4) })
  }

  /// Only an MP3 whose header says a delay says its length; else it is a guess of ffprobe's.
  @Test(arguments: [("0.025057", 10.025_057), ("0.000000", nil)] as [(String, Double?)])
  func theHeaderOfMP3SaysItsLength(start: String, said: Double?) throws {
    let stream = Made.sound("index=0", "codec_name=mp3", "duration_ts=N/A")
    let container = Made.container("mp3", start: start)
    let film = try film([stream, container, "# probe 0", fourSeconds, "# ends 0"], "out.flac")
    #expect((film.cut == nil) == (said == nil))
    if let said, let cut = film.cut { #expect(abs(cut.said - (said - 0.025_057)) < 1e-9) }
  }

  /// 960 044 bytes are ten seconds, of which four are there. Who writes to a pipe says a number of bytes that no file has.
  @Test(
    arguments: [
      ("82 73 70 70 36 166 14 0", 10.0), ("82 73 70 70 36 220 5 0", nil), ("82 73 70 70 255 255 255 255", nil),
      ("82 73 70 70 0 0 0 128", nil), ("82 73 70 70 0 0 0 0", nil), ("82 70 54 52 36 166 14 0", nil), ("82 73 70", nil),
      ("", nil),
    ] as [(String, Double?)])
  func bytesOfWAVAreCompared(header: String, said: Double?) throws {
    let container = Made.container("wav").replacing("duration=10.000000", with: "duration=4.000000|size=384044")
    let answers = [sound("pcm_s16le", duration: 192_000), container, "# probe 0", fourSeconds, "# ends 0"]
    let job = FilmJob(input: "-in.wav", output: "out.flac")
    let step = try FilmSurvey.next(Answers(answers.joined(separator: "\n")), for: job)
    guard case .questions(let questions) = step else { throw Made.Unanswered() }
    #expect(questions.map(\.text) == ["od -A n -v -t u1 -N 8 ./-in.wav"])
    let cut = try film(answers + [" " + header, "# header 0"], "out.flac").cut
    #expect((cut == nil) == (said == nil))
    if let said, let cut { #expect(abs(cut.said - said) < 0.001 && cut.found == 4) }
  }
}
