import Pixels

/// How a result is encoded and written, as arguments for ffmpeg.
package struct Encoding: Equatable, Sendable {
  let kind: FileKind
  /// The words of --encode.
  private let given: [String]?
  /// The requested codec of the picture, if it is one of the known codecs.
  private let codec: FileKind.PictureCodec?
  /// The requested encoder, if it is not one of the known codecs.
  let encoder: NamedEncoder?
  private let quality: String?
  let preset: String?
  let isDraft: Bool
  /// Whether the result is read while ffmpeg writes it.
  let isStreamed: Bool
  /// Whether the extension of OUTPUT belongs to an audio-only format.
  package let isSoundOnly: Bool

  /// - Parameter facts: the answer to `Questions.encoder`; nil if it was not asked.
  package init(_ job: FilmJob, encoder facts: EncoderFacts? = nil) throws(FilmError) {
    given = job.encoding.words
    codec = job.encoding.codec.flatMap(NamedEncoder.codec)
    encoder = codec == nil ? job.encoding.codec.map { NamedEncoder($0, facts) } : nil
    (quality, preset, isDraft) = (job.encoding.quality, job.encoding.preset, job.encoding.isDraft)
    let output = job.output ?? ""
    isStreamed = job.mode.isStreamed
    let named = isStreamed ? .streamed : FileKind.of(name: output, among: job.run.kinds.outputs)
    if let muxer = FFmpegOptions.muxer(in: given ?? []) {
      kind = .named(by: muxer, among: job.run.kinds.outputs) ?? .unknown
    } else if let named {
      kind = named
    } else {
      throw .usage(
        "the file format of '\(output)' is unknown",
        advice: "end the name in .mp4, .mov, .mkv, .webm or .gif, or add --encode '-f FORMAT'")
    }
    try FFmpegOptions.refuseManyFiles(given ?? [])
    isSoundOnly = (kind.isNamedByWords ? named : kind).map { $0.picture == nil } ?? false
    try refuseIdleWishes(for: output, copying: job.picture.copies)
    if facts?.isOfSound == true, let encoder {
      throw .usage(
        "--codec is for the picture, but '\(encoder.name)' encodes sound; write --encode '-c:a \(encoder.name)'")
    }
  }

  /// Refuses options about the picture that would have no effect.
  private func refuseIdleWishes(for output: String, copying: Bool) throws(FilmError) {
    if copying, filtersPicture {
      throw .usage(
        "--copy does not re-encode the picture, so filters cannot work", advice: "remove the filters from --encode")
    }
    let wishes = [
      ("--copy", copying), ("--codec", codec != nil || encoder != nil), ("--quality", quality != nil),
      ("--preset", preset != nil),
    ]
    guard let wish = wishes.first(where: { $0.1 })?.0 else { return }
    if isSoundOnly { throw .usage("\(wish) is for the picture, and '\(output)' has none") }
    if names(.pictureCodec), wish != "--preset" {
      throw .usage("\(wish) and a picture codec in --encode do not go together")
    }
    if quality != nil, codec == .ffv1 {
      throw .usage("--quality has no meaning for ffv1, which is lossless; leave --quality out")
    }
    if kind.image != nil { throw .usage("\(wish) has no meaning for \(kind.name); leave \(wish) out") }
    if codec == .gif || codec == .apng {
      throw .usage(
        "\(codec?.rawValue ?? "") is a file format, not a codec for films; end OUTPUT in .\(codec?.rawValue ?? "")")
    }
    if let codec, let pictures = kind.pictures, !pictures.contains(codec) {
      let other = codec == .prores || codec == .dnxhr ? ".mov" : ".mkv"
      throw .usage("\(kind.name) cannot hold \(codec.rawValue); use \(other)")
    }
  }

  /// Whether the default sound codec of this format is lossless and not overridden.
  var isLossless: Bool { !names(.soundCodec) && [.wav, .flac].contains(kind.sound) }

  /// Whether the result is Opus in Matroska. With --encode, this is assumed if any of its words contains `opus`.
  var putsOpusIntoMatroska: Bool {
    kind.isMatroska && kind.sound == .opus
      && (!names(.soundCodec) || given?.contains { $0.contains("opus") } == true)
  }

  /// The arguments about codecs and the file. The words of --encode come after the defaults and override them. A codec
  /// named there replaces the default arguments for this kind of track.
  ///
  /// - Parameters:
  ///   - picture: nil if the result has no picture.
  ///   - scaling: filters that scale the picture to this size.
  ///   - sounds: the sound tracks of the result.
  ///   - light: the brightness metadata of an HDR picture.
  ///   - fields: the field order; nil if the picture is not interlaced.
  package func words(
    picture: PictureFacts?, scaling: [String] = [], sounds: [SoundFacts], light: LightData = LightData(),
    fields: FieldOrder? = nil
  ) -> [String] {
    let filters = picture.map { filterWords($0, scaling, fields) } ?? []
    return (picture.map { pictureWords($0, light, fields) } ?? []) + filters + soundWords(sounds)
      + (filters.isEmpty ? givenWords : givenWordsWithoutFilters) + fileWords
  }

  private func pictureWords(_ picture: PictureFacts, _ light: LightData, _ fields: FieldOrder?) -> [String] {
    if let known = pictureCodec(picture) {
      let colour = becomesHalfColour(picture, in: known) ? ["-pix_fmt:v:0", "yuv420p"] : []
      return words(known, picture, light) + nameWords(known) + colour
        + (keepsFields(fields, in: known) ? ["-flags:v:0", "+ilme+ildct"] : [])
    }
    guard let encoder else { return presetWords(for: picture) }
    // If --encode names a device, the user has chosen a graphics card.
    let isChosen = names(.device)
    return ["-c:v", encoder.name] + (quality.map(encoder.qualityWords) ?? []) + presetWords(for: picture)
      + (encoder.hasAlphaBeside(picture) ? ["-auto-alt-ref", "0"] : [])
      + (isChosen ? [] : encoder.deviceWords)
  }

  private func soundWords(_ sounds: [SoundFacts]) -> [String] {
    guard let codec = soundCodec else { return [] }
    return sounds.enumerated().flatMap { number, sound in
      Self.words(codec, sound, of: sounds.count == 1 ? "" : ":\(number)")
    }
  }

  /// The words of --encode.
  var givenWords: [String] { given ?? [] }

  /// Whether --encode contains one of these options.
  func names(_ options: FFmpegOptions) -> Bool { givenWords.contains(where: options.contains) }

  /// Whether the codec of the picture is known to drop alpha.
  package var losesAlpha: Bool {
    switch codec {
    case .h264, .hevc, .dnxhr, .av1: return true
    // The alpha of VP9 is a second picture, for which Matroska has room beside the first.
    case .vp9: return !kind.isMatroska && !kind.isNamedByWords
    case .prores, .ffv1, .gif, .apng: return false
    case nil: break
    }
    if let encoder { return encoder.losesAlpha }
    guard !names(.pictureCodec) else { return false }
    return kind.picture != nil && kind.pictureWithAlpha == nil
  }

  /// Whether HDR10 metadata about display and brightness is lost. This is so if the encoder cannot write it, or if
  /// --encode sets the encoder's parameters.
  func loses(_ light: LightData, of picture: PictureFacts) -> Bool {
    if light.isEmpty || given?.contains(where: { $0.contains("master") }) == true { return false }
    return switch pictureCodec(picture) {
    case .hevc: names(.x265)
    case .h264: names(.x264)
    default: true
    }
  }

  /// The codec of the picture; nil if --encode names it, or if it is not a known codec.
  func pictureCodec(_ picture: PictureFacts) -> FileKind.PictureCodec? {
    guard !names(.pictureCodec) else { return nil }
    if codec != nil || encoder != nil { return codec }
    if CarriedPixels.hasAlpha(picture.pixelFormat), let codec = kind.pictureWithAlpha { return codec }
    // Few players expect HDR in H.264. Pictures below 64 pixels make libx265 corrupt its own memory.
    let takesHEVC = picture.isHDR && min(picture.width, picture.height) >= 64
    return kind.picture == .h264 && takesHEVC ? .hevc : kind.picture
  }

  /// Whether --codec or --encode says how the picture is encoded.
  var choosesPictureCodec: Bool { codec != nil || encoder != nil || names(.pictureCodec) }

  /// The video encoder that --encode or --codec names, unless it is one of the known codecs.
  var namedEncoder: String? { FFmpegOptions.encoder(in: givenWords) ?? encoder?.name }

  /// Nil if --encode names the codec.
  var soundCodec: FileKind.SoundCodec? { names(.soundCodec) ? nil : kind.sound }

  /// The even size that the codec needs for a picture with an odd size; nil if it needs none.
  func evenSize(of picture: PictureFacts) -> (width: Int, height: Int)? {
    let codec = pictureCodec(picture)
    // With chroma at half resolution, these encoders accept only even sizes.
    guard codec == .h264 || codec == .hevc || encoder?.facts.device != nil,
      (picture.width | picture.height) % 2 == 1
    else { return nil }
    let carried = CarriedPixels.format(for: picture.pixelFormat)
    let isHalved = ["420", "422", "411", "410"].contains { carried.contains($0) }
    guard isHalved || codec.map({ becomesHalfColour(picture, in: $0) }) ?? true else { return nil }
    return (picture.width + picture.width % 2, picture.height + picture.height % 2)
  }

  /// Whether chroma loses half its resolution, so that every player can show the result. This is so for H.264 from RGB
  /// in formats made for players.
  func becomesHalfColour(_ picture: PictureFacts, in codec: FileKind.PictureCodec) -> Bool {
    codec == .h264 && kind.isQuickTime && CarriedPixels.needsColourConversion(picture.pixelFormat)
      && !names(.pixelFormat)
  }

  /// Whether the result says that its picture is interlaced. The words of --encode may set the encoder's flags.
  func marksFields(_ fields: FieldOrder, of picture: PictureFacts) -> Bool {
    givenWords.contains { $0.contains("ildct") } || pictureCodec(picture).map { keepsFields(fields, in: $0) } ?? false
  }

  func keepsFields(_ fields: FieldOrder?, in codec: FileKind.PictureCodec) -> Bool {
    fields != nil && [.h264, .prores, .ffv1].contains(codec)
  }

  /// Settings with which the result looks like the source, and plays everywhere.
  private func words(
    _ codec: FileKind.PictureCodec, _ picture: PictureFacts, _ light: LightData
  ) -> [String] {
    let carried = CarriedPixels.format(for: picture.pixelFormat)
    switch codec {
    case .h264:
      let parameters = light.parameters(screen: "mastering-display", brightest: "cll").joined(separator: ":")
      return ["-c:v", "libx264"] + presetWords(for: picture, usually: "medium") + qualityWords(usually: "18")
        + (parameters.isEmpty ? [] : ["-x264-params", parameters])
    case .hevc:
      let parameters =
        ["log-level=error"] + (picture.isPQ ? ["hdr10=1", "repeat-headers=1"] : [])
        + light.parameters(screen: "master-display", brightest: "max-cll")
      return ["-c:v", "libx265"] + presetWords(for: picture, usually: "medium") + qualityWords(usually: "20")
        + ["-x265-params", parameters.joined(separator: ":")]
    case .av1:
      return [
        "-c:v", "libaom-av1", "-crf", quality ?? "24", "-b:v", "0", "-cpu-used", isDraft ? "8" : "6", "-row-mt", "1",
      ]
        + (isDraft ? ["-usage", "realtime"] : [])
    case .prores where CarriedPixels.hasAlpha(picture.pixelFormat):
      return ["-c:v", "prores_ks", "-profile:v:0", "4444", "-pix_fmt", "yuva444p10le"]
        + (quality.map { ["-q:v:0", $0] } ?? [])
    case .prores: return ["-c:v", "prores_ks", "-profile:v:0", "3"] + (quality.map { ["-q:v:0", $0] } ?? [])
    case .dnxhr:
      let (profile, format) = Self.profileOfDNxHR(for: carried)
      return ["-c:v", "dnxhd", "-profile:v:0", profile, "-pix_fmt:v:0", format]
        + (quality.map { ["-q:v:0", $0] } ?? [])
    case .ffv1: return ["-c:v", "ffv1", "-level", "3", "-g", "1"]
    // The results loop for ever.
    case .gif: return ["-c:v", "gif", "-loop", "0"]
    case .apng: return ["-c:v", "apng", "-plays", "0"]
    case .vp9:
      let words = [
        "-c:v", "libvpx-vp9", "-crf", quality ?? "24", "-b:v", "0", "-deadline", isDraft ? "realtime" : "good",
        "-cpu-used", isDraft ? "8" : "3", "-row-mt", "1",
      ]
      // Frames that are shown later than they are coded lose their alpha.
      if CarriedPixels.hasAlpha(picture.pixelFormat) { return words + ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"] }
      // For grey, ffmpeg would choose RGB or 8 bits for libvpx.
      let depth = PixelDescriptor(carried).map { $0.depth > 10 ? "12le" : $0.depth > 8 ? "10le" : "" } ?? ""
      return carried.hasPrefix("gray") ? words + ["-pix_fmt", "yuv420p\(depth)"] : words
    }
  }

  /// Empty if --encode sets a bit rate or a quantizer, because x264 and x265 ignore both beside `-crf`.
  private func qualityWords(usually usual: String) -> [String] {
    if quality == nil, names(.bitRate) { return [] }
    return ["-crf", quality ?? usual]
  }

  /// The smallest profile for frames of a pixel format, and the pixel format that ffmpeg requires for it.
  private static func profileOfDNxHR(for format: String) -> (profile: String, format: String) {
    guard let carried = PixelDescriptor(format) else { return ("dnxhr_444", "yuv444p10le") }
    if carried.components.count > 1, carried.chromaShift.width == 0 { return ("dnxhr_444", "yuv444p10le") }
    return carried.depth > 8 ? ("dnxhr_hqx", "yuv422p10le") : ("dnxhr_hq", "yuv422p")
  }

  /// - Parameter track: `:N` for the Nth of several tracks, empty for a single track.
  private static func words(_ codec: FileKind.SoundCodec, _ sound: SoundFacts, of track: String) -> [String] {
    let layout = SoundLayout.replacement(for: sound, in: codec)
    let filter = layout.map { ["-filter:a\(track)", "aformat=channel_layouts=\($0)"] } ?? []
    let bitRate = "\(96 * sound.channels)k"
    switch codec {
    case .aac:
      // At most three bits per sample. A frame has room for six, but using them makes the encoder slow.
      let kilobits = min(96, max(16, sound.rate * 3 / 1000))
      return ["-c:a\(track)", "aac", "-b:a\(track)", "\(kilobits * sound.channels)k"] + filter
    case .opus:
      // At other rates, libopus delays timestamps by up to 6 ms. Without a mapping family, 5.0 and 6.1 play from the
      // wrong speakers, because ffmpeg writes another order than it declares.
      let mapping = sound.channels > 2 ? ["-mapping_family:a\(track)", "1"] : []
      return ["-c:a\(track)", "libopus", "-b:a\(track)", bitRate, "-ar:a\(track)", "48000"] + mapping + filter
    case .mp3: return ["-c:a", "libmp3lame", "-q:a", "2"] + filter
    case .flac: return ["-c:a", "flac"]
    // The samples already have their final format.
    case .wav: return ["-c:a", "pcm_\(CarriedSamples.format(of: sound))"]
    }
  }
}
