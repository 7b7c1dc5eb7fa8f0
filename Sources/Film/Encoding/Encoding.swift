import Pixels

/// How a result is encoded and written, in words for ffmpeg.
package struct Encoding: Equatable, Sendable {
  /// Nil where the words of --encode name the kind of file, by -f.
  package let kind: FileKind?
  /// The words of --encode.
  private let given: [String]?
  /// Whether the file's ending says that it is for sound alone.
  package let isSoundOnly: Bool

  package init(_ job: FilmJob) throws(FilmError) {
    given = job.encoding
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
  }

  /// Whether the sound is kept without loss, by the default for the kind of file.
  var isLossless: Bool { given == nil && (kind?.sound == .wav || kind?.sound == .flac) }

  /// Whether the result is Opus in Matroska. With --encode it is taken for Opus if any of the words contains `opus`.
  var putsOpusIntoMatroska: Bool {
    kind.map { ["webm", "matroska"].contains($0.muxer) && $0.sound == .opus } == true
      && given.map { words in words.contains { $0.contains("opus") } } ?? true
  }

  /// The words about codecs and the file. Those of --encode replace what is said about codecs.
  ///
  /// - Parameters:
  ///   - picture: nil where the result has no picture.
  ///   - sounds: of each sound track of the result.
  package func words(picture: PictureFacts?, sounds: [SoundFacts]) -> [String] {
    var words = given ?? []
    if given == nil, let kind {
      if let picture, let codec = kind.picture { words += Self.words(codec, picture) }
      for (number, sound) in sounds.enumerated() {
        words += Self.words(kind.sound, sound, of: sounds.count == 1 ? "" : ":\(number)")
      }
    }
    if let kind {
      if kind.putsIndexInFront { words += ["-movflags", "+faststart"] }
      words += ["-f", kind.muxer]
    }
    return words
  }

  /// Settings with which the result can hardly be told from the source, and which play everywhere.
  private static func words(_ codec: FileKind.PictureCodec, _ picture: PictureFacts) -> [String] {
    let carried = CarriedPixels.format(for: picture.pixelFormat)
    switch codec {
    case .h264:
      let words = ["-c:v", "libx264", "-preset", "medium", "-crf", "18"]
      // Where colour has half the resolution, libx264 takes even sizes only.
      let isOdd = (picture.width | picture.height) % 2 == 1
      let isHalved = ["420", "422", "411", "410"].contains { carried.contains($0) }
      return isOdd && isHalved ? words + ["-filter:v:0", "crop=trunc(iw/2)*2:trunc(ih/2)*2"] : words
    case .vp9:
      let words = [
        "-c:v", "libvpx-vp9", "-crf", "24", "-b:v", "0", "-deadline", "good", "-cpu-used", "3", "-row-mt", "1",
      ]
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
