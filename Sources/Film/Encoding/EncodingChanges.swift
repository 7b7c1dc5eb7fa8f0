import Pixels

/// Notes for the user about what the default encoding changes in picture and sound.
extension Encoding {
  func pictureNotes(_ picture: PictureFacts?) -> [String] {
    guard let picture else { return [] }
    let codec = pictureCodec(picture)
    guard let name = codec?.rawValue ?? encoder?.name else { return [] }
    var notes: [String] = []
    if let size = evenSize(of: picture) {
      notes.append(
        "\(picture.width)x\(picture.height) becomes \(size.width)x\(size.height) with repeated edge pixels: "
          + "\(name) needs even sizes")
    }
    let depth = picture.carriedDepth
    if let codec, becomesHalfColour(picture, in: codec) {
      let (lost, kept) = depth > 8 ? ("8-bit ", "yuv444p10") : ("", "yuv444p")
      notes.append(
        "RGB becomes \(lost)YUV 4:2:0, which every player shows; for more, add --encode '-pix_fmt \(kept)'"
      )
    } else if codec == .vp9, CarriedPixels.hasAlpha(picture.pixelFormat),
      CarriedPixels.needsColourConversion(picture.pixelFormat)
    {
      notes.append(
        "RGB becomes \(depth > 8 ? "8-bit " : "")YUV 4:2:0, the most that vp9 keeps beside transparency; .mov keeps RGB"
      )
    } else if codec == .vp9, depth > 8, CarriedPixels.hasAlpha(picture.pixelFormat) {
      notes.append("\(depth)-bit video becomes 8-bit, the most that \(name) keeps beside transparency")
    } else if let most = codec.map({ $0.mostBits }) ?? encoder?.mostBits, depth > most {
      notes.append("\(depth)-bit video becomes \(most)-bit, the most that \(name) supports")
    }
    return notes
  }

  /// Notes about the changes of a sound track, one line each.
  func changes(of sound: SoundFacts) -> [String] {
    guard let codec = soundCodec else { return [] }
    return [layoutChange(of: sound, in: codec), rateChange(of: sound, in: codec), depthChange(of: sound, in: codec)]
      .compactMap(\.self)
  }

  private func layoutChange(of sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    let assumed = SoundLayout.assumed(for: sound, in: codec)
    guard let layout = SoundLayout.replacement(for: sound, in: codec) ?? assumed else { return nil }
    guard let known = sound.layout else {
      return "the sound has \(sound.channels) channels of unknown layout; the result has the layout \(layout)"
    }
    return "the channel layout \(known) becomes \(layout)"
  }

  /// Only a lower rate is reported.
  private func rateChange(of sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    // If an encoder does not support a rate, ffmpeg takes the nearest rate that it supports.
    guard let rate = codec.rates.min(by: { abs($0 - sound.rate) < abs($1 - sound.rate) }), rate < sound.rate else {
      return nil
    }
    return "sound of \(sound.rate) Hz becomes \(rate) Hz, the most that \(codec) supports"
  }

  private func depthChange(of sound: SoundFacts, in codec: FileKind.SoundCodec) -> String? {
    switch (codec, sound.depth) {
    case (.flac, .float): "floating-point sound becomes 24-bit, the most that flac supports"
    case (.flac, .whole(let bits)) where bits > 24: "\(bits)-bit sound becomes 24-bit, the most that flac supports"
    default: nil
    }
  }
}

extension FileKind.SoundCodec {
  /// The sample rates that ffmpeg's encoder supports; empty if it supports any rate.
  fileprivate var rates: [Int] {
    switch self {
    case .aac: [96000, 88200, 64000, 48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000, 7350]
    case .mp3: [48000, 44100, 32000, 24000, 22050, 16000, 12000, 11025, 8000]
    case .opus: [48000]
    case .flac, .wav: []
    }
  }
}

extension FileKind.PictureCodec {
  /// The largest bit depth that ffmpeg's encoder supports; nil if it supports any depth.
  var mostBits: Int? {
    switch self {
    case .h264, .prores, .dnxhr: 10
    case .hevc, .vp9, .av1: 12
    case .gif: 8
    case .ffv1, .apng: nil
    }
  }
}

extension PictureFacts {
  /// The bit depth of the pixel format in which frames go to the encoder.
  var carriedDepth: Int { PixelDescriptor(CarriedPixels.format(for: pixelFormat))?.depth ?? 8 }
}
