import TestSupport
import Testing

/// `warp-film --copy` of a map that cuts: frames are copied, except beside the cuts.
@Suite struct WarpCutTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpCutTests", words) }

  /// Films, each with its outputs and the number of frames that are encoded again.
  private static let films = [
    ("out.mp4 out.mkv", "-c:v libx264 -preset veryfast -g 25 -bf 3 in.mkv", 37),
    ("out.mp4", "-c:v libx264 -preset veryfast -profile:v high422 -pix_fmt yuv422p10le -g 25 in.mov", 38),
    ("out.mp4", "-c:v libx264 -preset veryfast -tune zerolatency -g 25 in.mkv", 34),
    ("out.mp4 out.mkv", "-c:v libx265 -preset ultrafast -x265-params log-level=none:keyint=25:open-gop=1 in.mkv", 38),
    ("out.mkv", "-c:v libx264 -preset veryfast -g 25 -flags +ilme+ildct -x264-params tff=1 in.mkv", 37),
  ]

  @Test(arguments: Campaign.share(of: films))
  func cutsAreExact(outputs: String, film: String, encoded: Int) throws {
    let result = try run("cuts_are_exact", outputs, film)
    let due = outputs.split(separator: " ").map { output in
      "0..32 76..109 165..199\n\(encoded)\n\(output == "out.mkv" ? "" : "0 wrong times\n")0 32 76 109 165 199\n"
    }
    #expect(result.output == due.joined(), "\(film): \(result)")
    let note = "warp-film: \(encoded) of 102 frames are encoded again, the others are copied\n"
    #expect(result.errors == String(repeating: note, count: due.count), "\(film): \(result)")
  }

  @Test func partsComeInAnyOrder() throws {
    let result = try run("parts_in_any_order")
    #expect(result.output == "130..174 10..54 130..149\n130..174 10..54\n", "\(result)")
  }

  @Test func endsOfATrimAreExactIfAskedFor() throws {
    let result = try run("ends_of_a_trim")
    #expect(
      result.output == "exit 2\n60..124\n50..124 126..126\nexit 2\n60..124\nexit 2\n", "\(result)")
    #expect(result.errors.contains("in the source); start at 2 or 4 s, or write --copy=exact\n"), "\(result)")
    #expect(result.errors.contains("start at a keyframe at 2 or 4 s, or write --copy=exact"), "\(result)")
    #expect(result.errors.contains("'roughly' is not a way to copy (--copy); write --copy or --copy=exact"))
  }

  /// The numbers of the frames at 2 s and 4 s, divided by 400: 50 / 400 and 100 / 400, each times cos 45°.
  @Test func theSoundPassesOver() throws {
    let result = try run("sound_passes_over")
    #expect(result.output == "0..49 100..199\n0.265\n", "\(result)")
  }

  @Test func whatCannotBeCutIsRefusedBefore() throws {
    let result = try run("what_cannot_be_cut")
    #expect(
      result.output == """
        2 warp-film: error: --copy cannot cut 'mpeg4.mp4' between keyframes: frames of mpeg4 cannot be encoded to \
        match; leave --copy out, or cut at keyframes at 2 or 3 s
        0 warp-film: all 175 frames are copied out.mp4
        3 warp-film: error: the map cuts, and it also changes the speed (at 0 s of the result); leave --copy out, or \
        first cut, then change the speed of the result
        3 warp-film: error: the map plays backward (at 0 s of the result); copied frames cannot; leave --copy out
        2 warp-film: error: --copy does not re-encode the picture and excludes --preview; leave --preview out
        0 warp-film: all 175 frames are copied out.mov

        """, "\(result)")
  }
}
