import Pixels

/// How a result is encoded and written, in words for ffmpeg.
package struct Encoding: Equatable, Sendable {
  /// Nil where the words of --encode name the kind of file, by -f.
  package let kind: FileKind?
  /// The words of --encode.
  private let given: [String]?
  private let codec: String?
  private let quality: String?
  /// Whether the file's ending says that it is for sound alone.
  package let isSoundOnly: Bool

  package init(_ job: FilmJob) throws(FilmError) {
    given = job.encoding
    codec = job.codec
    quality = job.quality
    let output = job.output ?? ""
    let named = FileKind.of(name: output)
    if given?.contains("-f") == true {
      kind = nil
    } else if let named {
      kind = named
    } else {
      throw .usage(
        "what kind of file '\(output)' is to be is not known",
        advice: "end it in .mp4, .mov, .mkv or .webm, or give --encode '-f …'")
    }
    isSoundOnly = named.map { $0.picture == nil } ?? false
    try refuseIdleWishes(for: output)
  }

  /// A wish about the picture that nothing would come of is refused.
  private func refuseIdleWishes(for output: String) throws(FilmError) {
    guard let wish = codec != nil ? "--codec" : quality != nil ? "--quality" : nil else { return }
    if isSoundOnly { throw .usage("\(wish) is about the picture, and '\(output)' has none") }
    if names(Self.pictureOptions) { throw .usage("\(wish) and a picture codec in --encode do not go together") }
    if quality != nil, codec == FileKind.PictureCodec.ffv1.rawValue {
      throw .usage("--quality is nothing to ffv1, which loses nothing")
    }
  }

  /// Whether the sound is kept without loss, by the default for the kind of file.
  var isLossless: Bool { !names(Self.soundOptions) && (kind?.sound == .wav || kind?.sound == .flac) }

  /// Whether the result is Opus in Matroska. With --encode it is taken for Opus if any of the words contains `opus`.
  var putsOpusIntoMatroska: Bool {
    kind.map { ["webm", "matroska"].contains($0.muxer) && $0.sound == .opus } == true
      && (!names(Self.soundOptions) || given?.contains { $0.contains("opus") } == true)
  }

  /// The words about codecs and the file. Those of --encode come after the defaults and so overrule them; a codec named
  /// among them replaces what is said of its kind.
  ///
  /// - Parameters:
  ///   - picture: nil where the result has no picture.
  ///   - sounds: of each sound track of the result.
  ///   - light: what is known of the brightness of an HDR picture.
  package func words(picture: PictureFacts?, sounds: [SoundFacts], light: LightData = LightData()) -> [String] {
    var words: [String] = []
    if let picture, !names(Self.pictureOptions), kind == nil || kind?.picture != nil {
      words += pictureWords(picture, light)
    }
    if let kind, !names(Self.soundOptions) {
      for (number, sound) in sounds.enumerated() {
        words += Self.words(kind.sound, sound, of: sounds.count == 1 ? "" : ":\(number)")
      }
    }
    words += given ?? []
    if let kind {
      if kind.putsIndexInFront { words += ["-movflags", "+faststart"] }
      words += ["-f", kind.muxer]
    }
    return words
  }

  /// Whether --encode names a codec by one of these options, perhaps for one track: `-c:a:0`.
  private func names(_ options: [String]) -> Bool {
    given?.contains { word in options.contains { word == $0 || $0.contains(":") && word.hasPrefix($0 + ":") } } ?? false
  }

  private static let pictureOptions = ["-c", "-codec", "-c:v", "-codec:v", "-vcodec", "-vn"]
  private static let soundOptions = ["-c", "-codec", "-c:a", "-codec:a", "-acodec", "-an"]

  /// Whether the codec of the picture has no alpha, for all that is known of it.
  package var losesAlpha: Bool {
    guard !names(Self.pictureOptions), codec == nil else {
      return codec == "h264" || codec == "hevc" || codec == "dnxhr"
    }
    return kind?.picture != nil && kind?.pictureWithAlpha == nil
  }

  private func pictureWords(_ picture: PictureFacts, _ light: LightData) -> [String] {
    guard let codec else {
      guard let usual = kind?.picture else { return [] }
      if CarriedPixels.hasAlpha(picture.pixelFormat), let codec = kind?.pictureWithAlpha {
        return Self.words(codec, picture, quality, light)
      }
      // libx264 cannot write what HDR10 says of brightness, and few players expect HDR in H.264. Of pictures less than 64
      // wide libx265 destroys its own memory.
      let takesHEVC = picture.isHDR && min(picture.width, picture.height) >= 64
      return Self.words(usual == .h264 && takesHEVC ? .hevc : usual, picture, quality, light)
    }
    if let known = FileKind.PictureCodec(rawValue: codec) { return Self.words(known, picture, quality, light) }
    return ["-c:v", codec] + (quality.map { ["-q:v", $0] } ?? [])
  }

  /// Settings with which the result can hardly be told from the source, and which play everywhere.
  private static func words(
    _ codec: FileKind.PictureCodec, _ picture: PictureFacts, _ quality: String?, _ light: LightData
  ) -> [String] {
    let carried = CarriedPixels.format(for: picture.pixelFormat)
    // Where colour has half the resolution, these encoders take even sizes only.
    let isOdd = (picture.width | picture.height) % 2 == 1
    let isHalved = ["420", "422", "411", "410"].contains { carried.contains($0) }
    let even = isOdd && isHalved ? ["-filter:v:0", "crop=trunc(iw/2)*2:trunc(ih/2)*2"] : []
    switch codec {
    case .h264: return ["-c:v", "libx264", "-preset", "medium", "-crf", quality ?? "18"] + even
    case .hevc:
      // hvc1 is the name by which Apple's players know it.
      return ["-c:v", "libx265", "-preset", "medium", "-crf", quality ?? "20", "-x265-params"]
        + ["log-level=error" + (picture.isPQ ? ":hdr10=1:repeat-headers=1" : "") + light.parameters]
        + ["-tag:v:0", "hvc1"] + even
    case .av1:
      return ["-c:v", "libaom-av1", "-crf", quality ?? "24", "-b:v", "0", "-cpu-used", "6", "-row-mt", "1"]
    case .prores where CarriedPixels.hasAlpha(picture.pixelFormat):
      return ["-c:v", "prores_ks", "-profile:v:0", "4444", "-pix_fmt", "yuva444p10le"]
        + (quality.map { ["-q:v:0", $0] } ?? [])
    case .prores: return ["-c:v", "prores_ks", "-profile:v:0", "3"] + (quality.map { ["-q:v:0", $0] } ?? [])
    case .dnxhr: return ["-c:v", "dnxhd", "-profile:v:0", "dnxhr_hq"] + (quality.map { ["-q:v:0", $0] } ?? [])
    case .ffv1: return ["-c:v", "ffv1", "-level", "3", "-g", "1"]
    case .vp9:
      let words = [
        "-c:v", "libvpx-vp9", "-crf", quality ?? "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "3",
        "-row-mt", "1",
      ]
      // Frames that are shown later than they are coded have no alpha.
      if CarriedPixels.hasAlpha(picture.pixelFormat) { return words + ["-pix_fmt", "yuva420p", "-auto-alt-ref", "0"] }
      // Given grey, ffmpeg would choose RGB for libvpx.
      return carried.hasPrefix("gray") ? words + ["-pix_fmt", "yuv420p"] : words
    }
  }

  /// - Parameter track: `:N` for the Nth of several tracks, empty for one alone.
  private static func words(_ codec: FileKind.SoundCodec, _ sound: SoundFacts, of track: String) -> [String] {
    let bitRate = "\(96 * sound.channels)k"
    switch codec {
    case .aac:
      let words = ["-c:a\(track)", "aac", "-b:a\(track)", bitRate]
      // AAC has names for layouts with back speakers and none for side speakers, and players know only layouts with
      // names.
      let hasSides = ["5.0(side)", "5.1(side)"].contains(sound.layout)
      return hasSides
        ? words + ["-filter:a\(track)", "aformat=channel_layouts=\(sound.layout?.prefix(3) ?? "")"] : words
    case .opus:
      let words = ["-c:a\(track)", "libopus", "-b:a\(track)", bitRate]
      // libopus takes layouts with back speakers, not those with side speakers.
      return sound.channels > 2
        ? words + ["-filter:a\(track)", "aformat=channel_layouts=3.0|quad|5.0|5.1|6.1|7.1"] : words
    case .mp3: return ["-c:a", "libmp3lame", "-q:a", "2"]
    case .flac: return ["-c:a", "flac"]
    // The samples come as they are to be.
    case .wav: return ["-c:a", "pcm_\(CarriedSamples.format(of: sound))"]
    }
  }
}
