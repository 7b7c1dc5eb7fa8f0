import Pixels

/// What the default encoding changes of picture and sound, in words for whoever made them.
extension Encoding {
  func pictureNotes(_ picture: PictureFacts?) -> [String] {
    guard let picture else { return [] }
    let codec = pictureCodec(picture)
    guard let name = codec?.rawValue ?? encoder?.name else { return [] }
    var notes: [String] = []
    if let size = evenSize(of: picture) {
      notes.append(
        "\(picture.width)x\(picture.height) becomes \(size.width)x\(size.height), since \(name) takes even sizes; "
          + "the edge is repeated")
    }
    let depth = picture.carriedDepth
    if let codec, becomesHalfColour(picture, in: codec) {
      let (lost, kept) = depth > 8 ? (" of 8 bits", "yuv444p10") : ("", "yuv444p")
      notes.append(
        "RGB becomes YUV 4:2:0\(lost), which every player shows; --encode '-pix_fmt \(kept)' keeps its colour as fine as it is"
      )
    } else if codec == .vp9, depth > 8, CarriedPixels.hasAlpha(picture.pixelFormat) {
      notes.append("\(depth) bits a sample become 8, as \(name) with transparency has")
    } else if let most = codec.map({ $0.mostBits }) ?? encoder?.mostBits, depth > most {
      notes.append("\(depth) bits a sample become \(most), as \(name) has")
    }
    return notes
  }

  /// What is changed of a sound; nil where nothing is.
  func change(of sound: SoundFacts) -> String? {
    guard let codec = soundCodec else { return nil }
    if let layout = SoundLayout.replacement(for: sound, in: codec) {
      return "the channels \(sound.layout ?? "of the sound") become \(layout)"
    }
    switch (codec, sound.depth) {
    case (.flac, .float): return "samples of floating point become 24 bit"
    case (.flac, .whole(let bits)) where bits > 24: return "\(bits) bits a sample become 24, as flac has"
    default: return nil
    }
  }
}

extension FileKind.PictureCodec {
  /// How many bits a sample has at most with ffmpeg's encoder; nil where any depth is held.
  var mostBits: Int? {
    switch self {
    case .h264, .prores, .dnxhr: 10
    case .hevc, .vp9, .av1: 12
    case .ffv1: nil
    }
  }
}

extension PictureFacts {
  /// How many bits a sample has where it is carried to the encoder.
  var carriedDepth: Int { PixelDescriptor(CarriedPixels.format(for: pixelFormat))?.depth ?? 8 }
}
