import TestSupport
import Testing

/// Films whose files state wrong lengths, times or tracks, or leave them out.
@Suite struct StatedFactTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "StatedFactTests", words) }

  @Test(arguments: [
    "a_segment_from_the_middle", "a_slow_flv_with_reordered_frames", "raw_video_of_1000_fps", "frames_at_one_time",
    "reordered_frames_in_avi",
  ])
  func nothingIsMissing(_ film: String) throws {
    let result = try run(film)
    #expect(result.output == "exit 0\nsame\n" && result.errors == "", "\(result)")
  }

  @Test func soundWhoseTimesCannotBeIsCounted() throws {
    let result = try run("crowded_sound")
    // In this AVI, ffmpeg lets the first frame last for two.
    #expect(result.output == "\(2 * 89_964)\n" && result.errors == "", "\(result)")
  }

  @Test(arguments: ["out.mp4", "out.m4a", "out.mkv", "out.flac", "out.mp3"])
  func theFirstPictureOfChaptersBecomesTheCover(_ name: String) throws {
    let result = try run("pictures_of_chapters", name)
    let line = "stream 1 (mjpeg) has 2 pictures for chapters; the first is kept as a cover"
    #expect(result.output == "same\n" && result.errors == "warp-film: \(line)\n", "\(result)")
  }

  @Test func soundMayOutlastThePictureInWMV() throws {
    let result = try run("sound_outlasts_the_picture_in_wmv")
    #expect(result.output == "exit 0\n" && !result.errors.contains("truncated"), "\(result)")
  }

  @Test(arguments: ["mpeg1video", "mpeg2video"], ["0", "2"])
  func rawVideoStaysWhole(_ codec: String, _ reordered: String) throws {
    let result = try run("raw_video", codec, reordered)
    #expect(result.output == "exit 0\nsame\n" && result.errors == "", "\(result)")
  }

  @Test(arguments: ["libx264", "libaom-av1"]) func aStillIsCopied(_ encoder: String) throws {
    let result = try run("a_copied_still", encoder)
    #expect(
      result.output == "same\n"
        && result.errors == "warp-film: 'a.mp4' has only one frame; to show the frame for 5 s, add --freeze 0=5s\n",
      "\(result)")
  }

  @Test func announcedSoundIsDroppedWithALine() throws {
    let result = try run("announced_sound")
    #expect(
      result.output == "exit 0\nsame\n"
        && result.errors == """
          warp-film: stream 1 (aac) is dropped: it has no packets at the start of the file
          warp-film: error: sound track 1 of 'a.ts' has no packets; choose another (--audio)

          """,
      "\(result)")
  }

  /// A file of sound alone becomes as long as what ffmpeg decodes, to two milliseconds.
  @Test(arguments: [
    "one-packet.ac3", "opus.mka", "opus.webm", "vorbis.mka", "trimmed.ogg", "a.wma", "a.mp3",
    "a.ogg", "a.aac", "a.wv", "a.opus", "a.caf",
  ])
  func soundIsAsLongAsItIsDecoded(_ name: String) throws {
    let result = try run("sound", name)
    let counts = result.output.split(separator: "\n").compactMap { Int($0) }
    try #require(counts.count == 2 && result.errors == "", "\(result)")
    #expect(abs(counts[0] - counts[1]) <= 2 * 96, "\(counts)")
  }

  /// In the second half, twice as many samples take the same time.
  @Test func aRateThatRisesDoesNotMakeASoundLonger() throws {
    let counts = try run("sound", "rising.mp3").output.split(separator: "\n").compactMap { Int($0) }
    #expect(counts.count == 2 && abs(counts[0] - counts[1]) <= 2 * 96, "\(counts)")
  }

  /// A decoder also outputs the padding of the last packet. ALAC has none, but ffmpeg 9 drops the end of a late track.
  @Test(arguments: [("late.m4a", nil), ("opus.mp4", 144_000), ("a.m4a", 132_300)])
  func soundInMP4IsAsLongAsItsTrack(_ name: String, _ count: Int?) throws {
    let result = try run("sound", name)
    let sizes = result.output.split(separator: "\n").compactMap { Int($0) }
    try #require(sizes.count == 2 && result.errors == "", "\(result)")
    #expect(sizes[1] == count.map { 2 * $0 } ?? sizes[0] && sizes[1] >= 2 * 94_560, "\(result)")
  }

  @Test func opusInMatroskaStaysInPlace() throws {
    let result = try run("opus_in_place")
    let peak = result.output.split(separator: " ").first.flatMap { Double($0) }
    #expect(try #require(peak, "\(result)") < -60, "\(result)")
  }

  @Test(arguments: ["out.mkv", "out.webm", "out.ogg", "out.opus", "out.m4a", "out.mp3"])
  func aTinySoundCanBeRead(_ name: String) throws {
    let result = try run("tiny", name)
    #expect(result.output == "heard\n" && result.errors == "", "\(result)")
  }

  @Test(arguments: ["--speed 1x a.mp4 out.mkv", "--reverse a.mp4 out.mkv", "--speed 0.5x --vfr a.mp4 out.mkv"])
  func aPictureThatFFmpegCannotDecodeIsNamed(_ words: String) throws {
    let unknown = try run("an_unknown_codec", words)
    #expect(
      unknown.output == "exit 4\n"
        && unknown.errors
          == "warp-film: error: ffmpeg cannot decode the picture of 'a.mp4' (zzz1); "
          + "this ffmpeg has no decoder for it\n",
      "\(unknown)")
    let noise = try run("noise_for_a_picture", words)
    #expect(
      noise.output == "warp-film: error: ffmpeg decodes no frame of 'a.mp4'; to see why, play the file with ffplay\n"
        + "exit 4\n", "\(noise)")
  }

  @Test func musicNeedsOnlyItsSound() throws {
    let result = try run("music_beside_an_unknown_picture")
    #expect(result.output == "exit 0\n" && result.errors == "", "\(result)")
  }

  @Test func aLanguageOfTwoLettersIsKept() throws {
    let result = try run("a_short_language")
    #expect(result.output == "TAG:language=eng\n" && result.errors == "", "\(result)")
  }

  @Test func droppedTagsAreListedInOneLine() throws {
    let result = try run("many_tags")
    #expect(
      result.errors.hasPrefix("warp-film: 3 tags are dropped, since ")
        && result.errors.hasSuffix(": 'T1', 'T2', 'T3'\n")
        && result.errors.split(separator: "\n").count == 1, "\(result)")
  }
}
