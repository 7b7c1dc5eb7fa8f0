import Testing

/// Checks each property of a retimed film: size and colors, sound offset, and tracks.
@Suite struct WarpFilmTests {
  private func run(_ words: String...) throws -> Shell.Result { try Shell.run(script: "WarpFilmTests", words) }

  @Test func keepsAspectRotationColoursAndTags() throws {
    let result = try run("keeps_aspect_rotation_colours_and_tags")
    let picture = "48,64,3:4,yuv420p10le,tv,bt2020nc,smpte2084,bt2020\n"
    let title = "\"A; \"\"title\"\" = 1\"\n"
    let one = picture + "swe\n" + title
    // A mov file has Macintosh language codes, in which Swedish is sve instead of swe.
    #expect(result.output == one + picture + "sve\n" + title + one + one, "\(result)")
  }

  @Test(arguments: [
    ("yuvj420p", "mjpeg", "yuvj420p"), ("yuv422p10le", "ffv1", "yuv422p10le"), ("gray", "ffv1", "gray"),
    ("gbrp", "ffv1", "yuv444p"), ("bgra", "ffv1", "yuva444p"), ("yuva420p", "ffv1", "yuva420p"),
    ("nv12", "rawvideo", "yuv420p"),
    ("yuyv422", "rawvideo", "yuv422p"), ("rgb48le", "png", "yuv444p16le"),
    ("monob", "png", "gray"), ("pal8", "gif", "yuva444p"), ("yuv411p", "ffv1", "yuv411p"),
    ("gray12le", "ffv1", "gray12le"),
  ])
  func keepsDepthAndColour(_ format: String, _ codec: String, _ expected: String) throws {
    let result = try run("keeps_depth_and_colour", format, codec)
    let count = codec == "gif" ? 5 : 6
    #expect(result.output == "\(expected.replacing("yuvj", with: "yuv")),\(count)\n", "\(result)")
  }

  /// If picture and sound start at different times, warp-film keeps the offset between them.
  @Test(arguments: [("-itsoffset 0.3", "", -0.3), ("", "-itsoffset 0.3", 0.3)])
  func keepsTheOffsetOfTheSound(_ picture: String, _ sound: String, _ offset: Double) throws {
    for file in ["in.mp4", "in.mkv", "in.ts", "wrapped.ts"] {
      let result = try run("keeps_the_offset_of_the_sound", picture, sound, file)
      let sight = Clip.Sight(result.output)
      let stamp = sight.pictures.first { $0.number == 75 }?.stamp ?? 9
      let beep = sight.beep(near: 2.5 + Clip.beepLength / 2 + offset, within: 0.2) ?? 9
      #expect(abs(stamp - 2.5) < 0.001, "\(file) \(result.errors)")
      // The tolerance is 1 ms for Matroska's timestamps plus 1 ms for the codec delay.
      #expect(abs(beep - (2.5 + Clip.beepLength / 2 + offset)) < 0.002, "\(file): \(beep)")
      #expect(sight.pictures.count == Clip.frames)
    }
  }

  @Test func soundIsReversedChannelByChannel() throws {
    let result = try run("sound_is_reversed_channel_by_channel")
    #expect(result.output == "96000\n", "\(result)")
  }

  @Test func inputsAndResultsMayLackSoundOrPicture() throws {
    let result = try run("inputs_and_results_may_lack_sound_or_picture")
    #expect(
      result.output == """
        h264 1.000
        flac 1.000
        opus \(Shell.isNewFFmpeg ? "1.008" : "1.007")
        h264 1.000
        pcm_s16le 1.000
        flac png 1.000

        """, "\(result)")
  }

  /// Tries a film with two sound tracks, two subtitle tracks, a font and a cover. warp-film must keep each or report
  /// its loss.
  @Test func everyTrackIsKeptOrReported() throws {
    let result = try run("every_track_is_kept_or_reported")
    #expect(
      result.output == """
        == mkv
        h264,video,0,jpn
        opus,audio,0,eng
        opus,audio,1,swe,Notes
        subrip,subtitle,0,ger,All
        ass,subtitle,0
        unknown,attachment,0
        png,video,0
        1.0-2.0 3.0-4.0
        == mp4
        h264,video,1,jpn
        aac,audio,0,eng
        aac,audio,1,swe
        mov_text,subtitle,1,ger
        mov_text,subtitle,0,und
        png,video,0
        1.0-2.0 3.0-4.0
        == webm
        vp9,video,0,jpn
        opus,audio,0,eng
        opus,audio,1,swe,Notes
        webvtt,subtitle,0,ger,All
        webvtt,subtitle,0
        1.0-2.0 3.0-4.0
        == chosen
        opus,audio,1,swe,Notes

        """, "\(result)")
    #expect(
      result.otherErrors == """
        warp-film: stream 5 (unknown) is dropped: mp4 cannot hold attachments; use .mkv
        warp-film: stream 5 (unknown) is dropped: webm cannot hold attachments; use .mkv
        warp-film: stream 6 (png) is dropped: ffmpeg cannot write cover pictures to webm
        warp-film: stream 5 (unknown) is dropped: webm cannot hold attachments; use .mkv
        warp-film: stream 6 (png) is dropped: ffmpeg cannot write cover pictures to webm

        """)
  }

  @Test func hdrMetadataIsKept() throws {
    let result = try run("hdr_metadata_is_kept")
    #expect(
      result.output == """
        hevc|yuv420p10le|smpte2084
        10000000/10000
        1000,400
        max_display_mastering_luminance 10000000
        max_content_light_level 1000

        """ && result.otherErrors == "", "\(result)")
  }

  /// Samples beyond full scale stay in a float file, and are clipped and counted in an integer file.
  @Test func losslessFilesKeepTheirBitDepth() throws {
    let result = try run("lossless_files_keep_their_bit_depth")
    #expect(result.output == "pcm_f32le\npcm_s24le\npcm_s32le\nflac,24\nflac,16\n", "\(result)")
    #expect(result.errors.contains(/warp-film: warning: \d+ samples clipped/), "\(result)")
  }

  @Test func unevenClipsKeepTheirTimesOrGetAStandardRate() throws {
    let result = try run("uneven_clips_get_a_usual_rate")
    #expect(
      result.output == """
        warp-film: 'uneven.mp4' has a variable frame rate, and the result keeps it; for a constant rate, add --fps
        61 5
        48/1
        warp-film: 'slow.mov' has a variable frame rate, and the result keeps it; for a constant rate, add --fps
        135
        30000/1001
        24/1

        """, "\(result)")
  }

  @Test func anEncoderThatStopsEarlyEndsTheRun() throws {
    let result = try run("an_encoder_that_stops_early_ends_the_run")
    #expect(result.output == "0.500000\n", "\(result)")
  }

  /// --codec takes ffmpeg's name of an encoder, and --quality the encoder's own scale. libvpx would ignore `-q:v`.
  @Test func encodersAreNamedAsInFFmpeg() throws {
    #expect(try run("encoders_are_named_as_in_ffmpeg").output == "vp8\nvp8\nthe finer one is larger\n")
  }
}
