import Values

/// The facts from ffprobe that only video tracks have.
package struct PictureFacts: Equatable, Sendable {
  package internal(set) var width: Int
  package internal(set) var height: Int
  /// The pixel aspect ratio; nil if the file does not state it.
  package internal(set) var pixelShape: Rational?
  /// By libavutil's name.
  package let pixelFormat: String
  /// The decoder that must be named; nil if ffmpeg's own choice is right.
  package let decoder: String?
  /// The field order, if the file says that the picture is interlaced.
  package let fields: FieldOrder?
  /// Whether only the frames can reveal if the picture is interlaced.
  package let mayHaveFields: Bool
  /// The lowest rate that fits all timestamps (r_frame_rate), and the number of frames divided by the length.
  package internal(set) var fittingRate: FrameRate?
  package internal(set) var averageRate: FrameRate?
  /// The number of frames beyond what `fittingRate` shows in the length that the file states.
  package internal(set) var excess = 0
  /// The colour properties that the file states, as options of ffmpeg with their values.
  package let colours: [Colour]
  /// The rotation for display in degrees, as in ffmpeg's tag `rotate`; nil if there is none.
  package internal(set) var turn: Int?
  /// Whether the picture is mirrored for display, with or without rotation.
  package let isMirrored: Bool
  /// The profile and level of the codec, and the number of frames that a frame may refer to, as ffprobe prints them.
  package let profile: String
  package let level: Int
  package let refs: Int
  /// The number of packets by which decoding order and display order differ.
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
    // The alpha of VP8 and VP9 is a second picture in each packet, which only libvpx decodes and ffprobe does not
    // count.
    let twin = ["vp8": "libvpx", "vp9": "libvpx-vp9"][line["codec_name"] ?? ""]
    decoder = line["tag:alpha_mode"] == "1" ? twin : nil
    pixelFormat = decoder == nil ? line["pix_fmt"] ?? "" : "yuva420p"
    fields = FieldOrder(named: line["field_order"] ?? "")
    turn = line.whole("rotation").map { ($0 % 360 + 360) % 360 }.flatMap { $0 == 0 ? nil : $0 }
    isMirrored = Self.isMirroring(line["displaymatrix"] ?? "")
    delay = min(max(0, line.bounded("has_b_frames") ?? 0), 32)
    profile = line["profile"] ?? ""
    level = line.bounded("level") ?? 0
    refs = min(max(1, line.bounded("refs") ?? 1), 16)
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

  /// Whether a matrix mirrors: the determinant of its upper left 2×2 part is negative. ffprobe prints one line per row,
  /// which starts with the row's number.
  private static func isMirroring(_ matrix: String) -> Bool {
    let rows = matrix.split(separator: "\n").map { $0.split(separator: " ").dropFirst().compactMap { Double($0) } }
    guard rows.count == 3, rows.allSatisfy({ $0.count == 3 }) else { return false }
    return rows[0][0] * rows[1][1] < rows[0][1] * rows[1][0]
  }

  /// Progressive codecs for which ffprobe reports an unknown field order.
  private static let alwaysProgressive: Set = ["vp8", "vp9", "av1", "hevc", "gif", "png", "webp", "theora", "apng"]

  /// ffprobe's field and ffmpeg's option for the same property.
  private static let colourFields = [
    ("color_range", "color_range"), ("color_primaries", "color_primaries"), ("color_transfer", "color_trc"),
    ("color_space", "colorspace"), ("chroma_location", "chroma_sample_location"),
  ]

  /// Values that are not passed on. `gbr`, the matrix of RGB, is one of them, because RGB goes through the pipe as luma
  /// and chroma.
  private static let unsaid = ["unknown", "unspecified", "reserved", "gbr"]

  /// ffmpeg's option and ffprobe use different names for two transfer curves.
  private static func optionWord(_ value: String, _ option: String) -> String {
    guard option == "color_trc" else { return value }
    return ["bt470m": "gamma22", "bt470bg": "gamma28"][value] ?? value
  }

  /// The transfer curve by ffmpeg's name; nil if the file does not state it.
  private var transfer: String? { colours.first { $0.option == "color_trc" }?.value }

  /// Whether the picture is HDR with the curve PQ, which uses static brightness metadata.
  package var isPQ: Bool { transfer == "smpte2084" }
  /// Whether the picture is HDR, with PQ or HLG.
  package var isHDR: Bool { isPQ || transfer == "arib-std-b67" }
}
