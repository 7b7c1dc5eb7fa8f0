import TestFilms
import TestSupport
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

  /// The arguments for the output file, which come last.
  private static func file(_ output: String) -> String {
    guard let kind = FileKind.of(name: output, among: FileKind.all) else { return "" }
    return (kind.putsIndexInFront ? "-movflags +faststart -movie_timescale 1000 " : "") + "-f \(kind.name)"
  }

  private static let h264 = "-c:v libx264 -preset medium -crf 18"
  private static let hevc = "-c:v libx265 -preset medium -crf 20 -x265-params log-level=error -tag:v:0 hvc1"
  private static let padded = "\(h264) -filter:v:0 pad=ceil(iw/2)*2:ceil(ih/2)*2"
  private static let vp9 = "-c:v libvpx-vp9 -crf 24 -b:v 0 -deadline good -cpu-used 3 -row-mt 1"

  @Test(
    arguments: [
      ("a.mp4", "\(h264) -c:a aac -b:a 192k -movflags +faststart -movie_timescale 1000 -f mp4"),
      ("dir.mkv/A.M4V", "\(h264) -c:a aac -b:a 192k -movflags +faststart -movie_timescale 1000 -f mp4"),
      ("a.mov", "\(h264) -c:a aac -b:a 192k -movflags +faststart -movie_timescale 1000 -f mov"),
      ("a.mkv", "\(h264) -c:a libopus -b:a 192k -ar:a 48000 -f matroska"),
      ("a.webm", "\(vp9) -c:a libopus -b:a 192k -ar:a 48000 -f webm"),
      ("a.m4a", "-c:a aac -b:a 192k -movflags +faststart -movie_timescale 1000 -f ipod"),
      ("a.mp3", "-c:a libmp3lame -q:a 2 -f mp3"), ("a.flac", "-c:a flac -f flac"),
      ("a.wav", "-c:a pcm_s16le -f wav"), ("a.opus", "-c:a libopus -b:a 192k -ar:a 48000 -f opus"),
      ("a.ogg", "-c:a libopus -b:a 192k -ar:a 48000 -f ogg"),
    ])
  func everyFileTypeHasItsCodecs(_ output: String, _ words: String) throws {
    #expect(try self.words(output) == words)
  }

  @Test(arguments: ["mp4", "a.mp4/b", "\u{301}", ".", "a."]) func extensionsFollowADot(name: String) {
    #expect(FileKind.of(name: name, among: FileKind.all) == nil)
    #expect(FileKind.of(name: "d/\u{301}x.MKV", among: FileKind.all)?.muxer == "matroska")
  }

  /// ffmpeg takes one filter list per stream, so filters of `--encode` are appended to those the encoder needs.
  @Test func filtersOfEncodeFollowRequiredFilters() throws {
    func words(_ picture: String) throws -> String {
      let facts = try #require(Answers(picture).probe.streams[0].picture)
      let job = Made.job("a.mp4") { $0.encoding.words = ["-vf", "hflip", "-g", "9"] }
      return try Encoding(job).words(picture: facts, sounds: [], fields: facts.fields).joined(separator: " ")
    }
    #expect(
      try words(Made.picture("width=31")).contains(
        "-filter:v:0 pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=right=1:mode=smear,hflip -g 9"))
    #expect(try words(Made.picture("field_order=tt")).contains("-filter:v:0 hflip,setfield=tff -g 9"))
    #expect(try words(Made.picture()).contains("-crf 18 -vf hflip -g 9"))
  }

  /// x264 and x265 ignore a bit rate and a quantizer beside `-crf`.
  @Test(arguments: [
    ("h264", "-b:v 1M", false), ("h264", "-qp 0", false), ("hevc", "-b:v:0 1M", false), ("h264", "-b:a 96k", true),
    ("hevc", "-g 9", true), ("vp9", "-b:v 1M", true),
  ])
  func bitRatesReplaceTheDefaultQuality(codec: String, encode: String, keeps: Bool) throws {
    func words(quality: String?) throws -> [String] {
      let job = Made.job("a.mkv") { job in
        (job.encoding.codec, job.encoding.quality, job.encoding.words) = (
          codec, quality, encode.split(separator: " ").map(String.init)
        )
      }
      let facts = try #require(Answers(Made.picture()).probe.streams[0].picture)
      return try Encoding(job).words(picture: facts, sounds: [], fields: nil)
    }
    #expect(try words(quality: nil).contains("-crf") == keeps)
    #expect(try words(quality: "30").contains("-crf"))
  }

  @Test(
    arguments: [
      // Odd sizes are padded if colour has half the resolution.
      ("a.mp4", Made.picture("width=31"), "\(padded),fillborders=right=1:mode=smear"),
      (
        "a.mp4", Made.picture("width=31", "height=17", "pix_fmt=nv12"),
        "\(padded),fillborders=right=1:bottom=1:mode=smear"
      ),
      ("a.mp4", Made.picture("width=31", "pix_fmt=yuv444p"), h264),
      ("a.webm", Made.picture("width=31"), vp9),
      // Every player supports 4:2:0.
      (
        "a.mp4", Made.picture("height=17", "pix_fmt=gbrp"),
        "\(h264) -pix_fmt:v:0 yuv420p -filter:v:0 pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=bottom=1:mode=smear"
      ),
      ("a.mov", Made.picture("pix_fmt=pal8"), "\(h264) -pix_fmt:v:0 yuv420p"),
      ("a.mkv", Made.picture("height=17", "pix_fmt=gbrp"), h264),
      ("a.mkv", Made.picture("pix_fmt=rgb24"), h264),
      // Given grey, ffmpeg would choose RGB for VP9.
      ("a.webm", Made.picture("pix_fmt=gray"), "\(vp9) -pix_fmt yuv420p"),
      ("a.webm", Made.picture("pix_fmt=gray9le"), "\(vp9) -pix_fmt yuv420p10le"),
      ("a.webm", Made.picture("pix_fmt=gray12le"), "\(vp9) -pix_fmt yuv420p12le"),
      // libx265 supports HDR only from 64 pixels of height.
      ("a.mkv", Made.picture("height=64", "color_transfer=arib-std-b67"), hevc),
      (
        "a.mkv", Made.picture("height=63", "color_transfer=arib-std-b67"), "\(padded),fillborders=bottom=1:mode=smear"
      ),
    ])
  func videoIsConvertedForTheEncoder(_ output: String, _ picture: String, _ words: String) throws {
    #expect(try self.words(output, picture, nil) == "\(words) \(Self.file(output))")
  }

  @Test(
    arguments: [
      ("a.mp4", "channel_layout=5.1(side)", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=5.1"),
      ("a.mp4", "channel_layout=5.1", "-c:a aac -b:a 576k"),
      ("a.mkv", "channel_layout=5.1", Self.opusOfSix), ("a.mkv", "channel_layout=unknown", Self.opusOfSix),
      // The smallest layout that holds all channels.
      ("a.mp4", "channel_layout=2.1", "-c:a aac -b:a 576k"),
      ("a.mkv", "channel_layout=2.1", "\(Self.opusOfSix) -filter:a aformat=channel_layouts=5.1"),
      ("a.mkv", "channel_layout=4.0", "\(Self.opusOfSix) -filter:a aformat=channel_layouts=6.1"),
      ("a.mp4", "channel_layout=6.0", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=7.1"),
      ("a.mp4", "channel_layout=7.1(wide)", "-c:a aac -b:a 576k -filter:a aformat=channel_layouts=7.1"),
      ("a.wav", "sample_fmt=s32p", "-c:a pcm_s32le"),
    ])
  func soundIsConvertedForTheEncoder(_ output: String, _ change: String, _ words: String) throws {
    #expect(try self.words(output, nil, Made.sound("channels=6", change)) == "\(words) \(Self.file(output))")
  }

  private static let opusOfSix = "-c:a libopus -b:a 576k -ar:a 48000 -mapping_family:a 1"

  @Test(
    arguments: [
      (
        "a.flac", ["codec_name=pcm_f32le", "sample_fmt=flt"],
        "floating-point sound becomes 24-bit, the most that flac supports"
      ),
      (
        "a.flac", ["codec_name=pcm_s32le", "sample_fmt=s32", "bits_per_raw_sample=32"],
        "32-bit sound becomes 24-bit, the most that flac supports"
      ),
      ("a.flac", ["codec_name=pcm_s16le", "sample_fmt=s16"], nil),
      ("a.flac", ["codec_name=flac", "sample_fmt=s32", "bits_per_raw_sample=24"], nil),
      ("a.wav", ["channels=6", "channel_layout=5.1", "sample_rate=192000"], nil),
      ("a.mp3", ["channels=6", "channel_layout=5.1"], "the channel layout 5.1 becomes stereo"),
      (
        "a.mp3", ["channels=3", "channel_layout=unknown"],
        "the sound has 3 channels of unknown layout; the result has the layout stereo"
      ),
      (
        "a.mkv", ["channels=4", "channel_layout=unknown"],
        "the sound has 4 channels of unknown layout; the result has the layout quad"
      ),
      ("a.mp4", ["channels=4", "channel_layout=unknown"], nil),
      (
        "a.mp4", ["channels=3", "channel_layout=unknown"],
        "the sound has 3 channels of unknown layout; the result has the layout 3.0"
      ),
      ("a.mkv", ["sample_rate=44100"], nil),
      ("a.mp4", ["sample_rate=192000"], "sound of 192000 Hz becomes 96000 Hz, the most that aac supports"),
      ("a.mp4", ["sample_rate=44100"], nil),
      ("a.mkv", ["sample_rate=96000"], "sound of 96000 Hz becomes 48000 Hz, the most that opus supports"),
      ("a.mp3", ["channel_layout=downmix"], "the channel layout downmix becomes stereo"), ("a.mp3", [], nil),
      ("a.mkv", ["channels=8", "channel_layout=octagonal"], "the channel layout octagonal becomes 7.1"),
    ] as [(String, [String], String?)])
  func reductionsByTheCodecAreReported(_ output: String, _ changes: [String], _ told: String?) throws {
    let facts = try #require(Answers(Made.line(Made.sound(), changes)).probe.streams[0].sound)
    #expect(try Encoding(FilmJob(input: "in.mkv", output: output)).changes(of: facts).first == told)
    var job = FilmJob(input: "in.mkv", output: output)
    job.encoding.words = ["-c:a", "copy"]
    #expect(try Encoding(job).changes(of: facts).isEmpty)
  }

  /// Lossless sound keeps its bit depth. Sound decoded from a lossy codec has none.
  @Test(
    arguments: [
      (["codec_name=pcm_s16le", "sample_fmt=s16"], "s16le", "s16le"),
      (["codec_name=pcm_s24le", "sample_fmt=s32", "bits_per_raw_sample=24"], "s24le", "s24le"),
      (["codec_name=pcm_s32le", "sample_fmt=s32", "bits_per_raw_sample=32"], "s32le", "s24le"),
      (["codec_name=pcm_f32le", "sample_fmt=flt"], "f32le", "s24le"),
      (["codec_name=pcm_f64le", "sample_fmt=dbl"], "f64le", "s24le"), (["sample_fmt=fltp"], "s16le", "s16le"),
    ])
  func losslessFilesKeepTheBitDepth(_ changes: [String], _ wav: String, _ flac: String) throws {
    let sound = Made.line(Made.sound(), changes)
    #expect(try words("a.wav", nil, sound) == "-c:a pcm_\(wav) -f wav")
    let facts = try #require(Answers(sound).probe.streams.first?.sound)
    for (name, format) in [("a.wav", wav), ("a.flac", flac)] {
      let encoding = try Encoding(FilmJob(input: "in.wav", output: name))
      #expect(CarriedSamples.retimedFormat(for: facts, in: encoding) == format)
      // With a codec from `--encode`, that encoder converts samples to integers.
      let own = try Encoding(Made.job(name) { $0.encoding.words = ["-c:a", "pcm_s24le"] })
      #expect(CarriedSamples.retimedFormat(for: facts, in: own) == CarriedSamples.format(for: facts))
    }
  }

  /// A pixel format of `--encode` replaces the default. Only encoders that can store the field order get it.
  @Test func pixelFormatAndFieldOrderReachTheEncoder() throws {
    func words(_ output: String, _ picture: String, _ codec: String? = nil, _ encode: [String]? = nil) throws -> String
    {
      let facts = try #require(Answers(picture).probe.streams[0].picture)
      let job = Made.job(output) { ($0.encoding.codec, $0.encoding.words) = (codec, encode) }
      return try Encoding(job).words(picture: facts, sounds: [], fields: facts.fields).joined(separator: " ")
    }
    let rgb = Made.picture("pix_fmt=gbrp")
    #expect(try words("a.mp4", rgb).contains("-pix_fmt:v:0 yuv420p "))
    #expect(try !words("a.mp4", rgb, nil, ["-pix_fmt", "yuv444p"]).contains("-pix_fmt:v:0"))
    for (codec, isSaid) in [("h264", true), ("ffv1", true), ("prores", true), ("hevc", false), ("av1", false)] {
      #expect(try words("a.mkv", Made.picture("field_order=bb"), codec).contains("setfield=bff") == isSaid, "\(codec)")
    }
  }

  /// Arguments of `--encode` are added to the defaults. A codec among them replaces the defaults of its stream.
  @Test(arguments: [
    (["-preset", "slow"], "\(h264) -c:a aac -b:a 192k -preset slow"),
    (["-c:v", "libx265"], "-c:a aac -b:a 192k -c:v libx265"), (["-c:a:0", "flac"], "\(h264) -c:a:0 flac"),
    (["-c", "copy"], "-c copy"), (["-an"], "\(h264) -an"),
    (["-cpuflags", "0"], "\(h264) -c:a aac -b:a 192k -cpuflags 0"),
  ])
  func encodeArgumentsAddToTheDefaults(_ words: [String], _ expected: String) throws {
    var job = FilmJob(input: "in.mkv", output: "a.mp4")
    job.encoding.words = words
    let streams = Answers([Made.picture(), Made.sound()].joined(separator: "\n")).probe.streams
    let encoding = try Encoding(job).words(
      picture: streams[0].picture, sounds: streams.compactMap(\.sound))
    #expect(encoding.joined(separator: " ") == "\(expected) -movflags +faststart -movie_timescale 1000 -f mp4")
  }

  @Test(
    arguments: [
      ("a.wav", "hevc", nil, nil, "--codec is for the picture"),
      ("a.wav", nil, "20", nil, "--quality is for the picture"),
      ("a.mkv", "hevc", nil, ["-c:v", "ffv1"], "--codec and a picture codec"),
      ("a.mkv", nil, "20", ["-vcodec", "ffv1"], "--quality and a picture codec"),
      ("a.mkv", "ffv1", "20", nil, "--quality has no meaning for ffv1"),
      ("a.webm", "h264", nil, nil, "webm cannot hold h264"),
      ("a.mp4", "prores", nil, nil, "mp4 cannot hold prores"),
      ("a.mov", "vp9", nil, nil, "mov cannot hold vp9"),
    ] as [(String, String?, String?, [String]?, String)])
  func optionsWithoutEffectAreRefused(
    _ output: String, _ codec: String?, _ quality: String?, _ words: [String]?, _ problem: String
  ) {
    var job = FilmJob(input: "in.mkv", output: output)
    (job.encoding.codec, job.encoding.quality, job.encoding.words) = (codec, quality, words)
    #expect(complaint { try Encoding(job) }.hasPrefix(problem))
  }

  @Test func argumentsNameEachTrack() throws {
    let facts = Answers([Made.sound(), Made.sound("index=2", "channels=6")].joined(separator: "\n")).probe.streams
    let encoding = try Encoding(FilmJob(input: "in.mkv", output: "a.mp4"))
    #expect(
      encoding.words(picture: nil, sounds: facts.compactMap(\.sound)).prefix(8)
        == ["-c:a:0", "aac", "-b:a:0", "192k", "-c:a:1", "aac", "-b:a:1", "576k"])
  }

  @Test(arguments: [(8000, "24k"), (16000, "48k"), (32000, "96k"), (48000, "96k"), (192_000, "96k"), (1000, "16k")])
  func lowSampleRatesGetLowerBitRates(rate: Int, bits: String) throws {
    let sound = Made.sound("sample_rate=\(rate)", "channels=1")
    #expect(try words("a.m4a", nil, sound).hasPrefix("-c:a aac -b:a \(bits) "))
    #expect(try words("a.mkv", nil, sound).hasPrefix("-c:a libopus -b:a 96k "))
  }

  @Test func missingStreamsHaveNoArguments() throws {
    #expect(try words("a.mkv", Made.picture(), nil) == "\(Self.h264) -f matroska")
    #expect(try words("a.mkv", nil, Made.sound()) == "-c:a libopus -b:a 192k -ar:a 48000 -f matroska")
  }

  @Test func encodeArgumentsReplaceTheDefaults() throws {
    var job = FilmJob(input: "in.mkv", output: "a.mp4")
    job.encoding.words = ["-c:v", "ffv1"]
    #expect(
      try Encoding(job).words(picture: nil, sounds: []) == [
        "-c:v", "ffv1", "-movflags", "+faststart", "-movie_timescale", "1000", "-f", "mp4",
      ])
    job.encoding.words = ["-c:v", "ffv1", "-movie_timescale", "90000"]
    #expect(
      try Encoding(job).words(picture: nil, sounds: [])
        == ["-c:v", "ffv1", "-movie_timescale", "90000", "-movflags", "+faststart", "-f", "mp4"])
    job.encoding.words = ["-c:v", "ffv1", "-f", "avi"]
    #expect(try Encoding(job).words(picture: nil, sounds: []) == ["-c:v", "ffv1", "-f", "avi"])
    #expect(try Encoding(Made.job("a.avi") { $0.encoding = job.encoding }).kind == .unknown)
  }

  @Test(arguments: ["a.xyz", "a", "mp4", "a.mp4/b", ""]) func unknownExtensionsAreRefused(output: String) {
    let refusal = complaint { try Encoding(Made.job(output)) }
    #expect(refusal.hasPrefix("the file format of '\(output)' is unknown; end the name in .mp4"))
  }

  @Test(
    arguments: [
      ("a.mkv", nil, true), ("a.webm", nil, true), ("a.mp4", nil, false), ("a.opus", nil, false),
      ("a.mkv", ["-c:a", "flac"], false), ("a.mkv", ["-c:a", "libopus"], true),
    ] as [(String, [String]?, Bool)])
  func opusInMatroskaIsDetected(_ output: String, _ words: [String]?, _ isThere: Bool) throws {
    var job = FilmJob(input: "in.mkv", output: output)
    job.encoding.words = words
    #expect(try Encoding(job).putsOpusIntoMatroska == isThere)
  }
}
