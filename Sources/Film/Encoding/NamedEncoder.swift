import Pixels

/// A video encoder that the user requests by ffmpeg's name. Its arguments follow from ffmpeg's description of it.
struct NamedEncoder: Equatable, Sendable {
  let name: String
  /// Empty if ffmpeg was not asked.
  let facts: EncoderFacts

  /// - Parameter facts: nil if ffmpeg was not asked.
  init(_ name: String, _ facts: EncoderFacts?) {
    self.name = name
    self.facts = facts ?? EncoderFacts()
  }

  /// The known codec for which warp uses this encoder, or of which this is another name.
  static func codec(of encoder: String) -> FileKind.PictureCodec? {
    switch encoder {
    case "libx264", "x264", "avc": .h264
    case "libx265", "x265", "h265": .hevc
    case "libaom-av1": .av1
    case "libvpx-vp9": .vp9
    case "prores_ks": .prores
    default: FileKind.PictureCodec(rawValue: encoder)
    }
  }

  /// Arguments for the quality, on the encoder's own scale. Many encoders ignore or misread `-q:v`, because ffmpeg
  /// multiplies its number by 118.
  func qualityWords(_ quality: String) -> [String] {
    if facts.options.contains("crf") { return ["-crf", quality] }
    // Encoders of NVIDIA.
    if facts.options.contains("cq") { return ["-rc", "vbr", "-cq", quality, "-b:v", "0"] }
    if facts.options.contains("qp") { return ["-qp", quality] }
    if facts.device != nil || facts.devices.contains("qsv") { return ["-global_quality:v:0", quality] }
    return ["-q:v", quality]
  }

  /// Arguments that open the graphics card of the encoder: the first of its kind.
  var deviceWords: [String] {
    facts.device.map { ["-init_hw_device", "\($0)=card", "-filter_hw_device", "card"] } ?? []
  }

  /// Filters that upload frames to the graphics card, if the encoder requires it. They also reduce the bit depth if the
  /// card does not support it.
  func filters(for picture: PictureFacts) -> [String] {
    guard let most = mostBits, !facts.devices.isEmpty else { return [] }
    let depth = picture.carriedDepth
    if facts.device != nil { return ["format=\(min(depth, most) > 8 ? "p010" : "nv12")", "hwupload"] }
    return depth > 8 && most == 8 ? ["format=nv12"] : []
  }

  /// The largest bit depth; nil if unknown. Encoders on graphics cards list more formats than they support.
  var mostBits: Int? {
    if !facts.devices.isEmpty { return ["hevc", "av1", "vp9"].contains { name.hasPrefix($0) } ? 10 : 8 }
    return facts.descriptors.map(\.depth).max()
  }

  /// Whether alpha is a second picture beside the packets, as in libvpx. Then frames must not be reordered.
  func hasAlphaBeside(_ picture: PictureFacts) -> Bool {
    facts.options.contains("auto-alt-ref") && !losesAlpha && CarriedPixels.hasAlpha(picture.pixelFormat)
  }

  /// Whether the encoder is known to drop alpha.
  var losesAlpha: Bool { !facts.formats.isEmpty && !facts.descriptors.contains(where: \.hasAlpha) }
}
