import Warp

/// What ffprobe says of a track that only pictures have.
package struct PictureFacts: Equatable, Sendable {
  package internal(set) var width: Int
  package internal(set) var height: Int
  /// How wide a pixel is in units of its height; nil where the file does not say it.
  package internal(set) var pixelShape: Rational?
  /// By libavutil's name.
  package let pixelFormat: String
  /// The decoder that has to be asked for by name; nil where ffmpeg's own choice does.
  package let decoder: String?
  /// In which order its fields are shown, where the file says that it has fields.
  package let fields: FieldOrder?
  /// Whether only its frames can tell if it has fields.
  package let mayHaveFields: Bool
  /// The lowest rate at which every stamp is that of a frame (r_frame_rate), and frames divided by length.
  package internal(set) var fittingRate: FrameRate?
  package let averageRate: FrameRate?
  /// How many frames there are more than the first of these rates shows, by what the file says of its length.
  package internal(set) var excess = 0
  /// What colours the samples stand for, by ffmpeg's options and their values, where the file says it.
  package let colours: [Colour]
  /// By how many degrees it is to be turned when it is shown, as ffmpeg's tag `rotate` has them; nil where it is not.
  package internal(set) var turn: Int?
  /// Whether it is to be mirrored when it is shown, turned or not.
  package let isMirrored: Bool
  /// By how many packets the order in which frames are decoded differs from that in which they are shown.
  package let delay: Int

  package struct Colour: Equatable, Sendable {
    package let option: String
    package let value: String
  }

  init(_ line: ProbeLine) {
    width = line.bounded("width") ?? 0
    height = line.bounded("height") ?? 0
    pixelShape = line["sample_aspect_ratio"].map { $0.split(separator: ":").joined(separator: "/") }
      .flatMap(Rational.init(fraction:)).flatMap { $0.value > 0 ? $0 : nil }
    // The alpha of VP8 and VP9 is a second picture in each packet, which only libvpx decodes and ffprobe does not count.
    let twin = ["vp8": "libvpx", "vp9": "libvpx-vp9"][line["codec_name"] ?? ""]
    decoder = line["tag:alpha_mode"] == "1" ? twin : nil
    pixelFormat = decoder == nil ? line["pix_fmt"] ?? "" : "yuva420p"
    fields = FieldOrder(named: line["field_order"] ?? "")
    turn = line.whole("rotation").map { ($0 % 360 + 360) % 360 }.flatMap { $0 == 0 ? nil : $0 }
    isMirrored = Self.isMirroring(line["displaymatrix"] ?? "")
    delay = min(max(0, line.bounded("has_b_frames") ?? 0), 32)
    mayHaveFields =
      (line["field_order"] ?? "unknown") == "unknown" && !Self.alwaysProgressive.contains(line["codec_name"] ?? "")
    fittingRate = line["r_frame_rate"].flatMap(Rational.init(fraction:)).flatMap(FrameRate.init)
    averageRate = line["avg_frame_rate"].flatMap(Rational.init(fraction:)).flatMap(FrameRate.init)
    colours = Self.colourFields.compactMap { field, option in
      line[field].flatMap {
        Self.unsaid.contains($0) ? nil : Colour(option: option, value: Self.optionWord($0, option))
      }
    }
  }

  /// Whether a matrix mirrors what it is applied to: the determinant of its first two rows and columns is negative then. ffprobe
  /// prints a line for each row, its number first.
  private static func isMirroring(_ matrix: String) -> Bool {
    let rows = matrix.split(separator: "\n").map { $0.split(separator: " ").dropFirst().compactMap { Double($0) } }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return false }
    return rows[0][0] * rows[1][1] < rows[0][1] * rows[1][0]
  }

  /// Codecs that have no fields, of which ffprobe says that it does not know.
  private static let alwaysProgressive: Set = ["vp8", "vp9", "av1", "hevc", "gif", "png", "webp", "theora", "apng"]

  /// ffprobe's field and ffmpeg's option for the same.
  private static let colourFields = [
    ("color_range", "color_range"), ("color_primaries", "color_primaries"), ("color_transfer", "color_trc"),
    ("color_space", "colorspace"), ("chroma_location", "chroma_sample_location"),
  ]

  /// Values that are not passed on. `gbr`, the matrix of RGB, is one: RGB goes over the pipe as luma and chroma.
  private static let unsaid = ["unknown", "unspecified", "reserved", "gbr"]

  /// ffmpeg's option takes two transfer curves by other names than ffprobe prints.
  private static func optionWord(_ value: String, _ option: String) -> String {
    guard option == "color_trc" else { return value }
    return ["bt470m": "gamma22", "bt470bg": "gamma28"][value] ?? value
  }

  /// The curve from codes to light, by ffmpeg's name; nil where it is not said.
  private var transfer: String? { colours.first { $0.option == "color_trc" }?.value }

  /// Whether the picture is HDR by the curve PQ, to which static data about brightness belongs.
  package var isPQ: Bool { transfer == "smpte2084" }
  /// Whether the picture is HDR, by PQ or by HLG.
  package var isHDR: Bool { isPQ || transfer == "arib-std-b67" }
}
