import TestFilms
import TestSupport
import Testing

@testable import Film

/// Encoders selected by ffmpeg's names. Their arguments follow from the output of `ffmpeg -h encoder=NAME`.
@Suite struct NamedEncoderTests {
  private static func help(_ name: String, _ lines: String...) -> String {
    (["Encoder \(name) [\(name)]:", "    General capabilities: dr1 delay 20"] + lines.map { "    \($0)" })
      .joined(separator: "\n")
  }

  private static let helps = [
    "h264_vaapi": help(
      "h264_vaapi", "Supported hardware devices: vaapi", "Supported pixel formats: vaapi",
      "-qp <int> E..V Constant QP (from 0 to 52) (default 0)"),
    "vp9_vaapi": help("vp9_vaapi", "Supported hardware devices: vaapi", "Supported pixel formats: vaapi"),
    "h264_qsv": help(
      "h264_qsv", "Supported hardware devices: qsv qsv qsv", "Supported pixel formats: nv12 p010le qsv"),
    "hevc_nvenc": help(
      "hevc_nvenc", "Supported hardware devices: cuda cuda", "Supported pixel formats: yuv420p p010le cuda",
      "-cq <float> E..V Target", "-qp <int> E..V Constant"),
    "libsvtav1": help(
      "libsvtav1", "Supported pixel formats: yuv420p yuv420p10le", "-crf <int> E..V Rate", "-qp <int> E..V Level"),
    "librav1e": help("librav1e", "Supported pixel formats: yuv420p yuv444p12le", "-qp <int> E..V Quantizer"),
    "mpeg4": help("mpeg4", "Supported pixel formats: yuv420p"),
    "opaque": help("opaque", "Supported pixel formats: yuv420p", "-auto-alt-ref <int> E..V Enable"),
    "qtrle": help("qtrle", "Supported pixel formats: rgb24 argb"),
    "h264_v4l2m2m": help("h264_v4l2m2m"),
    // For the name of a codec, ffmpeg lists several encoders. Only the first counts.
    "vp8": help(
      "libvpx", "Supported pixel formats: yuv420p yuva420p", "-crf <int> E..V Quality",
      "-auto-alt-ref <int> E..V Enable") + "\n"
      + help("vp8_vaapi", "Supported hardware devices: vaapi", "Supported pixel formats: vaapi"),
  ]

  private func encoding(_ codec: String, quality: String? = nil, encode: [String]? = nil) throws -> Encoding {
    var job = FilmJob(input: "in.mkv", output: "a.mkv")
    (job.encoding.codec, job.encoding.quality, job.encoding.words) = (codec, quality, encode)
    return try Encoding(job, encoder: Answers(Self.helps[codec] ?? "").read(ToldEncoders()).first)
  }

  private func words(_ encoding: Encoding, _ changes: String...) -> String {
    let facts = Answers(Made.line(Made.picture(), changes)).probe.streams[0].picture
    return encoding.words(picture: facts, sounds: []).joined(separator: " ")
  }

  @Test(arguments: [
    ("h264_vaapi", "-qp 20"), ("vp9_vaapi", "-global_quality:v:0 20"), ("h264_qsv", "-global_quality:v:0 20"),
    ("hevc_nvenc", "-rc vbr -cq 20 -b:v 0"), ("libsvtav1", "-crf 20"), ("librav1e", "-qp 20"), ("mpeg4", "-q:v 20"),
    ("h264_v4l2m2m", "-q:v 20"), ("vp8", "-crf 20"),
  ]) func qualityUsesTheEncodersOwnOption(_ codec: String, _ words: String) throws {
    #expect(try self.words(encoding(codec, quality: "20")).hasPrefix("-c:v \(codec) \(words)"))
    #expect(try !self.words(encoding(codec)).contains("20"))
  }

  @Test(arguments: [
    ("libx264", "-c:v libx264 -preset medium -crf 20"), ("libx265", "-c:v libx265 -preset medium -crf 20"),
    ("libaom-av1", "-c:v libaom-av1 -crf 20 -b:v 0"), ("libvpx-vp9", "-c:v libvpx-vp9 -crf 20 -b:v 0"),
    ("prores_ks", "-c:v prores_ks -profile:v:0 3 -q:v:0 20"),
  ]) func encodersOfKnownCodecsGetTheirArguments(_ encoder: String, _ words: String) throws {
    #expect(try self.words(encoding(encoder, quality: "20")).hasPrefix(words))
  }

  @Test func framesAreUploadedToTheGraphicsCard() throws {
    let device = "-init_hw_device vaapi=card -filter_hw_device card"
    #expect(
      try words(encoding("h264_vaapi"))
        == "-c:v h264_vaapi \(device) -filter:v:0 format=nv12,hwupload -f matroska")
    #expect(try words(encoding("vp9_vaapi"), "pix_fmt=yuv420p10le").contains("format=p010,hwupload"))
    #expect(try words(encoding("h264_vaapi"), "pix_fmt=yuv420p10le").contains("format=nv12,hwupload"))
    let odd = try words(encoding("h264_vaapi"), "width=321", "pix_fmt=rgb24")
    #expect(odd.contains("pad=ceil(iw/2)*2:ceil(ih/2)*2,fillborders=right=1:mode=smear,format=nv12,hwupload"))
    let chosen = ["-vaapi_device", "/dev/dri/renderD129"]
    let own = try words(encoding("h264_vaapi", encode: chosen))
    #expect(!own.contains("init_hw_device") && own.contains("hwupload") && own.contains(chosen[1]))
    for codec in ["hevc_nvenc", "h264_qsv", "mpeg4", "h264_v4l2m2m", "vp8"] {
      #expect(try !words(encoding(codec), "width=321").contains("hw"), "\(codec)")
    }
    // H.264 on graphics cards has only 8 bits, whatever formats the encoder lists.
    #expect(try words(encoding("h264_qsv"), "pix_fmt=yuv420p10le").contains("-filter:v:0 format=nv12 "))
    #expect(try !words(encoding("hevc_nvenc"), "pix_fmt=yuv420p10le").contains("-filter"))
  }

  @Test func alphaOfVP8IsKept() throws {
    #expect(try words(encoding("vp8"), "pix_fmt=yuva420p").contains("-c:v vp8 -auto-alt-ref 0"))
    #expect(try !words(encoding("vp8")).contains("-auto-alt-ref"))
    #expect(try !words(encoding("opaque"), "pix_fmt=yuva420p").contains("-auto-alt-ref"))
  }

  @Test func reductionsByTheEncoderAreReported() throws {
    func notes(_ codec: String, _ changes: String...) throws -> [String] {
      try encoding(codec).pictureNotes(Answers(Made.line(Made.picture(), changes)).probe.streams[0].picture)
    }
    #expect(try notes("mpeg4", "pix_fmt=yuv420p10le") == ["10-bit video becomes 8-bit, the most that mpeg4 supports"])
    #expect(
      try notes("h264_vaapi", "pix_fmt=yuv420p10le") == [
        "10-bit video becomes 8-bit, the most that h264_vaapi supports"
      ])
    #expect(
      try notes("hevc_nvenc", "pix_fmt=yuv420p16le") == [
        "16-bit video becomes 10-bit, the most that hevc_nvenc supports"
      ])
    #expect(
      try notes("libsvtav1", "pix_fmt=yuv420p12le") == ["12-bit video becomes 10-bit, the most that libsvtav1 supports"]
    )
    #expect(
      try notes("h264_vaapi", "height=99")
        == ["1920x99 becomes 1920x100 with repeated edge pixels: h264_vaapi needs even sizes"])
    #expect(try notes("mpeg4", "height=99").isEmpty && notes("h264_v4l2m2m", "pix_fmt=yuv420p10le").isEmpty)
    for (codec, isLost) in [("mpeg4", true), ("vp8", false), ("qtrle", false), ("h264_vaapi", true)] {
      #expect(try encoding(codec).losesAlpha == isLost, "\(codec)")
    }
    #expect(try encoding("h264_v4l2m2m").losesAlpha == false)
  }

  /// ffmpeg is asked at the start, together with ffprobe. Encoders that it lacks or that are not for video are refused.
  @Test func ffmpegIsAskedAboutEncoders() throws {
    func next(_ codec: String, _ answers: String) throws -> [String] {
      var job = FilmJob(input: "in.mkv", output: "a.mkv")
      job.encoding.codec = codec
      let questions = try Made.questions(Answers(answers), job)
      return questions.map { $0.words.joined(separator: " ") }
    }
    let asks = "ffmpeg -v quiet -h encoder=mpeg4"
    #expect(try next("mpeg4", "").contains(asks) && next("mpeg4", "").count == 2)
    #expect(try next("libx264", "").count == 1)
    // A preview is not encoded.
    let questions = try Made.questions(Answers(), Made.job(nil) { $0.encoding.codec = "mpeg4" })
    #expect(questions.map(\.name) == ["ends"])
    // If answers are given by hand, the missing question is returned.
    let film = [Made.version, Made.picture(), Made.container(), Made.packets()].joined(separator: "\n")
    #expect(try next("mpeg4", film) == [asks])
    #expect(try next("mpeg4", "\(film)\n\(Self.helps["mpeg4"]!)").isEmpty)
    #expect(complaint { try next("nope", "\(film)\n# ends 0\n# encoder 0") }.contains("has no encoder 'nope'"))
    let sound = Self.help("aac", "Supported sample formats: fltp")
    let refusal = complaint { try next("aac", "\(film)\n# ends 0\n\(sound)\n# encoder 0") }
    #expect(refusal.contains("but 'aac' encodes sound"))
  }

  /// ffmpeg has encoders for cards that the machine lacks. A trial of one frame tells.
  @Test(
    arguments: [
      ("h264_nvenc", "a card of NVIDIA and its driver", "--codec h264 needs no card"),
      ("mpeg2_vaapi", "a graphics card and its VAAPI driver", "see ffmpeg -encoders"),
    ])
  func missingCardsAreReported(_ name: String, _ card: String, _ advice: String) throws {
    let lines = [Made.version, Made.picture(), Made.sound(), Made.container(), Made.packets(), Self.help(name)]
    let error = FilmError.usage("\(name) does not work here: it needs \(card)", advice: advice)
    for isNamedByWords in [false, true] {
      let job = Made.job {
        if isNamedByWords { $0.encoding.words = ["-c:v", name] } else { $0.encoding.codec = name }
      }
      func survey(_ status: Int) throws {
        _ = try FilmSurvey.film(for: job, asking: Answers((["# card \(status)"] + lines).joined(separator: "\n")))
      }
      #expect(throws: error) { try survey(1) }
      try survey(0)
    }
    #expect(CardEncoder("libx264") == nil)
  }
}
