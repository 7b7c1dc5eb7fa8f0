import Pixels

/// An encoder of the picture that is asked for by ffmpeg's name for it: its words follow from what ffmpeg says of it.
struct NamedEncoder: Equatable, Sendable {
  let name: String
  /// Nothing is known where ffmpeg has not been asked.
  let facts: EncoderFacts

  /// - Parameter facts: nil where ffmpeg has not been asked.
  init(_ name: String, _ facts: EncoderFacts?) {
    self.name = name
    self.facts = facts ?? EncoderFacts()
  }

  /// The codec for which it is the encoder in use here, or of which it is another name.
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

  /// How good the picture is to be, on the encoder's own scale. Of `-q:v` many encoders make nothing, or something else: what
  /// they get is 118 times the number.
  func qualityWords(_ quality: String) -> [String] {
    if facts.options.contains("crf") { return ["-crf", quality] }
    // NVIDIA's.
    if facts.options.contains("cq") { return ["-rc", "vbr", "-cq", quality, "-b:v", "0"] }
    if facts.options.contains("qp") { return ["-qp", quality] }
    if facts.device != nil || facts.devices.contains("qsv") { return ["-global_quality:v:0", quality] }
    return ["-q:v", quality]
  }

  /// The words that open the graphics card on which it works: the first of its kind.
  var deviceWords: [String] {
    facts.device.map { ["-init_hw_device", "\($0)=card", "-filter_hw_device", "card"] } ?? []
  }

  /// The filters that bring frames to the graphics card, for an encoder that takes them only from there, and that make deep samples
  /// coarser for one on a card that refuses them.
  func filters(for picture: PictureFacts) -> [String] {
    guard let most = mostBits, !facts.devices.isEmpty else { return [] }
    let depth = picture.carriedDepth
    if facts.device != nil { return ["format=\(min(depth, most) > 8 ? "p010" : "nv12")", "hwupload"] }
    return depth > 8 && most == 8 ? ["format=nv12"] : []
  }

  /// How many bits a sample has at most; nil where it is not known. Encoders on graphics cards list more formats than they take.
  var mostBits: Int? {
    if !facts.devices.isEmpty { return ["hevc", "av1", "vp9"].contains { name.hasPrefix($0) } ? 10 : 8 }
    return facts.descriptors.map(\.depth).max()
  }

  /// Whether alpha is in a second picture beside the packets, as libvpx has it, for which frames must come in order.
  func hasAlphaBeside(_ picture: PictureFacts) -> Bool {
    facts.options.contains("auto-alt-ref") && !losesAlpha && CarriedPixels.hasAlpha(picture.pixelFormat)
  }

  /// Whether it is known to have no alpha.
  var losesAlpha: Bool { !facts.formats.isEmpty && !facts.descriptors.contains(where: \.hasAlpha) }
}
