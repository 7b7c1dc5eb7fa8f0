/// A kind of file that can be made: what is in it by default, and what ffmpeg writes into it.
struct FileKind: Equatable, Sendable {
  /// In lower case.
  let endings: [String]
  /// ffmpeg's name of what writes it; nil where --encode says it.
  let muxer: String?
  let family: Family
  /// Nil where there is only sound.
  let picture: PictureCodec?
  /// The codec of the picture where it has alpha.
  let pictureWithAlpha: PictureCodec?
  let sound: SoundCodec?
  /// Nil where there are no subtitles of text.
  let subtitles: SubtitleCodec?
  /// Picture codecs that `--codec` may ask for; nil for any.
  let pictures: Set<PictureCodec>?
  /// What ffmpeg writes into it besides tracks.
  let extras: Extras
  let chapters: Chapters
  /// Dispositions of tracks other than subtitles, by ffmpeg's names; nil for any.
  let dispositions: Set<String>?
  /// Dispositions of subtitles, by ffmpeg's names; nil for any.
  let subtitleDispositions: Set<String>?
  /// Names of tags that it has places for. Others need `-movflags +use_metadata_tags`, which excludes cover pictures.
  /// Nil if it takes any tag.
  let tags: Set<String>?
  let languages: Languages
  /// Whether the index is moved to the front, so that a film can be played while it is loaded.
  let putsIndexInFront: Bool
  /// Whether ffmpeg has to be told to write which colours DNxHR has: in its packets they are always those of BT.709.
  let writesColoursIfTold: Bool
  /// The defaults for moving images, which have no sound; nil for films.
  var image: Image?

  /// `quickTime`: the kinds that began as Apple's QuickTime, made for players. WebM is Matroska too.
  enum Family: Sendable { case quickTime, matroska, other }

  struct Image: Equatable, Sendable {
    /// Frames a second.
    let mostFrames = 15.0
    let mostWidth = 480
    /// The resolution of its timestamps.
    let ticksPerSecond: Int
  }

  /// How it has chapters.
  enum Chapters: Sendable { case asSuch, amongTags, nowhere }

  /// Which language codes ffmpeg expects for it.
  enum Languages: Sendable { case ofISO, ofMacintosh }

  struct Extras: OptionSet, Sendable {
    let rawValue: Int

    static let cover = Extras(rawValue: 1)
    static let attachments = Extras(rawValue: 2)
    /// Covers are attachments too.
    static let coverAsAttachment = Extras(rawValue: 4)
  }

  /// By the names that --codec takes.
  enum PictureCodec: String, Sendable { case h264, hevc, av1, vp9, prores, dnxhr, ffv1, gif, apng }

  enum SubtitleCodec: Sendable {
    case movText, webVTT
    /// ASS stays ASS, everything else becomes SubRip.
    case subRipOrASS
  }

  enum SoundCodec: Sendable { case aac, opus, mp3, flac, wav }

  var isQuickTime: Bool { family == .quickTime }
  var isMatroska: Bool { family == .matroska }

  /// Whether only --encode names it, by -f.
  var isNamedByWords: Bool { muxer == nil }

  /// In messages.
  var name: String { muxer ?? "the file" }

  func dispositions(of track: ProbedStream.Kind) -> Set<String>? {
    track == .subtitle ? subtitleDispositions : dispositions
  }

  /// The kind that the ending of a file's name asks for, in upper or lower case; nil if there is none.
  static func of(name: String, among kinds: [FileKind]) -> FileKind? {
    let file = name.unicodeScalars.split(separator: "/").last
    let parts = file?.split(separator: ".", omittingEmptySubsequences: false) ?? []
    guard parts.count > 1, let ending = parts.last.map({ String($0).lowercased() }) else { return nil }
    return kinds.first { $0.endings.contains(ending) }
  }
}

extension FileKind {
  /// The kind that goes to standard output: Matroska, the one that needs no index and takes everything.
  static let streamed = all.first { $0.muxer == "matroska" } ?? unknown

  /// What has ffmpeg write a file so that it can be read while it grows: in short parts, each complete.
  static func streamed(by muxer: String) -> [String] {
    switch muxer {
    case "matroska", "webm": ["-cluster_time_limit", "100"]
    // Written behind the first fragment, the index can say where the sound begins.
    case "mp4", "mov", "ipod", "3gp", "ismv":
      ["-movflags", "+delay_moov+default_base_moof", "-frag_duration", "100000"]
    default: []
    }
  }
}

/// One row for each kind. How each codec is set stands in `Encoding`.
extension FileKind {
  static let all = [
    FileKind(
      endings: ["mp4", "m4v"], muxer: "mp4", family: .quickTime, picture: .h264, pictureWithAlpha: nil, sound: .aac,
      subtitles: .movText, pictures: [.h264, .hevc, .av1, .vp9], extras: .cover, chapters: .asSuch,
      dispositions: dispositionsOfMP4, subtitleDispositions: dispositionsOfMP4,
      tags: tagsOfMP4, languages: .ofISO, putsIndexInFront: true, writesColoursIfTold: false),
    FileKind(
      endings: ["mov"], muxer: "mov", family: .quickTime, picture: .h264, pictureWithAlpha: .prores, sound: .aac,
      subtitles: .movText, pictures: [.h264, .hevc, .prores, .dnxhr, .ffv1], extras: [], chapters: .asSuch,
      dispositions: ["default"], subtitleDispositions: ["default"], tags: tagsOfMOV, languages: .ofMacintosh,
      putsIndexInFront: true, writesColoursIfTold: true),
    FileKind(
      endings: ["mkv"], muxer: "matroska", family: .matroska, picture: .h264, pictureWithAlpha: nil, sound: .opus,
      subtitles: .subRipOrASS, pictures: nil, extras: [.attachments, .coverAsAttachment], chapters: .asSuch,
      dispositions: usualDispositions,
      subtitleDispositions: usualDispositions.union(["descriptions"]), tags: nil, languages: .ofISO,
      putsIndexInFront: false, writesColoursIfTold: false),
    FileKind(
      endings: ["webm"], muxer: "webm", family: .matroska, picture: .vp9, pictureWithAlpha: .vp9, sound: .opus,
      subtitles: .webVTT, pictures: [.av1, .vp9], extras: [], chapters: .asSuch,
      dispositions: ["default", "forced"],
      subtitleDispositions: ["default", "forced", "captions", "descriptions", "metadata"], tags: nil,
      languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false),
    ofImages("gif", .gif, ticksPerSecond: 100), ofImages("apng", .apng, ticksPerSecond: 1000),
    ofSound("m4a", "ipod", .quickTime, .aac, .cover, .asSuch, tags: tagsOfMP4, putsIndexInFront: true),
    ofSound("mp3", "mp3", .other, .mp3, .cover, .asSuch, tags: nil, putsIndexInFront: false),
    ofSound("flac", "flac", .other, .flac, .cover, .amongTags, tags: nil, putsIndexInFront: false),
    ofSound("wav", "wav", .other, .wav, [], .nowhere, tags: nil, putsIndexInFront: false),
    ofSound("opus", "opus", .other, .opus, [], .amongTags, tags: nil, putsIndexInFront: false),
    ofSound("ogg", "ogg", .other, .opus, [], .amongTags, tags: nil, putsIndexInFront: false),
  ]

  /// The kinds that hold times in any ticks.
  static let finer = ".mp4 or .mov"

  /// The kind that --encode names by -f: nothing is added that not every file holds.
  static let unknown = FileKind(
    endings: [], muxer: nil, family: .other, picture: nil, pictureWithAlpha: nil, sound: nil, subtitles: nil,
    pictures: nil, extras: [], chapters: .asSuch, dispositions: nil, subtitleDispositions: nil, tags: nil,
    languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false)

  /// A kind for sound alone.
  private static func ofSound(
    _ ending: String, _ muxer: String, _ family: Family, _ sound: SoundCodec, _ extras: Extras, _ chapters: Chapters,
    tags: Set<String>?, putsIndexInFront: Bool
  ) -> FileKind {
    FileKind(
      endings: [ending], muxer: muxer, family: family, picture: nil, pictureWithAlpha: nil, sound: sound,
      subtitles: nil, pictures: nil, extras: extras, chapters: chapters, dispositions: usualDispositions,
      subtitleDispositions: nil, tags: tags, languages: .ofISO, putsIndexInFront: putsIndexInFront,
      writesColoursIfTold: false)
  }

  /// A kind for moving images. Their pixels are square.
  private static func ofImages(_ name: String, _ codec: PictureCodec, ticksPerSecond: Int) -> FileKind {
    FileKind(
      endings: [name], muxer: name, family: .other, picture: codec, pictureWithAlpha: codec, sound: nil,
      subtitles: nil, pictures: [codec], extras: [], chapters: .nowhere, dispositions: nil,
      subtitleDispositions: nil, tags: nil, languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false,
      image: Image(ticksPerSecond: ticksPerSecond))
  }

  /// What ffmpeg writes as several files, or under names that it makes up.
  static let ofManyFiles: Set = [
    "segment", "stream_segment", "ssegment", "hls", "dash", "tee", "image2", "smoothstreaming", "hds", "webm_chunk",
  ]

  private static let usualDispositions: Set = [
    "default", "forced", "dub", "original", "comment", "hearing_impaired", "visual_impaired",
  ]
  private static let dispositionsOfMP4: Set = [
    "default", "forced", "dub", "comment", "captions", "descriptions", "hearing_impaired", "visual_impaired",
  ]
  private static let tagsOfMOV: Set = [
    "title", "artist", "album", "date", "comment", "genre", "copyright", "make", "model", "creation_time", "location",
  ]
  private static let tagsOfMP4: Set = [
    "title", "artist", "album_artist", "composer", "album", "date", "comment", "genre", "copyright", "grouping",
    "lyrics", "description", "synopsis", "show", "episode_id", "network", "keywords", "episode_sort", "season_number",
    "media_type", "hd_video", "gapless_playback", "compilation", "track", "disc", "creation_time", "location",
  ]
}
