import TestFilms
import Testing
import Warp

@testable import Film

/// The length of clips of which sound and video do not start or end together.
@Suite struct SoundSpanTests {
  /// A difference of up to half a second is ignored. Otherwise the film is as long as its longest track.
  @Test(arguments: [(10.0, 10.0), (10.5, 10), (10.6, 10.6), (3, 10), (60, 60)])
  func soundMayLastLongerThanThePicture(sound: Double, film: Double) throws {
    let ticks = Int(sound * 48000)
    let answers =
      [
        Made.picture(), Made.sound("duration_ts=\(ticks)"), Made.container(), "# probe 0", Made.packets(),
        "packet|stream_index=1|pts=0|dts=0|duration=\(ticks)", "# ends 0",
      ].joined(separator: "\n")
    func span(_ job: FilmJob) throws -> ClipSpan {
      let film = try FilmSurvey.film(for: job, asking: Answers(answers))
      return film.span
    }
    #expect(try span(FilmJob(input: "in.mp4", output: "out.mp4")) == ClipSpan(start: 0, length: film, held: film - 10))
    // An audio file is as long as the sound, or as the video if the two nearly agree.
    let alone = try span(FilmJob(input: "in.mp4", output: "out.wav"))
    #expect(alone == ClipSpan(start: 0, length: abs(sound - 10) <= 0.5 ? 10 : sound))
  }

  /// If frames lack timestamps, the position of sound relative to them is unknown.
  @Test func countedFramesAreNotHeldForSound() {
    let counted = ClipSpan(start: 0, length: 10, isStampless: true)
    #expect(counted.held(until: 12) == counted && counted.lasting(as: ClipSpan(start: 3, length: 10.4)) == counted)
    let longer = ClipSpan(start: 3, length: 12)
    #expect(counted.lasting(as: longer) == longer)
  }

  /// In an audio file, source time 0 is the first video frame, and earlier sound is reported. If sound ends before or
  /// soon after that frame, all of it counts.
  @Test func audioFilesStartAtTheFirstFrame() throws {
    func film(_ start: Double, _ length: Double, _ output: String) throws -> FilmSurvey.Film {
      let (first, ticks) = (Int(start * 48000), Int(length * 48000))
      let answers = [
        Made.picture("start_pts=12800"), Made.sound("start_pts=\(first)", "duration_ts=\(ticks)"),
        Made.container(start: "0.000000"), "# probe 0", Made.packets(start: 12800),
        "packet|stream_index=1|pts=\(first)|dts=\(first)|duration=\(ticks)", "# ends 0",
      ]
      let job = FilmJob(input: "in.mp4", output: output)
      let film = try FilmSurvey.film(for: job, asking: Answers(answers.joined(separator: "\n")))
      return film
    }
    #expect(try film(0, 11, "a.wav").span == ClipSpan(start: 1, length: 10))
    #expect(try film(2, 11, "a.wav").span == ClipSpan(start: 1, length: 12))
    #expect(try film(2, 3, "a.wav").span == ClipSpan(start: 1, length: 4))
    #expect(try film(0, 0.9, "a.wav").span == ClipSpan(start: 0, length: 0.9))
    #expect(try film(0, 1.4, "a.wav").span == ClipSpan(start: 0, length: 1.4))
    for output in ["a.wav", "a.mp4"] {
      #expect(try film(0, 11, output).soundBefore == 1 && film(2, 9, output).soundBefore == 0)
    }
    let plan = try FilmPlan(film(0, 11, "a.mp4"), Made.constant(1), FilmJob(input: "in.mp4", output: "a.mp4"))
    #expect(plan.notes == ["'in.mp4' has 1 s of sound before its first frame; this sound is dropped"])
    // There is no note if little is dropped, or the map begins later anyway.
    let little = try FilmPlan(film(0.6, 10.4, "a.mp4"), Made.constant(1), FilmJob(input: "in.mp4", output: "a.mp4"))
    let later = Made.map(try TimeMap(scale: 1, duration: 10).trimmed(from: 1, to: nil))
    let cut = try FilmPlan(film(0, 11, "a.mp4"), later, FilmJob(input: "in.mp4", output: "a.mp4"))
    #expect(little.notes.isEmpty && cut.notes.isEmpty)
  }
}
