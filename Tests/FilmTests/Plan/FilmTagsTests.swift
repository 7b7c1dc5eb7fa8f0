import TestFilms
import Testing
import Values
import Warp

@testable import Film

@Suite struct FilmTagsTests {
  private static let lines = [
    "chapter|time_base=1/1000|start=0|end=4000|tag:title=A = b; #1",
    "chapter|time_base=1/10|start=40|end=60|tag:title=two\\nlines",
    "chapter|time_base=1/1|start=6|end=10",
  ]
  private static let chapters = Answers(lines.joined(separator: "\n")).probe.chapters

  private func spans(_ map: TimeMap, origin: Double = 0) -> [String] {
    let text = FilmTags([], Self.chapters, origin: origin, along: map).text
    return text.matches(of: /START=(\d+)\nEND=(\d+)/).map { "\($0.output.1)-\($0.output.2)" }
  }

  @Test func chaptersFollowTheMap() throws {
    #expect(try spans(TimeMap(scale: 2, duration: 10)) == ["0-8000000", "8000000-12000000", "12000000-20000000"])
    #expect(try spans(TimeMap(scale: 0.5, duration: 10)) == ["0-2000000", "2000000-3000000", "3000000-5000000"])
  }

  /// A chapter outside the shown parts is dropped. One that is partly shown becomes shorter.
  @Test func chaptersAreLimitedToShownParts() throws {
    let clip = Clip(duration: 10)
    let cut = try PlayList(["0..3", "7..10"].map { try PlaySyntax.parse($0, on: clip) }).map()
    #expect(spans(cut) == ["0-3000000", "3000000-6000000"])
    #expect(try spans(TimeMap(scale: 1, duration: 10).trimmed(from: 5, to: nil)) == ["0-1000000", "1000000-5000000"])
    #expect(try spans(TimeMap(scale: 1, duration: 10).frozen(at: 5, for: 1)).count == 3)
  }

  /// Chapters appear in the order in which they are shown, and as often.
  @Test func chaptersFollowBackwardPlayAndRepeats() throws {
    #expect(
      try spans(TimeMap(scale: 1, duration: 10).reversed()) == ["0-4000000", "4000000-6000000", "6000000-10000000"])
    let clip = Clip(duration: 10)
    let again = try PlayList(["0..5", "3..7"].map { try PlaySyntax.parse($0, on: clip) }).map()
    #expect(
      spans(again) == ["0-4000000", "4000000-5000000", "5000000-6000000", "6000000-8000000", "8000000-9000000"])
  }

  /// Chapters use the file's timestamps, in which source time 0 is `origin`.
  @Test func chapterTimesCountFromTheFirstFrame() throws {
    #expect(try spans(TimeMap(scale: 1, duration: 10), origin: 0.5).prefix(2) == ["0-3500000", "3500000-5500000"])
  }

  /// A chapter without an end lasts until the next chapter or the end of the film.
  @Test func missingChapterEndsAreDerived() throws {
    let lines = [0, 4, 7].map { "chapter|time_base=1/1|start=\($0)|end=\($0 == 4 ? 0 : $0)" }
    let chapters = Answers(lines.joined(separator: "\n")).probe.chapters
    let text = FilmTags([], chapters, origin: 0, along: try TimeMap(scale: 1, duration: 10)).text
    #expect(text.matches(of: /END=(\d+)/).map { $0.output.1 } == ["4000000", "7000000", "10000000"])
  }

  @Test func specialCharactersInTitlesAreEscaped() throws {
    let text = FilmTags([], Self.chapters, origin: 0, along: try TimeMap(scale: 1, duration: 10)).text
    #expect(text.contains(##"title=A \= b\; \#1"## + "\n"))
    #expect(text.contains("title=two\\\nlines\n"))
    #expect(text.hasPrefix(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000000\nSTART=0\n"))
  }

  /// Also before a combining accent, which forms one Swift Character with the escaped one.
  @Test func charactersBeforeAccentsAreEscaped() throws {
    let tags = [Tag(name: "comment", value: "one\r\ntwo=\u{301};\u{301}")]
    let text = FilmTags(tags, [], origin: 0, along: try TimeMap(scale: 1, duration: 1)).text
    #expect(text == ";FFMETADATA1\ncomment=one\r\\\ntwo\\=\u{301}\\;\u{301}\n")
  }

  private func plan(
    _ lines: [String], _ container: String = Made.container(), _ output: String = "out.mp4"
  ) throws -> FilmPlan {
    try Made.plan(Made.film(lines, container), Made.constant(2), FilmJob(input: "in.mov", output: output))
  }

  private func text(_ plan: FilmPlan) -> String {
    let texts = Made.stages(plan.pipeline).flatMap(\.feeds).compactMap {
      if case .document(let text) = $0 { text.text } else { nil }
    }
    return String(texts.first { $0.hasPrefix(";FFMETADATA1") }?.dropLast() ?? "")
  }

  /// mov and mp4 get a timecode that begins with that of the first frame. Others cannot hold one.
  @Test func timecodesBeginWithTheFirstFrame() throws {
    let film = [Made.picture("r_frame_rate=25/1|avg_frame_rate=25/1"), Made.sound()]
    let track = "stream|index=2|codec_type=data|codec_tag_string=tmcd|tag:timecode=10:00:00:00"
    func planned(_ map: String, _ output: String, _ change: (inout FilmJob) -> Void = { _ in }) throws -> FilmPlan {
      var job = FilmJob(input: "in.mov", output: output)
      change(&job)
      let keys = try SpeedSyntax.keys(map, on: Clip()).map(duration: 2)
      return try Made.plan(Made.film(film + [track]), Made.map(keys), job)
    }
    func code(_ plan: FilmPlan) -> String? {
      let words = Made.words("encoder", of: plan)
      return words.firstIndex(of: "-timecode").map { words[$0 + 1] }
    }
    let plain = try planned("1x", "out.mov")
    #expect(code(plain) == "10:00:00:00" && plain.notes.isEmpty)
    let ramp = try planned("0=1x, 1=1x, 1.5=0.5x", "out.mp4")
    #expect(code(ramp) == "10:00:00:00")
    #expect(
      ramp.notes == [
        "the timecode of the result agrees with 'in.mov' up to 1 s; then the speed or the order changes, and it counts "
          + "the frames of the result"
      ])
    #expect(try planned("2x", "out.mp4").notes.first?.hasPrefix("the timecode of the result begins with that") == true)
    #expect(code(try planned("1x", "out.mp4") { $0.picture.rate = .fixed(FrameRate(Rational(50)!)) }) == "10:00:00:00")
    // Backward, the first frame is the last one of the film: the first two seconds are kept.
    let keys = try SpeedSyntax.keys("1x", on: Clip()).map(duration: 2).reversed()
    let back = try Made.plan(
      Made.film(film + [track]), Made.map(keys), FilmJob(input: "in.mov", output: "out.mov"))
    #expect(code(back) == "10:00:01:24")
    let fast = try planned("1x", "out.mov") { $0.picture.rate = .fixed(FrameRate(Rational(300)!)) }
    #expect(code(fast) == nil)
    let lost = try planned("1x", "out.mkv")
    #expect(
      code(lost) == nil
        && lost.notes == ["stream 2 (tmcd) is dropped: warp-film writes timecodes only to mov and mp4"])
    let odd = try planned("1x", "out.mov") { $0.picture.rate = .fixed(FrameRate(Rational(47, 3)!)) }
    #expect(
      code(odd) == nil
        && odd.notes == ["stream 2 (tmcd) is dropped: there are no timecodes at the frame rate of the result"])
  }

  /// Tags that name the source's encoder are dropped. mp4 and mov store tags of any name only with a flag, and then no
  /// cover pictures.
  @Test func tagsOfAnyNameAreKept() throws {
    let film = [Made.picture(), Made.sound()]
    let tags = Made.container() + "|tag:title=A \\| b|tag:major_brand=qt|tag:encoder=x"
    let known = try plan(film, tags)
    #expect(
      text(known) == ";FFMETADATA1\ntitle=A | b" && !Made.words("encoder", of: known).contains("+use_metadata_tags"))
    let timed = try plan(film, tags + "|tag:timecode=10:00:00:00")
    #expect(text(timed) == text(known))
    #expect(try !Made.words("encoder", of: plan(film, tags + "|tag:location-eng=+1/")).contains("+use_metadata_tags"))
    let madeTwice = try plan(film, tags + "|tag:creation_time=2020-01-02T03:04:05.000000Z;2020-01-02T03:04:05Z")
    #expect(text(madeTwice).hasSuffix("creation_time=2020-01-02T03:04:05.000000Z"))
    // mov has an atom of its own for fewer tags than mp4.
    for (output, isStrange) in [("out.mp4", false), ("out.mov", true)] {
      let words = Made.words("encoder", of: try plan(film, tags + "|tag:lyrics=la", output))
      #expect(words.contains("+use_metadata_tags") == isStrange, "\(output)")
    }
    let strange = tags + "|tag:com.apple.make=Apple"
    let all = try plan(film, strange)
    #expect(text(all).hasSuffix("com.apple.make=Apple"))
    #expect(Made.words("encoder", of: all).contains("+use_metadata_tags") && all.notes.isEmpty)
    #expect(try !Made.words("encoder", of: plan(film, strange, "out.mkv")).contains("+use_metadata_tags"))
    let covered = try plan(film + [Made.picture("index=2", "codec_name=png", "disposition:attached_pic=1")], strange)
    #expect(!Made.words("encoder", of: covered).contains("+use_metadata_tags"))
    #expect(covered.notes == ["the tag 'com.apple.make' is dropped: with a cover picture, mp4 cannot hold it"])
  }

  /// Where ffmpeg writes chapters late or not at all, they are stored as tags. WAV has no chapters.
  @Test(arguments: ["ogg", "opus", "flac", "wav"]) func chaptersOfAudioFilesAreTags(_ kind: String) throws {
    let made = try plan([Made.sound()] + Self.lines.dropLast(), Made.container(), "out.\(kind)")
    let encoder = Made.words("encoder", of: made)
    guard kind != "wav" else {
      #expect(made.notes == ["the chapters are dropped: wav cannot hold chapters; use .flac"])
      return
    }
    #expect(made.notes.isEmpty && encoder.contains("-map_metadata"))
    #expect(encoder.firstIndex(of: "-map_chapters").map { encoder[$0 + 1] } == "-1")
    #expect(
      text(made) == ";FFMETADATA1\nCHAPTER001=00:00:00.000\nCHAPTER001NAME=A \\= b\\; \\#1"
        + "\nCHAPTER002=00:00:08.000\nCHAPTER002NAME=two\\\nlines")
  }

  @Test func chaptersAmongTagsAreRoundedToMilliseconds() throws {
    let chapters = Answers("chapter|time_base=1/10000|start=10006|end=20000").probe.chapters
    let film = FilmTags([], chapters, origin: 0, along: try TimeMap(scale: 1, duration: 10))
    #expect(film.withChaptersAmongTags.text == ";FFMETADATA1\nCHAPTER001=00:00:01.001\n")
  }

  /// Otherwise ffmpeg would move the first chapter to the start of the film, and drop chapters without titles.
  @Test func chaptersOfQuickTimeBeginWithTheFilmAndHaveTitles() throws {
    func chapters(_ start: Int, _ output: String) throws -> String {
      let lines = [
        "chapter|time_base=1/1000|start=\(start)|end=4000|tag:TITLE=A", "chapter|time_base=1/1|start=6|end=8",
      ]
      let text = text(try plan([Made.picture()] + lines, Made.container(), output))
      return text.matches(of: /START=(\d+)\nEND=(\d+)\n?(?:(?:title|TITLE)=(.*))?/)
        .map { "\($0.output.1)-\($0.output.2) \($0.output.3 ?? "none")" }.joined(separator: ", ")
    }
    #expect(try chapters(1000, "out.mkv") == "2000000-8000000 A, 12000000-16000000 none")
    for output in ["out.mp4", "out.mov"] {
      #expect(try chapters(1000, output) == "0-2000000  , 2000000-8000000 A, 12000000-16000000  ")
      #expect(try chapters(0, output) == "0-8000000 A, 12000000-16000000  ")
    }
  }

  @Test func broadcastWaveMetadataIsKept() throws {
    let format = "format|format_name=wav|tag:comment=Rain|tag:encoded_by=Me|tag:time_reference=48000"
    let wave = try plan([Made.sound()], format, "out.wav")
    #expect(text(wave).hasSuffix("time_reference=48000\ndescription=Rain\noriginator=Me"))
    #expect(Made.words("encoder", of: wave).joined(separator: " ").contains("-write_bext 1"))
  }

  /// Tags about the encoding are dropped. In Ogg, the film's tags are stored in the track.
  @Test func tagsOfTracksAreKept() throws {
    let film = [
      Made.picture("tag:mood=grey", "tag:BPS-eng=12000", "tag:DURATION=00:00:10"),
      Made.sound("tag:title=Notes", "tag:handler_name=SoundHandler", "tag:language=und"),
    ]
    let words = Made.words("encoder", of: try plan(film)).joined(separator: " ")
    #expect(
      words.contains("-metadata:s:v:0 mood=grey -metadata:s:a:0 title=Notes -metadata:s:a:0 handler_name=Notes -c:v"))
    #expect(!words.contains("BPS") && !words.contains("DURATION") && !words.contains("SoundHandler"))
    let swedish = try plan([Made.picture(), Made.sound("tag:language=swe")], Made.container(), "out.mov")
    #expect(Made.words("encoder", of: swedish).contains("language=sve"))
    let ogg = try plan([Made.sound("tag:title=Song", "tag:language=und")], Made.container("ogg"), "out.mp3")
    #expect(text(ogg) == ";FFMETADATA1\ntitle=Song")
    let own = try plan([Made.sound("tag:title=Song")], Made.container("ogg") + "|tag:album=B", "out.mp3")
    #expect(text(own) == ";FFMETADATA1\nalbum=B")
  }
}
