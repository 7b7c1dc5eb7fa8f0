import TestFilms
import Testing

@testable import Film

/// Truncated files that state their original length.
@Suite struct TruncationTests {
  private func film(_ answers: [String], _ output: String = "out.mp4") throws -> FilmSurvey.Film {
    let job = FilmJob(input: "in.mp4", output: output)
    let film = try FilmSurvey.film(for: job, asking: Answers(answers.joined(separator: "\n")))
    return film
  }

  /// Four of ten seconds remain. The container states the length of the file, of each track, or none.
  @Test(arguments: [("matroska,webm", 10.0), ("flv", 10), ("mpegts", nil)] as [(String, Double?)])
  func truncationIsReported(kind: String, said: Double?) throws {
    let some = Made.packets().split(separator: "\n").prefix(100).joined(separator: "\n")
    let film = try film([Made.picture(), Made.container(kind), "# probe 0", some, "# ends 0", some, "# packets 0"])
    #expect(film.truncation == said.map { Truncation(said: $0, found: 4) } && film.span.length == 4)
  }

  /// The first bytes of a file whose header states `bytes`, as `od` prints them.
  private func header(_ name: String, _ bytes: Int?) -> [String] {
    func words(_ number: UInt64, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let number = bytes.map(UInt64.init)
    let head: [UInt8] =
      switch name {
      case "riff": Array("riff".utf8) + [UInt8](repeating: 7, count: 12) + words(number ?? 0, 8) + words(0, 4)
      case "RIFF": Array("RIFF".utf8) + words(number.map { $0 - 8 } ?? 0xffff_ffff, 4) + words(0, 20)
      default: Array(name.utf8) + words(0xffff_ffff, 4) + words(0, 12) + words(number.map { $0 - 8 } ?? .max, 8)
      }
    let lines = [head[..<16], head[16...]].map { $0.reduce(into: "") { $0 += " \($1)" } }
    return lines + ["# header 0"]
  }

  /// For AVI, ffprobe's duration is that of the existing data, or an estimate. Its frame count is the header's, if
  /// known.
  @Test(
    arguments: [
      ("250", 100, 10.0), ("100", 100, nil), ("N/A", 21301, nil), ("1073741824", 21301, nil), ("-5", 21301, nil),
    ] as [(String, Int, Double?)])
  func frameCountRevealsTruncatedAVI(count: String, length: Int, said: Double?) throws {
    let packets = (0..<100).map { "packet|stream_index=0|pts=N/A|dts=\($0)|duration=1|flags=K_" }
    let picture = Made.picture("codec_name=mjpeg", "time_base=1/25", "duration_ts=\(length)", "nb_frames=\(count)")
    let film = try film(
      [picture, Made.container("avi"), "# probe 0"] + packets + ["# ends 0"] + packets + ["# packets 0"]
        + header("RIFF", nil) + ["# frame 0"])
    #expect(film.truncation == said.map { Truncation(said: $0, found: 4) })
  }

  /// In AVI, the count of sound includes empty chunks before it, so it matters only if bytes are missing.
  @Test(arguments: [(800_000, 20.0), (400_000, nil), (nil, nil)] as [(Int?, Double?)])
  func soundCountOfAVIMattersIfBytesAreMissing(bytes: Int?, said: Double?) throws {
    let frames = (0..<100).map { "packet|stream_index=0|pts=\($0)|dts=\($0)|duration=1|flags=K_" }
    let heard = "packet|stream_index=1|pts=0|dts=0|duration=480000|flags=K_"
    let picture = Made.picture("time_base=1/25", "duration_ts=100", "nb_frames=100")
    let sound = Made.sound("codec_name=mp3", "duration_ts=480000", "nb_frames=960000")
    let container = "\(Made.container("avi"))|size=400000"
    let film = try film(
      [picture, sound, container, "# probe 0"] + frames + [heard, "# ends 0"] + frames + [heard, "# packets 0"]
        + header("RIFF", bytes) + ["# start 0", "# frame 0"])
    #expect(film.truncation == said.map { Truncation(said: $0, found: 10) })
  }

  private func sound(_ codec: String, duration: Int, count: String = "N/A") -> String {
    Made.sound("index=0", "codec_name=\(codec)", "duration_ts=\(duration)", "nb_frames=\(count)")
  }
  private let fourSeconds = "packet|stream_index=0|pts=0|dts=0|duration=192000|flags=K_"

  @Test(arguments: [("480000", 10.0), ("192000", nil), ("N/A", nil)] as [(String, Double?)])
  func sampleCountRevealsTruncatedCAF(count: String, said: Double?) throws {
    let stream = sound("adpcm_ima_qt", duration: 192_000, count: count)
    let film = try film(
      [stream, Made.container("caf"), "# probe 0", fourSeconds, "# ends 0", fourSeconds, "# packets 0"], "out.flac")
    #expect(film.truncation == said.map { Truncation(said: $0, found: 4) })
  }

  /// An MP3 header with a delay also contains the length. The file is truncated if it has fewer bytes than its bit rate
  /// needs for that length. Otherwise the length is an estimate of ffprobe.
  @Test(
    arguments: [
      ("0.025057", 64_000, 10.0), ("0.025057", 79_500, nil), ("0.025057", 80_000, nil), ("0.025057", 90_000, nil),
      ("0.000000", 64_000, nil),
    ] as [(String, Int, Double?)])
  func headerRevealsTruncatedMP3(start: String, bytes: Int, said: Double?) throws {
    let stream = Made.sound("index=0", "codec_name=mp3", "duration_ts=480000", "bit_rate=64000")
    let container = "\(Made.container("mp3", start: start))|size=\(bytes)"
    let film = try film([stream, container, "# probe 0", fourSeconds, "# ends 0"], "out.flac")
    #expect((film.truncation == nil) == (said == nil))
    if let said, let truncation = film.truncation { #expect(abs(truncation.said + 0.025_057 - said) < 1e-9) }
  }

  /// Chunks before or after the sound of a WAV may be truncated without loss of sound.
  @Test func truncatedOtherChunksOfWAVAreIgnored() throws {
    let container = Made.container("wav").replacing("duration=10.000000", with: "duration=4.000000|size=884044")
    let stream = Made.sound("index=0", "codec_name=pcm_s16le", "duration_ts=192000", "bit_rate=768000")
    let answers = [stream, container, "# probe 0", fourSeconds, "# ends 0"]
    #expect(try film(answers + header("RIFF", 2_000_000), "out.flac").truncation == nil)
  }

  @Test(arguments: [("RIFF", 960_044), ("RF64", 960_044), ("BW64", 5_000_000_000), ("riff", 960_044)])
  func headersContainTheFileLength(name: String, bytes: Int) {
    func said(_ number: Int) -> Int? {
      RIFFHeader(Answers(header(name, number).joined(separator: "\n")).read(FirstBytes()).bytes)?.fileBytes
    }
    #expect(said(bytes) == bytes)
    // A number that would overflow in sums.
    if name != "RIFF" { #expect(said(.max) == (name == "riff" ? .max : nil)) }
    if name == "RIFF" { #expect(said(0x7fff_0008) == nil && said(0x7fff_0007) == 0x7fff_0007) }
  }

  /// 960,044 bytes are ten seconds, of which four remain. Programs that write to a pipe state an impossible number of
  /// bytes.
  @Test(
    arguments: [
      ("RIFF", 960_044, 10.0), ("RIFF", 384_044, nil), ("RIFF", 8, nil), ("RIFF", nil, nil), ("RIFF", 0x8000_0000, nil),
      ("RF64", 960_044, 10.0), ("BW64", 384_044, nil), ("RF64", nil, nil), ("riff", 960_044, 10.0), ("riff", 0, nil),
      ("RIFX", 960_044, nil),
    ] as [(String, Int?, Double?)])
  func byteCountRevealsTruncatedWAV(name: String, bytes: Int?, said: Double?) throws {
    let kind = name == "riff" ? "w64" : "wav"
    let container = Made.container(kind).replacing("duration=10.000000", with: "duration=4.000000|size=384044")
    let stream = Made.sound("index=0", "codec_name=pcm_s16le", "duration_ts=192000", "bit_rate=768000")
    let answers = [stream, container, "# probe 0", fourSeconds, "# ends 0"]
    let job = FilmJob(input: "-in.wav", output: "out.flac")
    let questions = try Made.questions(Answers(answers.joined(separator: "\n")), job)
    #expect(questions.map { $0.words.joined(separator: " ") } == ["od -A n -v -t u1 -N 28 ./-in.wav"])
    let truncation = try film(answers + header(name, bytes), "out.flac").truncation
    #expect((truncation == nil) == (said == nil))
    if let said, let truncation { #expect(abs(truncation.said - said) < 0.001 && truncation.found == 4) }
    #expect(try film(answers + [" 82 73", "# header 0"], "out.flac").truncation == nil)
  }
}
