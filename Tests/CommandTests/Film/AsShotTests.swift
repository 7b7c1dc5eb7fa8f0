import TestSupport
import Testing

/// Films as the camera meant them: slow motion of phones, and timecodes.
@Suite struct AsShotTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "AsShotTests", words) }

  /// Two parts on Samsung's phone last 1 + 2 + 1 + 4 + 0.5 s. Apple's ramps take some of each part at more speed.
  @Test func filmsAreAsLongAsOnThePhone() throws {
    let result = try run("films_are_as_long_as_on_the_phone")
    #expect(
      result.output == """
        samsung.mp4 r_frame_rate=30/1 nb_frames=255 
        apple.mp4 r_frame_rate=30/1 nb_frames=372 
        android.mp4 r_frame_rate=30/1 nb_frames=960 

        """, "\(result)")
  }

  @Test func filmsOfPhonesAreRecognized() throws {
    let result = try run("films_of_phones_are_recognized")
    #expect(result.output == "4 s\n4 s\n4 s\n4 s\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: the phone plays 'IMG_1.MOV' in slow motion (Apple); to do the same, add --as-shot
        warp-film: the phone plays 'a.mp4' in slow motion (Android); to do the same, add --as-shot
        warp-film: 'slow.mp4' was shot at 240 fps and is slow already; for normal speed, add --speed 8x
        warp-film: --as-shot has no effect: 'slow.mp4' plays as slowly as the phone plays it
        warp-film: the phone plays 'IMG_1.MOV' in slow motion (Samsung); to do the same, add --as-shot

        """)
  }

  @Test func pagesBeginWithTheCurveOfThePhone() throws {
    let result = try run("pages_begin_with_the_curve_of_the_phone")
    #expect(result.output == "1\n0\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: the page begins with the speeds at which the phone plays 'IMG_1.MOV' (Apple)
        warp-film: the phone plays 'IMG_1.MOV' in slow motion (Apple); to do the same, add --as-shot

        """)
  }

  @Test func whatIsMissingOrDamagedIsSaid() throws {
    let result = try run("what_is_missing_or_damaged_is_said")
    let statuses = result.output.split(separator: "\n").filter { Int($0) != nil }
    #expect(statuses == ["2", "2", "2", "1", "4", "0", "2", "0"], "\(result)")
    let due = [
      "error: nothing says how the phone plays 'IMG_1.MOV' (--as-shot); Apple's Photos exports a file such as ",
      "error: 'IMG_1.AAE' is damaged, or not a sidecar of Apple's Photos: ",
      "error: 'other.aae' describes an edit of kind 'com.apple.video.crop', not slow motion (--as-shot)",
      "error: file 'none.aae' does not exist (--as-shot)",
      "error: the trailer of 'IMG_1.MOV', in which a Samsung phone notes its speeds, is damaged: '1000:zzz:2' is not ",
      "error: --as-shot and --speed do not go together; to apply one after the other, write --as-shot --then ",
    ]
    let errors = result.errors.split(separator: "\n")
    #expect(errors.count == due.count && zip(errors, due).allSatisfy { $0.hasPrefix("warp-film: \($1)") }, "\(result)")
  }

  @Test func timecodesAreThoseOfTheFilm() throws {
    let result = try run("timecodes_are_those_of_the_film")
    #expect(
      result.output == """
        TAG:timecode=01:00:01:00
        nb_frames=1
        nb_frames=50
        TAG:timecode=01:00:01:05
        nb_frames=1
        nb_frames=70
        01:00:01:00 01:00:03:00 00:00:00:00 00:00:02:00

        """, "\(result)")
    #expect(
      result.errors == """
        warp-film: the video has the timecodes from 01:00:00:00 to 01:00:04:00; '00:00:01:05' is none of them and \
        counts from the first frame

        """)
  }
}
