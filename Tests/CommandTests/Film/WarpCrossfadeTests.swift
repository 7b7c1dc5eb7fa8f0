import TestSupport
import Testing

/// `warp-film --crossfade`: cuts with a dissolve of the picture and a crossfade of the sound.
@Suite struct WarpCrossfadeTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpCrossfadeTests", words) }

  /// The frame n has the luma 16 + 2n. The cut from 2 s to 4 s leaves out 20 frames. The sound jumps from 0.25 to -0.5.
  @Test func pictureAndSoundPassOverTogether() throws {
    let result = try run("picture_and_sound_pass_over_together")
    let values = (0..<60).map { frame in
      // The default picks the frame on screen at the middle of an output frame.
      let share = min(1, max(0, ((Double(frame) + 0.5) / 10 - 1.6) / 0.8 + 1e-9))
      return "\(Int((16 + 2 * (Double(frame) + 20 * share)).rounded()))"
    }
    #expect(result.output == "\(values.joined(separator: " "))\n0.2500 0.0396 -0.1768 -0.3663 -0.5000\n", "\(result)")
  }

  /// Pieces are decoded alone, and need what the crossfades show beyond the cuts.
  @Test(arguments: Campaign.share(of: ["", "--mix motion", "--mix blend --fps 30", "--shutter 180", "--reverse"]))
  func piecesAreThoseOfTheWhole(_ options: String) throws {
    let result = try run("pieces_are_those_of_the_whole", options)
    #expect(result.output == "same\n", "\(options): \(result)")
  }

  /// The input ends in a frame that a crossfade would show. The frames before it that are not shown were not too short.
  @Test func anInputThatEndsInACrossfadeIsNotBlamed() throws {
    let result = try run("an_input_that_ends_in_a_crossfade")
    #expect(result.output.contains("the input ends inside frame 25 ") && result.output.hasSuffix("\n24\n"), "\(result)")
    #expect(!result.output.contains("--vfr"), "\(result)")
  }

  @Test func whatItDoesIsSaid() throws {
    let result = try run("what_it_does_is_said")
    #expect(
      result.output == """
        cuts                2
        0 warp-film: --crossfade has no effect: the map has no cut
        2 warp-film: error: --crossfade needs a constant frame rate and does not go with --vfr
        0 warp-film: 9 of 12 frames are encoded again, the others are copied
        2 warp-film: error: '-1' is not a time (--crossfade); times begin at 0
        2 warp-film: error: 'fields.mkv' is interlaced, so frames cannot be mixed; add --deinterlace frame, which \
        makes one frame from two fields, or --deinterlace field
        0 warp-film: 'uneven.mp4' has a variable frame rate; the result has a constant 50 fps; to choose, add --fps

        """, "\(result)")
  }
}
