import Commands
import Film
import FilmJobs
import Found
import Streams
import Testing
import Values

@testable import Tool

extension Arguments {
  /// Parses arguments of warp-film, quoted for a shell.
  static func ofFilm(_ words: String) throws -> Arguments {
    try Arguments(parsing: ShellWords.split(words) ?? [], for: WarpCommand.command)
  }
}

extension FilmJob {
  static func typed(_ words: String) throws -> FilmJob { try JobSyntax.job(.ofFilm(words), tools: .init()) }
}

@Suite struct JobSyntaxTests {
  /// The job of a command line with these options.
  private func job(_ options: String) throws -> FilmJob { try .typed("\(options) in out") }

  private static let kinds = "do not go together; choose one kind of curve"
  private static let then = "do not go together; to apply one after the other, write"
  private static let times = "write 12.5, 1500ms, 1:30 or 1:02:03.5"
  private static let first = "the first track is 1; for all tracks, write all"
  private static func level(_ decibels: String) -> String {
    "(--silence-level); write \(decibels)dB, or a share of full scale such as 0.02"
  }

  @Test(arguments: [
    ("--audio 0", "'0' is not the number of a sound track (--audio); the first track is 1"),
    ("--audio 2 --audio 2", "--audio names a sound track twice"),
    ("--no-audio --audio 1", "--audio and --no-audio do not go together"),
    (#"--encode "-metadata title='open""#, "the quotes in '-metadata title='open' do not match (--encode)"),
    ("--codec -v", "'-v' is not a codec (--codec)"),
    ("--preset ''", "'' is not a preset (--preset); write a name such as fast"),
    ("--quality x", "'x' is not a number (--quality); write a value of the encoder's scale, such as 20"),
    ("--width 0", "'0' is not a width in pixels (--width); write a whole number from 2 to 16384"),
    ("--deinterlace x", "'x' is not a deinterlacing mode (--deinterlace); write none, frame or field"),
    ("--mix motoin", "'motoin' is not a way to mix frames (--mix); write none, blend, motion or exec:COMMAND"),
    ("--memory much", "'much' is not a memory size; write 512M, 1GiB or a number of bytes"),
    ("--pitch up", "'up' is not a pitch mode (--pitch); write follow or keep"),
    ("--music-loop", "--music-loop needs --music"), ("--music-fade 1", "--music-fade needs --music"),
    ("--music a --music-fade x", "'x' is not a time (--music-fade); \(times)"),
    ("--music a --music-level loud", "'loud' is not a level in decibels (--music-level); write a number such as -6"),
    ("--silence fast", "'fast' is not a speed (--silence); write a speed such as 4x, or cut"),
    ("--silence 40dB", "'40dB' is not a speed (--silence); write a speed such as 4x, or cut"),
    ("--silence cut --silence-level loud", "'loud' is not a sound level \(level("-35"))"),
    ("--silence cut --silence-level -3", "'-3' is not a sound level \(level("-3"))"),
    ("--silence cut --silence-level 35dB", "'35dB' is not a sound level \(level("-35"))"),
    ("--silence-level -30dB", "--silence-level needs --silence"),
    ("--margin 1", "--margin needs --silence, --pauses, --still or --words"),
    ("--pauses cut --silence-length x", "'x' is not a time (--silence-length); \(times)"),
    ("--pauses cut --margin x", "'x' is not a time (--margin); \(times)"),
    ("--silence-length 1", "--silence-length needs --silence or --pauses"),
    ("--listen 2", "--listen needs --silence, --pauses, --speech or --align"),
    ("--still cut --listen 2", "--listen needs --silence, --pauses, --speech or --align"),
    ("--pauses cut --listen 0", "'0' is not the number of a sound track (--listen); \(first)"),
    ("--speech 2x --listen all", "--listen all finds silences and pauses, not speech; give the number of one track"),
    (
      "--silence 4x --margin 1 --range-ease 0.1 --speed 2x",
      "--silence and --speed \(then) --silence 4x --margin 1 --range-ease 0.1 --then '--speed 2x'"
    ),
    ("--speech 2x --silence cut", "--silence and --speech \(kinds)"),
    ("--speech 2x --pitch follow", "--speech keeps the pitch and excludes --pitch follow; leave --pitch out"),
    ("--speech 2x --fit 5", "--speech 2x and --fit both set the duration; to fit a duration, write --speech auto"),
    ("--speech auto", "--speech auto needs --fit; write a speed, as in --speech 2.5x"),
    ("--speech 0.5x", "'0.5x' is not a mean speed for --speech; write 1x to 20x; --speech does not slow down"),
    (
      "--even motion --speed-limits fast",
      "'fast' is not a range of speeds (--speed-limits); write the slowest and the fastest, as in 0.5x..8x"
    ),
    (
      "--keep - --words - --cut-words a",
      "--keep - and --words - cannot both read standard input; give one of the two a file or <(COMMAND)"
    ),
    ("--align a --speed 2x", "--align and --speed \(then) --align a --then '--speed 2x'"),
  ])
  func wrongOptionsAreRefused(_ options: String, _ message: String) {
    let error = #expect(throws: (any Error).self) { try job(options) }
    #expect(error.map { Failure($0) } == Failure(.usage, message))
  }

  @Test func optionsChooseThePicture() throws {
    #expect(try job("").picture == PictureWish())
    #expect(try job("--fps ntsc").picture.rate == .fixed(FrameRate(Rational(30_000, 1001)!)))
    #expect(try job("--vfr --timebase 1/50").picture.rate == .variable(Timebase(ticksPerSecond: 50)!))
    let (copied, timed) = try (job("--copy").picture, job("--vfr").picture)
    #expect(copied.copies && copied.rate == timed.rate)
    #expect(try job("--width 64").picture.width == 64)
    #expect(try job("--deinterlace field").picture.deinterlacing == .field)
    let mixed = try job("--mix motion --fps 30 --threads 2").picture
    #expect(mixed.options == ["--mix", "motion", "--threads", "2"] && mixed.typed == ["--fps", "--mix", "--threads"])
    #expect(mixed.choice == .motion && mixed.looksAround)
    let picked = try job("--pick next").picture
    #expect(picked.choice == .next && !picked.looksAround)
  }

  @Test func optionsChooseTheSound() throws {
    #expect(try job("").sound == SoundWish())
    #expect(try job("--no-audio").sound.tracks == .none)
    #expect(try job("--audio 3 --audio 1").sound.tracks == .numbers([3, 1]))
    let kept = try job("--speech 2x --sound-level 3dB").sound
    #expect(
      kept.keepsPitch && kept.options == ["--pitch", "keep"] && kept.typed == ["--sound-level"] && kept.level == 3)
    #expect(try job("--sound original").sound.keepsOwnSpeed)
    let mixed = "--music a --music-start 1:00 --music-loop --music-level -6"
    #expect(try job(mixed).sound.music == SoundWish.Music(file: "a", start: 60, repeats: true, level: -6))
    #expect(try job("\(mixed) --music-fade 250ms").sound.music?.fade == 0.25)
    #expect(try FilmJob.typed("\(mixed) --info in").sound.music == nil)
  }

  @Test func optionsChooseTheEncoding() throws {
    #expect(try job("--encode ' '").encoding == EncodingWish())
    let encoding = try job("--codec hevc --quality 20 --preset fast --draft --encode \"-g 9 -metadata title='A b'\"")
      .encoding
    #expect(encoding.words == ["-g", "9", "-metadata", "title=A b"] && encoding.isDraft)
    #expect(encoding.codec == "hevc" && encoding.quality == "20" && encoding.preset == "fast")
  }

  @Test(
    arguments: [
      ("--speed 2x", []), ("--still cut --silence 2x", [.silences(level: "-35dB", length: 0.5), .stills]),
      ("--pauses 2x --silence-length 1", [.pauses(length: 1)]),
      ("--silence cut --silence-level 0.02 --silence-length 200ms", [.silences(level: "0.02", length: 0.2)]),
      ("--speech 2x", [.speech]), ("--even motion", [.motion]), ("--even ride", []),
      ("--align a", [.alignment(reference: "a")]),
    ] as [(String, [Finder])])
  func optionsChooseTheSearches(_ options: String, _ finders: [Finder]) throws {
    #expect(try job(options).finders == finders)
  }

  @Test func optionsOfTheRunAreKept() throws {
    let run = try job("-y --dry-run --progress --memory 1G --stages s --progress-file p").run
    #expect(run.overwrites && run.isDry && run.progress == ["--progress"] && run.showsProgress)
    #expect(run.memory == "1G" && run.stagesFile == "s" && run.progressFile == "p")
    #expect(try !job("--no-progress").run.showsProgress)
    #expect(try !job("--no-subtitles").keepsSubtitles)
  }
}
