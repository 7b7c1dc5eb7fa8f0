import Film
import Streams
import TestFilms
import Values
import Warp

/// Targets that read ffprobe's answers and plan a film from them, and split words for the encoder.
extension Target {
  static let films = [
    Target(
      name: "answers",
      words: [
        "stream|", "packet|", "format|", "chapter|", "# ends 0", "# packets 0", "|pts=", "|dts=", "|duration=",
        "|time_base=",
        "codec_type=video", "codec_type=audio", "codec_type=subtitle", "codec_name=ass",
        "frame|side_data_type=Mastering display metadata|",
        "color_transfer=smpte2084", "N/A", "9223372036854775807", "\\|", "\\n",
      ],
      run: plan),
    Target(
      name: "shell-words", words: ["'", "\"", "\\", " ", "$", "-c:v", "\u{301}", "\u{200D}", "\u{FE0F}"],
      run: { bytes in
        guard let words = ShellWords.split(ByteText.text(bytes)) else { throw Refusal.usage("the quotes are open") }
        expect(
          ShellWords.split(ShellWords.quotedForBash(words)) == words || !isPrintable(words),
          "quotes are undone by splitting")
      }),
  ]

  /// Whether no word has a character that is written as `$'…'`. Bash reads this form, but `ShellWords.split` does not.
  private static func isPrintable(_ words: [String]) -> Bool {
    words.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0.value < 0x10FF80 } }
  }

  /// Reads the answers in one piece and in small blocks, which must give the same film. Every film must give a plan.
  @Sendable private static func plan(_ bytes: [UInt8]) throws {
    for output in ["out.mp4", "out.wav", "out.gif", nil] {
      var job = FilmJob(input: "in", output: output)
      if bytes.count % 2 == 0 { job.picture.rate = .variable(.standard) }
      job.picture.copies = bytes.count % 4 == 0
      job.picture.width = bytes.count % 3 == 0 ? 640 : nil
      (job.encoding.isDraft, job.sound.keepsOwnSpeed) = (bytes.count % 3 == 1, bytes.count % 5 == 0)
      job.sound.music = SoundWish.Music(file: "in", start: 0.5, repeats: bytes.count % 7 == 0, level: -6)
      guard let film = try film(Answers(bytes: bytes), job) else { continue }
      expect(try self.film(Answers(bytes: bytes, blockSize: 7), job) == film, "answers read in blocks are the same")
      let music =
        bytes.count % 2 == 1
        ? try job.sound.music.map { job.reading($0.file) }.flatMap { try self.film(Answers(bytes: bytes), $0) } : nil
      let duration = try film.clip.requiredDuration(for: "this")
      // A scale that would make the result too long has no map.
      let maps = [1e-6, 1, 1e6].compactMap { try? TimeMap(scale: $0, duration: duration) }
      for map in try maps + maps.map({ map throws in try map.reversed() }) {
        let table = Document(name: "map", text: "0 0\n", maker: [])
        check(try FilmPlan(film, FilmMap(map, table: table), job, music: music).pipeline)
      }
    }
  }

  /// Returns nil if the answers leave a question open.
  private static func film(_ answers: Answers, _ job: FilmJob) throws -> FilmSurvey.Film? {
    do { return try FilmSurvey.film(for: job, asking: answers) } catch is Answers.Unanswered { return nil }
  }

  private static func check(_ pipeline: Pipeline) {
    expect(PipelineText(pipeline, result: "out", tools: .init()).text.hasPrefix("(\n"), "a pipeline can be printed")
    expect(Blame(pipeline).verdict(Blame.Endings()) == .open, "a pipeline has stages that are to end")
  }
}
