import Testing

/// Checks results and messages for irregular films.
@Suite struct WarpOddFilmTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpOddFilmTests", words) }

  @Test func soundMayLastLongerThanThePicture() throws {
    let result = try run("sound_may_last_longer_than_the_picture")
    #expect(
      result.output == """
        h264,2.000000
        aac,2.000000
        39
        1
        1
        1.960000
        pcm_s16le,2.000000
        pcm_s16le,0.480000
        h264,0.480000
        warp-film: 'still.mkv' has 0.04 s of picture and 2 s of sound; the last frame stays until the sound ends
        h264,2.000000
        aac,2.000000

        """, "\(result)")
    #expect(
      result.errors
        == "warp-film: 'in.mp4' has 0.48 s of picture and 2 s of sound; the last frame stays until the sound ends\n")
  }

  @Test(arguments: [("ts", "-c:v libx264 -c:a mp2"), ("vob", "-c:v mpeg2video -bf 2 -c:a mp2")])
  func concatenatedStreamsPlayCompletely(kind: String, codecs: String) throws {
    let result = try run("concatenated_streams_play_completely", kind, codecs)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "600" && lines.count >= 3, "\(result)")
    let beeps = lines.dropFirst().compactMap { Double($0.dropFirst("silence_end: ".count)) }
    #expect(zip(beeps, [1.0, 13]).allSatisfy { abs($0 - $1) < 0.02 }, "\(beeps)")
  }

  @Test(arguments: ["libx264", "mpeg4"]) func noFrameOfAVIIsLost(codec: String) throws {
    let result = try run("no_frame_of_avi_is_lost", "-c:v", codec)
    let lines = result.output.split(separator: "\n")
    #expect(lines.first == "50" && lines.count >= 2, "\(result)")
    // The decoder delivers frames 80 ms late, but the beep at 1 s must stay in its place.
    let beep = lines.dropFirst().first.flatMap { Double($0.dropFirst("silence_end: ".count)) }
    #expect(abs((beep ?? 0) - 1) < 0.001, "\(result)")
  }

  @Test(arguments: [
    ("in.avi", "bff -c:v dvvideo -flags +ilme+ildct", "1 0"),
    ("in.mkv", "tff -c:v ffv1 -flags +ildct+ilme -field_order tb", "1 1"),
  ])
  func interlacedFilmsStayInterlaced(file: String, codec: String, fields: String) throws {
    let words = codec.split(separator: " ").map(String.init)
    let result = try Shell.run(script: "WarpOddFilmTests", ["interlaced_films_stay_interlaced", file] + words)
    let note = "is interlaced; warp-film does not deinterlace it unless you add --deinterlace frame"
    #expect(result.output == "warp-film: '\(file)' \(note)\n\(fields)\n", "\(result)")
  }

  @Test(arguments: ["mkv", "mp4", "avi", "flv"]) func truncatedFilmsAreReported(kind: String) throws {
    let result = try run("truncated_films_are_reported", kind)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 4 && lines[0] == "exit 4" && lines[2] == "1" && lines[3] == "1", "\(result)")
    #expect(
      lines[1].contains(
        /^warp-film: error: 'in.[a-z4]+' is truncated: it should last 4[.0-9]* s, but ends at [12][.0-9]* s; 'out.mp4'/)
    )
  }

  /// warp-film does not report complete files, or files without a length in the header, which programs write to pipes.
  @Test func truncatedSoundIsReported() throws {
    let result = try run("truncated_sound_is_reported")
    let told = ["wav", "w64", "au", "caf", "mp3"].map {
      "\($0) 4 'cut.\($0)' is truncated: it should last 4 s, but ends at 2 s\n"
    }
    #expect(result.output == told.joined() && result.errors.isEmpty, "\(result)")
  }

  @Test(arguments: [
    (
      "yuv420p", "65:49",
      "66,50,yuv420p,5\nthe same edge\n"
        + "warp-film: 65x49 becomes 66x50 with repeated edge pixels: h264 needs even sizes\n"
    ),
    (
      "gbrp", "66:50",
      "66,50,yuv420p,5\n"
        + "warp-film: RGB becomes YUV 4:2:0, which every player shows; for more, add --encode '-pix_fmt yuv444p'\n"
    ),
    ("yuv444p", "65:49", "65,49,yuv444p,5\n"),
    (
      "yuv420p", "1:1",
      "2,2,yuv420p,5\nthe same edge\nwarp-film: 1x1 becomes 2x2 with repeated edge pixels: h264 needs even sizes\n"
    ),
  ])
  func oddSizesAndRGBBecomePlayable(_ format: String, _ size: String, _ expected: String) throws {
    let result = try run("odd_sizes_and_rgb_become_playable", format, size)
    #expect(result.output == expected, "\(result)")
  }

  @Test func changedChannelLayoutsAreReported() throws {
    let result = try run("changed_channel_layouts_are_reported")
    #expect(
      result.output
        == "warp-film: the channel layout 2.1 becomes 5.1\n5.1\n"
        + "warp-film: the channel layout 7.1(wide) becomes 7.1\n7.1\n5.1\n",
      "\(result)")
  }

  @Test func tagsAreKept() throws {
    let result = try run("tags_are_kept")
    // Since version 9, ffmpeg merges the two creation times into one tag.
    let second = Shell.ffmpegVersion ?? 0 >= 9 ? "" : "TAG:creation_time=2020-01-02T03:04:05Z\n"
    let apple = """
      TAG:com.apple.quicktime.location.ISO6709=+59.3+018.0/
      TAG:creation_time=2020-01-02T03:04:05.000000Z
      \(second)TAG:title=Trip

      """
    #expect(
      result.output == apple + apple + """
        TAG:COM.APPLE.QUICKTIME.LOCATION.ISO6709=+59.3+018.0/
        TAG:creation_time=2020-01-02T03:04:05.000000Z
        TAG:title=Trip

        """ + apple + """
          TAG:MOOD=grey
          TAG:title=Wind
          TAG:handler_name=Wind
          TAG:coding_history=A=PCM
          TAG:comment=Rain
          TAG:encoded_by=Me
          TAG:time_reference=4800

          """, "\(result)")
  }

  @Test func onlyTheCauseIsReported() throws {
    let result = try run("only_the_cause_is_reported")
    // Newer versions of ffmpeg print a component's name in brackets before each line, and exit with another status.
    let (more, status) = Shell.isNewFFmpeg ? ("Error selecting an encoder\n", 8) : ("", 1)
    let errors = Shell.isNewFFmpeg ? result.errors.replacing(#/\[[^\]]*\] /#, with: "") : result.errors
    #expect(
      errors
        == "Unknown encoder 'nonsense'\n\(more)"
        + "warp-film: error: the encoder failed with status \(status); no file is written\n"
    )
  }

  @Test func burstsKeepTheirFrames() throws {
    let result = try run("bursts_keep_their_frames")
    // The edit list that ffmpeg 7 writes ends the film at the start of its last frame.
    #expect(result.output == "60/1,14\n60/1\n\(Shell.ffmpegVersion == 7 ? 13 : 14)\n", "\(result)")
    #expect(
      result.errors
        == "warp-film: 'in.mp4' has a variable frame rate; the result has a constant 60 fps; to choose, add --fps\n")
  }

  @Test func aTrimCanEndInsideAStill() throws {
    let result = try run("a_trim_can_end_inside_a_still")
    #expect(result.output == "h264,14.000000\nh264,8.000000\n", "\(result)")
  }

  /// warp-film reports a truncated file with --info, and before it refuses a --trim that keeps only the missing part.
  @Test func truncationIsReportedBeforeOtherErrors() throws {
    let result = try run("truncation_is_reported_before_other_errors")
    let lines = result.errors.split(separator: "\n")
    #expect(result.output == "source duration\nexit 2\n" && lines.count == 3, "\(result)")
    #expect(
      lines[0] == lines[1] && lines[0].hasPrefix("warp-film: 'in.mp4' is truncated: it should last 4 s, but ends at "),
      "\(result)")
    #expect(lines[2].contains("'3' is after the end of the video (--trim '3..4'); the video lasts 1.6 s"), "\(result)")
  }

  @Test func ineffectiveTrimsAreReported() throws {
    let result = try run("ineffective_trims_are_reported")
    #expect(result.output == "source duration     1 s\nshown of it         0.34 s\n", "\(result)")
    #expect(
      result.errors == """
        warp-film: --trim ends at 3 s, but the source ends at 1 s
        warp-film: --trim is given 2 times, and only the last one counts; for several parts, use --play

        """)
  }

  /// Lost sound packets leave silence, even one or two. A single late timestamp changes nothing.
  @Test func lostSoundIsSilent() throws {
    let result = try run("lost_sound_is_silent")
    #expect(result.output == "24000 24000 24000 24000 24000\nsame\n", "\(result)")
  }

  /// Frames of an MPEG program stream share packets, and few frames have timestamps. warp-film must keep every frame.
  @Test func framesThatShareAPacketAreKept() throws {
    let result = try run("frames_that_share_a_packet_are_kept")
    #expect(result.output == "253\nsame\nsame\n", "\(result)")
  }

  /// Matroska's header states one rate even if the rate varies, and a duration from 0 even if the film starts later.
  @Test func timestampsOverrideMatroskasRateAndDuration() throws {
    let result = try run("timestamps_override_matroskas_rate_and_duration")
    #expect(result.output == "140\nexit 0\n", "\(result)")
    #expect(
      result.errors
        == "warp-film: 'in.mkv' has a variable frame rate, and the result keeps it; for a constant rate, add --fps\n"
        + "warp-film: 50 frames are dropped: they are too short for 25 fps; to keep all frames, add --vfr\n")
  }

  /// ffmpeg reports no timestamps for frames at negative times, which Matroska may contain.
  @Test func framesWithoutTimestampsAreRefused() throws {
    let result = try run("frames_without_timestamps_are_refused")
    #expect(result.output == "exit 4\nexit 0\nexit 0\n", "\(result)")
    #expect(
      result.errors.contains("frames of 'in.mkv' have no timestamps; cut off"))
    // If ffmpeg 9 cuts the film, sound precedes the frames. warp-film reports this for the result without picture.
    let notes = Shell.ffmpegVersion ?? 0 >= 9 ? 1 : 0
    #expect(result.errors.split(separator: "\n").count == 1 + notes, "\(result)")
  }

  /// If a broadcast is joined from pieces, sound packets overlap. warp-film drops the repeated sound to stay in sync.
  @Test func overlappingPiecesStayInSync() throws {
    let result = try run("overlapping_pieces_stay_in_sync")
    let due = Shell.isNewFFmpeg ? ["1.00 3.00 5.00 7.00 \n", "1.01 3.01 5.01 7.01 \n"] : ["1.01 3.01 5.01 7.01 \n"]
    #expect(due.contains(result.output), "\(result)")
  }

  /// The picture gets larger halfway. Results from any part, also backward, must have the size at the film's start.
  @Test func aPictureThatChangesItsSizeGetsOneSize() throws {
    let result = try run("a_picture_that_changes_its_size_gets_one_size")
    #expect(result.output == "64x48\n64x48\n64x48\n", "\(result)")
  }

  /// WebVTT cues in WebM keep everything but their times. Two frames in one millisecond of Matroska are refused.
  @Test func webMKeepsCueSettingsAndBitDepth() throws {
    let result = try run("webm_keeps_cue_settings_and_bit_depth")
    #expect(
      result.output == """
        WEBVTT

        00:00.250 --> 00:00.750 line:0 align:start
        <v Bob>Hi <00:00.500>there
        exit 3
        yuv420p12le

        """, "\(result)")
  }

  @Test(arguments: [
    ("mkv", "5.0", 5), ("opus", "6.1", 7), ("m4a", "5.1", 6), ("flac", "quad", 4), ("flac", "5.1(side)", 6),
    ("wav", "2.1", 3), ("wav", "7.1", 8), ("m4a", "stereo", 2),
  ])
  func channelsKeepTheirLoudspeakers(kind: String, layout: String, count: Int) throws {
    let result = try run("channels", kind, layout, "\(count)")
    #expect(result.output == (1...count).map { "\($0)" }.joined(separator: " ") + "\n", "\(result)")
  }
}
