import Testing

@testable import Film

@Suite struct EncodingTests {
  private func words(_ output: String, _ picture: String? = Made.picture(), _ sound: String? = Made.sound()) throws
    -> String
  {
    let streams = Answers([picture, sound].compactMap(\.self).joined(separator: "\n")).probe.streams
    let encoding = try Encoding(FilmJob(input: "in.mkv", output: output))
    return encoding.words(
      picture: streams.lazy.compactMap(\.picture).first, sounds: streams.compactMap(\.sound)
    ).joined(separator: " ")
  }

  private static let h264 = "-c:v libx264 -preset medium -crf 18"
  private static let padded = "\(h264) -filter:v:0 pad=ceil(iw/2)*2:ceil(ih/2)*2"
  private static let vp9 = "-c:v libvpx-vp9 -crf 24 -b:v 0 -deadline good -cpu-used 3 -row-mt 1"

  @Test(
    arguments: [
      ("a.mp4", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mp4"),
      ("dir.mkv/A.M4V", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mp4"),
      ("a.mov", "\(h264) -c:a aac -b:a 192k -movflags +faststart -f mov"),
      ("a.mkv", "\(h264) -c:a libopus -b:a 192k -f matroska"),
      ("a.webm", "\(vp9) -c:a libopus -b:a 192k -f webm"),
      ("a.m4a", "-c:a aac -b:a 192k -movflags +faststart -f ipod"),
      ("a.mp3", "-c:a libmp3lame -q:a 2 -f mp3"), ("a.flac", "-c:a flac -f flac"),
      ("a.wav", "-c:a pcm_s16le -f wav"), ("a.opus", "-c:a libopus -b:a 192k -f opus"),
      ("a.ogg", "-c:a libopus -b:a 192k -f ogg"),
    ])
  func everyKindHasItsCodecs(_ output: String, _ words: String) throws {
    #expect(try self.words(output) == words)
  }

  @Test(
    arguments: [
      // Odd sizes grow where colour has half the resolution.
      ("a.mp4", Made.picture("width=31"), "\(padded),fillborders=right=1:mode=smear"),
      (
        "a.mp4", Made.picture("width=31", "height=17", "pix_fmt=nv12"),
        "\(padded),fillborders=right=1:bottom=1:mode=smear"
      ),
      ("a.mp4", Made.picture("width=31", "pix_fmt=yuv444p"), h264),
      ("a.webm", Made.picture("width=31"), vp9),
      // What every player shows is 4:2:0.
      (
        "a.mp4", Made.picture("height=17", "pix_fmt=gbrp"),
        "\(padded),fillborders=bottom=1:mode=smear -pix_fmt:v:0 yuv420p"
      ),
      ("a.mov", Made.picture("pix_fmt=pal8"), "\(h264) -pix_fmt:v:0 yuv420p"),
      ("a.mkv", Made.picture("pix_fmt=rgb24"), h264),
      // Given grey, ffmpeg would choose RGB for VP9.
      ("a.webm", Made.picture("pix_fmt=gray"), "\(vp9) -pix_fmt yuv420p"),
    ])
  func picturesAreMadeToFit(_ output: String, _ picture: String, _ words: String) throws {
    #expect(try self.words(output, picture, nil).hasPrefix("\(words) -"))
  }

  @Test(
    arguments: [
      ("a.mp4", "channel_layout=5.1(side)", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=5.1"),
      ("a.mp4", "channel_layout=5.1", "-c:a aac -b:a 576k"),
      ("a.mkv", "channel_layout=5.1", "-c:a libopus -b:a 576k"),
      (
        "a.mkv", "channel_layout=unknown",
        "-c:a libopus -b:a 576k -filter:a aformat=channel_layouts=3.0|quad|5.0|5.1|6.1|7.1"
      ),
      // The smallest layout that holds all channels.
      ("a.mp4", "channel_layout=2.1", "-c:a aac -b:a 576k"),
      ("a.mkv", "channel_layout=2.1", "-c:a libopus -b:a 576k -filter:a aformat=channel_layouts=5.1"),
      ("a.mkv", "channel_layout=4.0", "-c:a libopus -b:a 576k -filter:a aformat=channel_layouts=6.1"),
      ("a.mp4", "channel_layout=6.0", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=7.1"),
      ("a.mp4", "channel_layout=7.1(wide)", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=7.1"),
      ("a.wav", "sample_fmt=s32p", "-c:a pcm_s32le"),
    ])
  func soundIsMadeToFit(_ output: String, _ change: String, _ words: String) throws {
    #expect(try self.words(output, nil, Made.sound("channels=6", change)).hasPrefix("\(words) -"))
  }

  /// What a codec cannot hold is told; nil where all is held.
  @Test(
    arguments: [
      ("a.flac", ["codec_name=pcm_f32le", "sample_fmt=flt"], "samples of floating point become 24 bit"),
      (
        "a.flac", ["codec_name=pcm_s32le", "sample_fmt=s32", "bits_per_raw_sample=32"],
        "32 bits a sample become 24, as flac has"
      ),
      ("a.flac", ["codec_name=pcm_s16le", "sample_fmt=s16"], nil),
      ("a.wav", ["channels=6", "channel_layout=5.1"], nil),
      ("a.mp3", ["channels=6", "channel_layout=5.1"], "the channels 5.1 become stereo"),
      ("a.mp3", ["channels=3", "channel_layout=unknown"], "the channels of the sound become stereo"),
      ("a.mkv", ["channels=8", "channel_layout=octagonal"], "the channels octagonal become 7.1"),
    ] as [(String, [String], String?)])
  func whatACodecCannotHoldIsTold(_ output: String, _ changes: [String], _ told: String?) throws {
    let facts = try #require(Answers(Made.line(Made.sound(), changes)).probe.streams[0].sound)
    #expect(try Encoding(FilmJob(input: "in.mkv", output: output)).change(of: facts) == told)
    var job = FilmJob(input: "in.mkv", output: output)
    job.encoding = ["-c:a", "copy"]
    #expect(try Encoding(job).change(of: facts) == nil)
  }

  @Test func depthsThatAnEncoderLacksAreTold() throws {
    func notes(_ output: String, _ format: String, _ codec: String? = nil) throws -> [String] {
      var job = FilmJob(input: "in.mkv", output: output)
      job.codec = codec
      return try Encoding(job).pictureNotes(Answers(Made.picture("pix_fmt=\(format)")).probe.streams[0].picture)
    }
    #expect(try notes("a.mov", "yuv422p10le", "dnxhr") == ["10 bits a sample become 8, as dnxhr has"])
    #expect(try notes("a.webm", "yuv420p16le") == ["16 bits a sample become 12, as vp9 has"])
    #expect(try notes("a.mkv", "yuv420p16le", "ffv1").isEmpty && notes("a.mkv", "yuv420p10le").isEmpty)
    #expect(try notes("a.mkv", "yuv420p16le", "h264_vaapi").isEmpty)
  }

  /// What comes without loss keeps its depth; what a lossy codec was decoded to has none.
  @Test(
    arguments: [
      (["codec_name=pcm_s16le", "sample_fmt=s16"], "s16le", "s16le"),
      (["codec_name=pcm_s24le", "sample_fmt=s32", "bits_per_raw_sample=24"], "s24le", "s24le"),
      (["codec_name=pcm_s32le", "sample_fmt=s32", "bits_per_raw_sample=32"], "s32le", "s24le"),
      (["codec_name=pcm_f32le", "sample_fmt=flt"], "f32le", "s24le"),
      (["codec_name=pcm_f64le", "sample_fmt=dbl"], "f64le", "s24le"), (["sample_fmt=fltp"], "s16le", "s16le"),
    ])
  func filesWithoutLossKeepTheDepth(_ changes: [String], _ wav: String, _ flac: String) throws {
    let sound = Made.line(Made.sound(), changes)
    #expect(try words("a.wav", nil, sound) == "-c:a pcm_\(wav) -f wav")
    let facts = try #require(Answers(sound).probe.streams.first?.sound)
    for (name, format) in [("a.wav", wav), ("a.flac", flac)] {
      let encoding = try Encoding(FilmJob(input: "in.wav", output: name))
      #expect(CarriedSamples.retimedFormat(for: facts, in: encoding) == format)
    }
  }

  /// --encode adds to the defaults, and replaces what it names a codec for.
  @Test(arguments: [
    (["-preset", "slow"], "\(h264) -c:a aac -b:a 192k -preset slow"),
    (["-c:v", "libx265"], "-c:a aac -b:a 192k -c:v libx265"), (["-c:a:0", "flac"], "\(h264) -c:a:0 flac"),
    (["-c", "copy"], "-c copy"), (["-an"], "\(h264) -an"),
  ])
  func wishesAddToTheDefaults(_ words: [String], _ expected: String) throws {
    var job = FilmJob(input: "in.mkv", output: "a.mp4")
    job.encoding = words
    let streams = Answers([Made.picture(), Made.sound()].joined(separator: "\n")).probe.streams
    let encoding = try Encoding(job).words(
      picture: streams[0].picture, sounds: streams.compactMap(\.sound))
    #expect(encoding.joined(separator: " ") == "\(expected) -movflags +faststart -f mp4")
  }

  /// What nothing would come of is refused.
  @Test(
    arguments: [
      ("a.wav", "hevc", nil, nil), ("a.wav", nil, "20", nil), ("a.mkv", "hevc", nil, ["-c:v", "ffv1"]),
      ("a.mkv", nil, "20", ["-vcodec", "ffv1"]), ("a.mkv", "ffv1", "20", nil),
    ] as [(String, String?, String?, [String]?)])
  func idleWishesAreRefused(_ output: String, _ codec: String?, _ quality: String?, _ words: [String]?) {
    var job = FilmJob(input: "in.mkv", output: output)
    (job.codec, job.quality, job.encoding) = (codec, quality, words)
    #expect(throws: FilmError.self) { try Encoding(job) }
  }

  @Test(
    arguments: [
      ("hevc", nil, "-c:v libx265 -preset medium -crf 20 -x265-params log-level=error -tag:v:0 hvc1"),
      ("av1", "30", "-c:v libaom-av1 -crf 30 -b:v 0 -cpu-used 6 -row-mt 1"),
      ("prores", nil, "-c:v prores_ks -profile:v:0 3"), ("ffv1", nil, "-c:v ffv1 -level 3 -g 1"),
      ("h264_vaapi", "25", "-c:v h264_vaapi -q:v 25"), (nil, "22", "-c:v libx264 -preset medium -crf 22"),
      ("vp9", "31", "-c:v libvpx-vp9 -crf 31 -b:v 0 -deadline good -cpu-used 3 -row-mt 1"),
    ] as [(String?, String?, String)])
  func codecAndQualityAreAsAsked(_ codec: String?, _ quality: String?, _ words: String) throws {
    var job = FilmJob(input: "in.mkv", output: "a.mkv")
    (job.codec, job.quality) = (codec, quality)
    let streams = Answers(Made.picture()).probe.streams
    let encoding = try Encoding(job).words(picture: streams[0].picture, sounds: [])
    #expect(encoding.joined(separator: " ") == "\(words) -f matroska")
  }

  private static let frameOfHDR = """
    frame|stream_index=0|side_data|side_data_type=Mastering display metadata|red_x=34000/50000|red_y=16000/50000\
    |green_x=13250/50000|green_y=34500/50000|blue_x=7500/50000|blue_y=3000/50000|white_point_x=15635/50000\
    |white_point_y=16450/50000|min_luminance=50/10000|max_luminance=10000000/10000
    side_data|side_data_type=Content light level metadata|max_content=1000|max_average=400
    """

  /// HDR is HEVC, and what it says of brightness goes along.
  @Test func brightnessIsKept() throws {
    let picture = Made.picture("pix_fmt=yuv420p10le", "color_transfer=smpte2084")
    let probe = Answers("\(picture)\n\(Self.frameOfHDR)").probe
    let job = FilmJob(input: "in.mkv", output: "a.mp4")
    let words = try Encoding(job).words(
      picture: probe.streams[0].picture, sounds: [], light: probe.firstFrame(of: probe.streams[0]).light)
    #expect(
      words.contains(
        "log-level=error:hdr10=1:repeat-headers=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)"
          + "WP(15635,16450)L(10000000,50):max-cll=1000,400"))
    // Newer releases of ffprobe print all that a frame brings along on its line, after the name of each.
    let lines = Self.frameOfHDR.replacing("side_data|side_data_type", with: "side_datum/named:side_data_type")
    let named = lines.replacing("\n", with: "|")
    let newer = Answers("\(picture)\n\(named)").probe
    #expect(newer.firstFrame(of: newer.streams[0]).light == probe.firstFrame(of: probe.streams[0]).light)
    let hlg = Made.picture("color_transfer=arib-std-b67")
    #expect(try self.words("a.mkv", hlg, nil).contains("libx265") && !self.words("a.mkv", hlg, nil).contains("hdr10"))
    #expect(try self.words("a.webm", picture, nil).contains("libvpx"))
    // Nonsense is nothing.
    let odd =
      "frame|side_data_type=Mastering display metadata|red_x=1/0\nside_data|side_data_type=Content light level metadata"
    let said = Answers("\(picture)\n\(odd)").probe
    #expect(said.firstFrame(of: said.streams[0]).light == LightData())
  }

  /// x264 is told too; of other encoders it is said that they are not.
  @Test(
    arguments: [
      ("a.mp4", nil, nil, false), ("a.mkv", "h264", nil, false), ("a.webm", nil, nil, true),
      ("a.mkv", "av1", nil, true), ("a.mkv", "libsvtav1", nil, true), ("a.mkv", "hevc", "-x265-params aq-mode=3", true),
      ("a.mkv", "libsvtav1", "-svtav1-params mastering-display=L(1000,0)", false), ("a.mkv", nil, "-c:v ffv1", true),
    ] as [(String, String?, String?, Bool)])
  func brightnessIsNotLostSilently(_ output: String, _ codec: String?, _ words: String?, _ isLost: Bool) throws {
    let film = Made.film([
      Made.picture("pix_fmt=yuv420p10le", "color_transfer=smpte2084"), Self.frameOfHDR, Made.sound(),
    ])
    let plan = try Made.plan(
      film, Made.constant(2),
      Made.job(output) {
        $0.codec = codec
        $0.encoding = words?.split(separator: " ").map(String.init)
      })
    #expect(plan.notes.contains { $0.contains("(HDR10)") } == isLost)
    if codec == "h264" {
      #expect(
        Made.words("encoder", of: plan).contains(
          "mastering-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
            + ":cll=1000,400"))
    }
  }

  @Test func severalTracksAreToldApart() throws {
    let facts = Answers([Made.sound(), Made.sound("index=2", "channels=6")].joined(separator: "\n")).probe.streams
    let encoding = try Encoding(FilmJob(input: "in.mkv", output: "a.mp4"))
    #expect(
      encoding.words(picture: nil, sounds: facts.compactMap(\.sound)).prefix(8)
        == ["-c:a:0", "aac", "-b:a:0", "192k", "-c:a:1", "aac", "-b:a:1", "576k"])
  }

  @Test func nothingIsSaidOfWhatIsNotThere() throws {
    #expect(try words("a.mkv", Made.picture(), nil) == "\(Self.h264) -f matroska")
    #expect(try words("a.mkv", nil, Made.sound()) == "-c:a libopus -b:a 192k -f matroska")
  }

  @Test func ownWordsTakeThePlaceOfTheDefaults() throws {
    var job = FilmJob(input: "in.mkv", output: "a.mp4")
    job.encoding = ["-c:v", "ffv1"]
    #expect(
      try Encoding(job).words(picture: nil, sounds: []) == ["-c:v", "ffv1", "-movflags", "+faststart", "-f", "mp4"])
    job.encoding = ["-c:v", "ffv1", "-f", "avi"]
    #expect(try Encoding(job).words(picture: nil, sounds: []) == ["-c:v", "ffv1", "-f", "avi"])
    job.output = "a.avi"
    #expect(try Encoding(job).kind == nil)
  }

  @Test(arguments: ["a.xyz", "a", "mp4", "a.mp4/b", ""]) func kindsAreKnownByTheirEndings(output: String) throws {
    // A name without a dot is taken for an ending.
    if output == "mp4" {
      #expect(try Encoding(FilmJob(input: "in.mkv", output: output)).kind?.muxer == "mp4")
    } else {
      #expect(throws: FilmError.self) { try Encoding(FilmJob(input: "in.mkv", output: output)) }
    }
  }

  @Test(
    arguments: [
      ("a.mkv", nil, true), ("a.webm", nil, true), ("a.mp4", nil, false), ("a.opus", nil, false),
      ("a.mkv", ["-c:a", "flac"], false), ("a.mkv", ["-c:a", "libopus"], true),
    ] as [(String, [String]?, Bool)])
  func opusInMatroskaIsKnown(_ output: String, _ words: [String]?, _ isThere: Bool) throws {
    var job = FilmJob(input: "in.mkv", output: output)
    job.encoding = words
    #expect(try Encoding(job).putsOpusIntoMatroska == isThere)
  }
}
