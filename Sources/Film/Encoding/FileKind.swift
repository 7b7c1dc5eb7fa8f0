/// A kind of file that can be made, and what is in it by default.
package struct FileKind: Equatable, Sendable {
  /// In lower case.
  package let endings: [String]
  /// ffmpeg's name of what writes it.
  package let muxer: String
  /// Nil where there is only sound.
  package let picture: PictureCodec?
  package let sound: SoundCodec
  /// Whether the index is moved to the front, so that a film can be played while it is loaded.
  let putsIndexInFront: Bool
  /// Nil where there are no subtitles of text.
  package let subtitles: SubtitleCodec?
  /// What ffmpeg writes into it besides tracks.
  let extras: Extras
  /// The codec of the picture where it has alpha.
  let pictureWithAlpha: PictureCodec?

  /// Whether it is one of the kinds that began as Apple's QuickTime.
  var isQuickTime: Bool { ["mp4", "mov", "ipod"].contains(muxer) }

  /// How it has chapters.
  enum Chapters { case asSuch, amongTags, nowhere }

  var chapters: Chapters {
    switch muxer {
    case "opus", "ogg", "flac": .amongTags
    case "wav": .nowhere
    default: .asSuch
    }
  }

  /// Whether ffmpeg writes a codec into it.
  func holds(_ codec: PictureCodec) -> Bool {
    switch muxer {
    case "mp4": [.h264, .hevc, .av1, .vp9].contains(codec)
    case "mov": [.h264, .hevc, .prores, .dnxhr, .ffv1].contains(codec)
    case "webm": [.av1, .vp9].contains(codec)
    default: true
    }
  }

  /// Which dispositions of its tracks ffmpeg writes into it.
  func dispositions(of track: ProbedStream.Kind) -> Set<String> {
    let common: Set = ["default", "forced"]
    switch muxer {
    case "mp4": return common.union(["dub", "comment", "captions", "descriptions"] + Self.impairments)
    case "mov": return ["default"]
    case "webm": return track == .subtitle ? common.union(["captions", "descriptions", "metadata"]) : common
    default:
      let all = common.union(["dub", "original", "comment"] + Self.impairments)
      return track == .subtitle ? all.union(["descriptions"]) : all
    }
  }

  private static let impairments = ["hearing_impaired", "visual_impaired"]

  struct Extras: OptionSet, Sendable {
    let rawValue: Int

    static let cover = Extras(rawValue: 1)
    static let attachments = Extras(rawValue: 2)
  }

  /// By the names that --codec takes.
  package enum PictureCodec: String, Sendable { case h264, hevc, av1, vp9, prores, dnxhr, ffv1 }

  package enum SubtitleCodec: Sendable {
    case movText, webVTT
    /// ASS stays ASS, everything else becomes SubRip.
    case subRipOrASS
  }

  package enum SoundCodec: Sendable { case aac, opus, mp3, flac, wav }

  /// One row for each kind. How each codec is set stands in `Encoding`.
  package static let all = [
    FileKind(["mp4", "m4v"], "mp4", .h264, .aac, .movText, .cover, putsIndexInFront: true),
    FileKind(["mov"], "mov", .h264, .aac, .movText, withAlpha: .prores, putsIndexInFront: true),
    FileKind(["mkv"], "matroska", .h264, .opus, .subRipOrASS, .attachments),
    FileKind(["webm"], "webm", .vp9, .opus, .webVTT, withAlpha: .vp9),
    FileKind(["m4a"], "ipod", nil, .aac, nil, .cover, putsIndexInFront: true),
    FileKind(["mp3"], "mp3", nil, .mp3, nil, .cover),
    FileKind(["flac"], "flac", nil, .flac, nil, .cover),
    FileKind(["wav"], "wav", nil, .wav),
    FileKind(["opus"], "opus", nil, .opus),
    FileKind(["ogg"], "ogg", nil, .opus),
  ]

  private init(
    _ endings: [String], _ muxer: String, _ picture: PictureCodec?, _ sound: SoundCodec,
    _ subtitles: SubtitleCodec? = nil, _ extras: Extras = [], withAlpha: PictureCodec? = nil,
    putsIndexInFront: Bool = false
  ) {
    self.endings = endings
    self.muxer = muxer
    self.picture = picture
    self.sound = sound
    self.subtitles = subtitles
    self.extras = extras
    pictureWithAlpha = withAlpha
    self.putsIndexInFront = putsIndexInFront
  }

  /// WebM is Matroska too.
  var isMatroska: Bool { ["matroska", "webm"].contains(muxer) }

  /// The kind that the ending of a file's name asks for, in upper or lower case; nil if there is none.
  package static func of(name: String) -> FileKind? {
    let file = name.unicodeScalars.split(separator: "/").last
    let parts = file?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let ending = parts.last.map({ String($0).lowercased() }) else { return nil }
    return all.first { $0.endings.contains(ending) }
  }
}
