import TestSupport
import Testing

/// Checks that warp-film keeps the frames, covers, HDR metadata and timestamps that ffmpeg keeps, or reports the loss.
@Suite struct WarpLossTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpLossTests", words) }

  @Test func aTrimMayLeaveLittleOfAFrame() throws {
    let result = try run("a_trim_may_leave_little_of_a_frame")
    #expect(result.output.hasPrefix("25\n25\n25\n"), "\(result)")
    let errors = result.output.split(separator: "\n").filter { $0.hasPrefix("warp-film: error") }
    #expect(errors.count == 2 && errors.allSatisfy { $0.hasSuffix("to keep the frames apart, use .mp4 or .mov") })
  }

  @Test func framesAtOneTimeAreToldOf() throws {
    let result = try run("frames_at_one_time_are_told_of")
    #expect(
      result.output
        == "warp-film: 1 frame is dropped: it is too short for 25 fps; to keep all frames, add --vfr\nsame\n",
      "\(result)")
  }

  @Test func aLastFrameLastsAsLongAsOthers() throws {
    let result = try run("a_last_frame_lasts_as_long_as_others")
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "source duration     1 s" && lines.dropFirst().first == "25", "\(result)")
    #expect(lines.last == "25", "\(result)")
  }

  @Test func coversGoIntoMatroska() throws {
    let result = try run("covers_go_into_matroska")
    #expect(
      result.output.split(separator: "\n").filter { !$0.contains("type") }
        == ["the same cover", "the same again", "pasted", "2", "2"], "\(result)")
    #expect(result.output.contains("1: type 'image/jpeg', size ") && result.output.contains("file name 'cover.jpg'"))
    #expect(result.output.contains("2: type 'image/png', size ") && result.output.contains("file name 'cover2.png'"))
  }

  @Test func aCoverMayBeNoPicture() throws {
    let result = try run("a_cover_may_be_no_picture")
    let note = "warp-film: stream 1 (mjpeg) is dropped: it is not a picture\n25\n"
    #expect(result.output == note + note, "\(result)")
  }

  @Test func whateverFFmpegTakesIsCopied() throws {
    let result = try run("whatever_ffmpeg_takes_is_copied")
    #expect(
      result.output == "same\n"
        + [("h263", "webm"), ("gif", "matroska")].map {
          "warp-film: error: --copy cannot put \($0) into \($1); leave --copy out\nexit 2\n"
        }.joined(), "\(result)")
  }

  @Test func lightIsKeptOrNamed() throws {
    let result = try run("light_is_kept_or_named")
    let light = "min_luminance=0/10000 max_luminance=10000000/10000 max_content=1000 \n"
    func note(_ kind: String) -> String {
      "warp-film: the HDR10 metadata of 'in.\(kind)' is dropped: it stands beside the packets, "
        + "and --copy keeps only packets\n"
    }
    #expect(
      result.output == light + note("mkv") + light + note("mp4") + note("webm") + light + light
        + "warp-film: stream 0 (hevc) loses its HDR10+ metadata\n", "\(result)")
  }

  @Test func allOnesAreNoLength() throws {
    let result = try run("all_ones_are_no_length")
    #expect(result.output == "tkhd 0\nmdhd 0\ntkhd 0\nmdhd 0\n25\n", "\(result)")
  }

  @Test func aShortFirstPacketIsAllThatIsShort() throws {
    let result = try run("a_short_first_packet_is_all_that_is_short")
    #expect(result.output == "the same\n", "\(result)")
  }

  @Test(
    arguments: Campaign.share(of: [
      ["-bf", "0"], ["-bf", "3", "-x264-params", "b-adapt=0:b-pyramid=normal"], ["-profile:v", "baseline"],
    ]))
  func framesKeepTheirOrderWhenCopied(_ words: [String]) throws {
    let result = try Shell.run(
      script: "WarpLossTests", ["frames_keep_their_order_when_copied", "-c:v", "libx264"] + words)
    #expect(result.output == String(repeating: "7\n", count: 6), "\(result)")
  }

  @Test func hiddenFramesMayShareATime() throws {
    let result = try run("hidden_frames_may_share_a_time")
    #expect(result.output == "1\n25\n25\n25\n", "\(result)")
  }

  @Test func aPictureWithoutPacketsIsLeftOut() throws {
    let result = try run("a_picture_without_packets_is_left_out")
    #expect(
      result.output == "warp-film: stream 0 (mpeg2video) is dropped: it has no packets\naac,1.0\naac,1.0\n",
      "\(result)")
  }

  @Test func soundAloneThatNothingDecodes() throws {
    let result = try run("sound_alone_that_nothing_decodes")
    // Older versions of ffmpeg print the codec's name from the file, ac-4. Newer versions print their own, ac4.
    let codec = Shell.isNewFFmpeg ? "ac4" : "ac-4"
    let error =
      "warp-film: error: ffmpeg cannot decode the sound of 'in.m4a' (\(codec)); this ffmpeg has no decoder for it"
    #expect(result.output == "\(error)\nexit 4\n\(error)\nexit 4\n", "\(result)")
  }

  @Test func damageIsTold() throws {
    let result = try run("damage_is_told")
    let note = "warp-film: ffmpeg found errors in 'in.mp4'; damaged frames may come out differently each time\n"
    #expect(result.output == note + note, "\(result)")
  }
}
