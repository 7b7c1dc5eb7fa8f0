import TestFilms
import TestSupport
import Testing

@testable import Film

/// Music and levels in the pipeline.
@Suite struct SoundMixTests {
  private func plan(
    _ music: SoundWish.Music?, _ film: Answers = Made.film(), song: [String] = [Made.sound("index=0")],
    scale: Double = 2,
    output: String = "out.mp4", _ change: (inout FilmJob) -> Void = { _ in }
  ) throws -> FilmPlan {
    let job = Made.job(output) {
      $0.sound.music = music
      change(&$0)
    }
    let heard = try job.sound.music.map { job.reading($0.file) }.map {
      try FilmSurvey.film(
        for: $0,
        asking: Answers(
          ([Made.version] + song + [
            Made.container("wav"), "packet|stream_index=0|pts=0|dts=0|duration=480000|flags=K_",
          ])
          .joined(separator: "\n")))
    }
    return try FilmPlan(FilmSurvey.film(for: job, asking: film), Made.constant(scale), job, music: heard)
  }

  private func music(start: Double = 0, repeats: Bool = false, level: Double = 0) -> SoundWish.Music {
    SoundWish.Music(file: "song.wav", start: start, repeats: repeats, level: level)
  }

  @Test func musicIsMixedWithTheFilmsSound() throws {
    let plan = try plan(music(level: -12.5)) { $0.sound.level = 3 }
    #expect(
      Made.words("sound mixer", of: plan).joined(separator: " ")
        == "ffmpeg -nostdin -v error -f f32le -ar 48000 -ac 2 -i - -f f32le -ar 48000 -ac 2 -i |7 -filter_complex "
        + "[0:a]volume=3dB[a];[1:a]volume=-12.5dB,afade=t=out:st=18.5:d=1.5[b];"
        + "[a][b]amix=duration=first:normalize=0 -c:a pcm_f32le -f f32le -")
    #expect(Made.words("sound finisher", of: plan).contains("--format"))
  }

  /// At half the speed, a muted part lasts twice as long. Without a fade, the music has no filter.
  @Test func mutedPartsAreSilencedBeforeTheMix() throws {
    let song = SoundWish.Music(file: "song.wav", start: 0, repeats: false, level: 0, fade: 0)
    let plan = try plan(song) { $0.sound.muted = [1..<2, 9..<Double.infinity] }
    let words = Made.words("sound mixer", of: plan).joined(separator: " ")
    #expect(
      words.contains(
        "[0:a]asetnsamples=n=48:p=0,"
          + "volume='clip(200*max(1.999-t,t-4),0,1)*clip(200*max(17.999-t,t-20),0,1)':eval=frame[a]"
      ), "\(words)")
    #expect(words.contains("[1:a]anull[b]"), "\(words)")
  }

  /// A printed pipeline stays readable.
  @Test func filtersAreShort() throws {
    let film = Made.film([Made.picture(), Made.sound("sample_rate=22050", "channels=1", "channel_layout=mono")])
    let song = Made.sound("index=0", "sample_rate=44100", "channels=6", "channel_layout=5.1(side)")
    let plan = try plan(music(level: -12.345), film, song: [song], scale: 2345.678901) { $0.sound.level = -12.345 }
    let words = Made.words("sound mixer", of: plan)
    #expect(words.allSatisfy { $0.utf8.count <= 200 }, "\(words)")
    #expect(words.joined().contains("[0:a]aresample=44100,pan=stereo|c0=c0|c1=c0,volume=-12.345dB[a]"))
    #expect(words.joined().contains("[1:a]aformat=channel_layouts=stereo,volume"))
    let encoder = Made.words("encoder", of: plan).joined(separator: " ")
    #expect(encoder.contains("-ar 44100 -ac 2") && encoder.contains("-b:a 192k"))
  }

  /// Without music or a level, the pipeline has no further stages.
  @Test func unchangedSoundIsNotMixed() throws {
    let plan = try plan(nil)
    #expect(!Made.stages(of: plan).contains { $0.contains("mixer") || $0.contains("finisher") })
  }

  /// Without video, the film's sound reports progress, or the music if there is no such sound.
  @Test(arguments: [(SoundWish.Tracks.all, "sound filter"), (.none, "sound music filter")])
  func audioFilesReportProgress(sounds: SoundWish.Tracks, filter: String) throws {
    let plan = try plan(music(), output: "out.m4a") { ($0.sound.tracks, $0.run.progress) = (sounds, ["--progress"]) }
    let showing = Made.stages(of: plan).filter { Made.words($0, of: plan).contains("--progress") }
    #expect(showing == [filter])
  }

  /// The music lasts ten seconds: 10 ms of it under 1,000 s, or all of it under 300,000 s.
  @Test(arguments: [
    (9.99, 100.0, "give --music-start an earlier time"), (0, 30_000, "leave --music-loop out"),
  ])
  func musicThatIsRepeatedTooOftenIsRefused(start: Double, scale: Double, advice: String) throws {
    let refusal = complaint { try plan(music(start: start, repeats: true), scale: scale) }
    #expect(refusal == "'song.wav' is too short to be repeated that often; \(advice)")
  }
}
