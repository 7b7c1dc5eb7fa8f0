import TestSupport
import Testing

/// Tries what new users try on their first day.
@Suite struct FirstDayTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "FirstDayTests", words) }

  @Test func aRampIn240FpsGivesAResultOf30Fps() throws {
    let result = try run("a_ramp_in_a_fast_film")
    #expect(result.output == "30/1\nsame\n", "\(result)")
    let note =
      "the result has 30 fps, not the 240 fps of 'in.mp4': its slowed parts need no more; to choose, add --fps"
    #expect(result.errors == "warp-film: \(note)\n")
  }

  @Test func repeatedFramesAreReportedWithAdvice() throws {
    let result = try run("repeated_frames")
    #expect(
      result.output == "60 frames, 30 of them repeats\n" && result.errors.contains("about 30 of 60 frames repeat"),
      "\(result)")
  }

  /// The last frame is repeated, because there is no later source frame to interpolate with.
  @Test func mixMotionDoublesTheFrameRateWithoutACurve() throws {
    let result = try run("motion_is_made_smoother")
    #expect(result.output == "60/1\n60 frames, 1 of them repeats\n" && result.errors == "", "\(result)")
  }

  @Test func infoDescribesSourceAndResult() throws {
    let result = try run("information", "--constant 2")
    #expect(
      result.output == """
        source duration     1 s
        result duration     2 s
        lowest speed        0.5x
        highest speed       0.5x
        source frames       30 at 30 fps
        result frames       60 at 30 fps
        size                96x64
        sound track 1       aac, mono

        """, "\(result)")
  }

  @Test(arguments: ["--speed 2x", "--copy --speed 2x", "--silence cut"])
  func anEncryptedFilmIsRefusedAtOnce(options: String) throws {
    let result = try run("an_encrypted_film", options)
    #expect(
      result.output == "exit 4\nnone\n"
        && result.errors == "warp-film: error: 'in.mp4' is encrypted; ffmpeg cannot decode it without the key\n",
      "\(result)")
  }

  @Test func aTableLongerThanTheFilmIsRefused() throws {
    let result = try run("a_table_that_is_too_long")
    #expect(
      result.output == "exit 4\n"
        && result.errors == "warp-film: error: 'in.mp4' ends at 1 s, but the map plays it up to 3 s; "
          + "to cut the map, add --trim ..1s\n",
      "\(result)")
  }

  /// Silent parts at 20x cause no warning, because nothing is audible.
  @Test func tooFastSoundIsReported() throws {
    let result = try run("sound_of_a_timelapse")
    #expect(
      result.errors == "warp-film: sound above 4x is too high to understand; to keep the pitch, "
        + "add --pitch keep; to drop the sound, add --no-audio\n", "\(result)")
  }
}
