import TestFilms
import Testing

@testable import Film

/// The video's arguments for each encoder, and notes about what the encoder changes.
@Suite struct PictureCodecTests {
  private func words(_ output: String, _ picture: String, _ codec: String? = nil, quality: String? = nil) throws
    -> String
  {
    var job = FilmJob(input: "in.mkv", output: output)
    (job.encoding.codec, job.encoding.quality) = (codec, quality)
    let facts = Answers(picture).probe.streams[0].picture
    return try Encoding(job).words(picture: facts, sounds: []).joined(separator: " ")
  }

  @Test(
    arguments: [
      ("hevc", nil, "-c:v libx265 -preset medium -crf 20 -x265-params log-level=error -tag:v:0 hvc1"),
      ("av1", "30", "-c:v libaom-av1 -crf 30 -b:v 0 -cpu-used 6 -row-mt 1"),
      ("prores", nil, "-c:v prores_ks -profile:v:0 3"), ("ffv1", nil, "-c:v ffv1 -level 3 -g 1"),
      ("h264_vaapi", "25", "-c:v h264_vaapi -q:v 25"), (nil, "22", "-c:v libx264 -preset medium -crf 22"),
      ("vp9", "31", "-c:v libvpx-vp9 -crf 31 -b:v 0 -deadline good -cpu-used 3 -row-mt 1"),
    ] as [(String?, String?, String)])
  func codecAndQualityFollowTheOptions(_ codec: String?, _ quality: String?, _ words: String) throws {
    #expect(try self.words("a.mkv", Made.picture(), codec, quality: quality) == "\(words) -f matroska")
  }

  @Test(
    arguments: [
      ("yuv420p", "dnxhr_hq", "yuv422p"), ("yuv411p", "dnxhr_hq", "yuv422p"), ("gray", "dnxhr_hq", "yuv422p"),
      ("yuv422p10le", "dnxhr_hqx", "yuv422p10le"), ("yuv420p12le", "dnxhr_hqx", "yuv422p10le"),
      ("gray12le", "dnxhr_hqx", "yuv422p10le"), ("gray9le", "dnxhr_hqx", "yuv422p10le"),
      ("yuv444p", "dnxhr_444", "yuv444p10le"),
      ("yuv440p", "dnxhr_444", "yuv444p10le"), ("gbrp", "dnxhr_444", "yuv444p10le"),
      ("yuva420p", "dnxhr_hq", "yuv422p"), ("unknown", "dnxhr_444", "yuv444p10le"),
    ])
  func profileOfDNxHRFitsThePixelFormat(_ source: String, _ profile: String, _ format: String) throws {
    let words = try words("a.mov", Made.picture("pix_fmt=\(source)"), "dnxhr")
    #expect(words.hasSuffix("-movflags +write_colr -movflags +faststart -movie_timescale 1000 -f mov"))
    #expect(words.hasPrefix("-c:v dnxhd -profile:v:0 \(profile) -pix_fmt:v:0 \(format) -"))
  }

  @Test func bitDepthReductionsAreReported() throws {
    func notes(_ output: String, _ format: String, _ codec: String? = nil) throws -> [String] {
      var job = FilmJob(input: "in.mkv", output: output)
      job.encoding.codec = codec
      return try Encoding(job).pictureNotes(Answers(Made.picture("pix_fmt=\(format)")).probe.streams[0].picture)
    }
    #expect(try notes("a.mov", "yuv422p10le", "dnxhr").isEmpty && notes("a.mov", "rgb24", "dnxhr").isEmpty)
    #expect(
      try notes("a.mov", "yuv422p12le", "prores") == ["12-bit video becomes 10-bit, the most that prores supports"])
    #expect(try notes("a.mov", "yuv420p12le", "dnxhr") == ["12-bit video becomes 10-bit, the most that dnxhr supports"])
    #expect(try notes("a.webm", "yuv420p16le") == ["16-bit video becomes 12-bit, the most that vp9 supports"])
    #expect(
      try notes("a.webm", "yuva444p12le") == ["12-bit video becomes 8-bit, the most that vp9 keeps beside transparency"]
    )
    #expect(try notes("a.webm", "yuva420p").isEmpty && notes("a.mp4", "rgb24")[0].contains("4:2:0, which"))
    #expect(try notes("a.mp4", "gbrp10le")[0].contains("8-bit YUV 4:2:0"))
    #expect(try notes("a.mkv", "yuv420p16le", "ffv1").isEmpty && notes("a.mkv", "yuv420p10le").isEmpty)
    #expect(try notes("a.mkv", "yuv420p16le", "h264_vaapi").isEmpty)
  }

  private static let frameOfHDR = """
    frame|stream_index=0|side_data|side_data_type=Mastering display metadata|red_x=34000/50000|red_y=16000/50000\
    |green_x=13250/50000|green_y=34500/50000|blue_x=7500/50000|blue_y=3000/50000|white_point_x=15635/50000\
    |white_point_y=16450/50000|min_luminance=50/10000|max_luminance=10000000/10000
    side_data|side_data_type=Content light level metadata|max_content=1000|max_average=400
    """

  /// HDR is encoded as HEVC, with its metadata.
  @Test func hdrMetadataIsKept() throws {
    let picture = Made.picture("pix_fmt=yuv420p10le", "color_transfer=smpte2084")
    let probe = Answers("\(picture)\n\(Self.frameOfHDR)").probe
    let job = FilmJob(input: "in.mkv", output: "a.mp4")
    let words = try Encoding(job).words(
      picture: probe.streams[0].picture, sounds: [], light: probe.firstFrame(of: probe.streams[0]).light)
    #expect(
      words.contains(
        "log-level=error:hdr10=1:repeat-headers=1:master-display=G(13250,34500)B(7500,3000)R(34000,16000)"
          + "WP(15635,16450)L(10000000,50):max-cll=1000,400"))
    // Newer ffprobe releases print a frame's side data on the frame's line, with a prefix for each.
    let lines = Self.frameOfHDR.replacing("side_data|side_data_type", with: "side_datum/named:side_data_type")
    let named = lines.replacing("\n", with: "|")
    let newer = Answers("\(picture)\n\(named)").probe
    #expect(newer.firstFrame(of: newer.streams[0]).light == probe.firstFrame(of: probe.streams[0]).light)
    let hlg = Made.picture("color_transfer=arib-std-b67")
    #expect(try self.words("a.mkv", hlg).contains("libx265") && !self.words("a.mkv", hlg).contains("hdr10"))
    #expect(try self.words("a.webm", picture).contains("libvpx"))
    // Invalid values count as missing.
    let odd =
      "frame|side_data_type=Mastering display metadata|red_x=1/0\nside_data|side_data_type=Content light level metadata"
    let said = Answers("\(picture)\n\(odd)").probe
    #expect(said.firstFrame(of: said.streams[0]).light == LightData())
  }

  /// Values that no screen has.
  @Test(arguments: [
    ("red_x=34000/50000", "red_x=-34000/50000"), ("max_luminance=10000000/10000", "max_luminance=2000000000/10000"),
    ("max_content=1000", "max_content=-1"), ("max_average=400", "max_average=-1"),
  ])
  func impossibleHDRMetadataIsDropped(_ number: String, _ odd: String) {
    let lines = Self.frameOfHDR.replacing(number, with: odd)
    let probe = Answers("\(Made.picture())\n\(lines)").probe
    let light = probe.firstFrame(of: probe.streams[0]).light
    #expect(light.screen == nil || light.brightest == nil)
    #expect(light.screen != nil || light.brightest != nil)
  }

  /// x264 gets HDR metadata too. For encoders that do not, a note reports the loss.
  @Test(
    arguments: [
      ("a.mp4", nil, nil, false), ("a.mkv", "h264", nil, false), ("a.webm", nil, nil, true),
      ("a.mkv", "av1", nil, true), ("a.mkv", "libsvtav1", nil, true), ("a.mkv", "hevc", "-x265-params aq-mode=3", true),
      ("a.mkv", "libsvtav1", "-svtav1-params mastering-display=L(1000,0)", false), ("a.mkv", nil, "-c:v ffv1", true),
    ] as [(String, String?, String?, Bool)])
  func lossOfHDRMetadataIsReported(_ output: String, _ codec: String?, _ words: String?, _ isLost: Bool) throws {
    let film = Made.film([
      Made.picture("pix_fmt=yuv420p10le", "color_transfer=smpte2084"), Self.frameOfHDR, Made.sound(),
      "Encoder libsvtav1:",
    ])
    let plan = try Made.plan(
      film, Made.constant(2),
      Made.job(output) {
        $0.encoding.codec = codec
        $0.encoding.words = words?.split(separator: " ").map(String.init)
      })
    #expect(plan.notes.contains { $0.contains("HDR10 metadata") } == isLost)
    if codec == "h264" {
      #expect(
        Made.words("encoder", of: plan).contains(
          "mastering-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(10000000,50)"
            + ":cll=1000,400"))
    }
  }
}
