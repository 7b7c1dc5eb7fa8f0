import Values

/// A kind of output file: its default tracks, and what ffmpeg can write into it.
struct FileKind: Equatable, Sendable {
  /// Filename extensions, in lower case.
  let endings: [String]
  /// Empty if it is unknown.
  let mediaType: String
  /// ffmpeg's name of the muxer; nil if --encode names it.
  let muxer: String?
  let family: Family
  /// Nil in audio-only formats.
  let picture: PictureCodec?
  /// The codec for a picture with alpha.
  let pictureWithAlpha: PictureCodec?
  let sound: SoundCodec?
  /// Nil if the format has no text subtitles.
  let subtitles: SubtitleCodec?
  /// The picture codecs that `--codec` accepts; nil for any.
  let pictures: Set<PictureCodec>?
  /// What ffmpeg can write into the file besides tracks.
  let extras: Extras
  let chapters: Chapters
  /// Dispositions that ffmpeg can write for tracks other than subtitles, by ffmpeg's names; nil for any.
  let dispositions: Set<String>?
  /// Dispositions that ffmpeg can write for subtitles; nil for any.
  let subtitleDispositions: Set<String>?
  /// Names of tags that the format defines. Others need `-movflags +use_metadata_tags`, with which ffmpeg writes no
  /// cover pictures. Nil if the format accepts any tag.
  let tags: Set<String>?
  let languages: Languages
  /// Whether the index moves to the front, so that playback can start during a download.
  let putsIndexInFront: Bool
  /// Whether ffmpeg needs an option to write the colours of DNxHR, whose packets always claim BT.709.
  let writesColoursIfTold: Bool
  /// Whether the first timestamp of a file may differ from 0. MPEG-TS starts at 1.4 s.
  var shiftsTimes = false
  /// The defaults for animated images, which have no sound; nil for films.
  var image: Image?

  /// `quickTime`: the formats derived from Apple's QuickTime, which players support best. `matroska` includes WebM.
  enum Family: Sendable { case quickTime, matroska, other }

  struct Image: Equatable, Sendable {
    /// Frames per second.
    let mostFrames = 15.0
    let mostWidth = 480
    /// The resolution of its timestamps.
    let ticksPerSecond: Int
  }

  /// How the format stores chapters.
  enum Chapters: Sendable { case asSuch, amongTags, nowhere }

  /// The language codes that ffmpeg expects for the format.
  enum Languages: Sendable { case ofISO, ofMacintosh }

  struct Extras: OptionSet, Sendable {
    let rawValue: Int

    static let cover = Extras(rawValue: 1)
    static let attachments = Extras(rawValue: 2)
    /// The format has no cover pictures, but attachments can serve as covers.
    static let coverAsAttachment = Extras(rawValue: 4)
  }

  /// The raw values are the names in --codec.
  enum PictureCodec: String, Sendable { case h264, hevc, av1, vp9, prores, dnxhr, ffv1, gif, apng }

  enum SubtitleCodec: Sendable {
    case movText, webVTT
    /// ASS stays ASS, and other text becomes SubRip.
    case subRipOrASS
  }

  enum SoundCodec: Sendable { case aac, opus, mp3, flac, wav }

  var isQuickTime: Bool { family == .quickTime }
  var isMatroska: Bool { family == .matroska }

  /// Whether only `-f` in --encode determines the format.
  var isNamedByWords: Bool { muxer == nil }

  /// The name in messages.
  var name: String { muxer ?? "the file" }

  func dispositions(of track: ProbedStream.Kind) -> Set<String>? {
    track == .subtitle ? subtitleDispositions : dispositions
  }

  /// The kind that a muxer of ffmpeg writes; nil if there is none.
  static func named(by muxer: String, among kinds: [FileKind]) -> FileKind? { kinds.first { $0.muxer == muxer } }

  /// The kind that the extension of a file name requests, in upper or lower case; nil if none matches.
  static func of(name: String, among kinds: [FileKind]) -> FileKind? {
    FileName(name).ending.flatMap { ending in kinds.first { $0.endings.contains(ending.lowercased()) } }
  }
}

extension FileKind {
  /// The format for standard output: Matroska, which needs no index and accepts everything.
  static let streamed = all.first { $0.muxer == "matroska" } ?? unknown

  /// Muxer options that make a growing file readable: it is written in short complete parts.
  static func streamed(by muxer: String) -> [String] {
    switch muxer {
    case "matroska", "webm": ["-cluster_time_limit", "100"]
    // With a delayed moov box, the index states where the sound begins.
    case "mp4", "mov", "ipod", "3gp", "ismv":
      ["-movflags", "+delay_moov+default_base_moof", "-frag_duration", "100000"]
    default: []
    }
  }
}

/// One row per format. `Encoding` sets the codecs' options.
extension FileKind {
  static let all = [
    FileKind(
      endings: ["mp4", "m4v"], mediaType: "video/mp4", muxer: "mp4", family: .quickTime, picture: .h264,
      pictureWithAlpha: nil, sound: .aac,
      subtitles: .movText, pictures: [.h264, .hevc, .av1, .vp9], extras: .cover, chapters: .asSuch,
      dispositions: dispositionsOfMP4, subtitleDispositions: dispositionsOfMP4,
      tags: tagsOfMP4, languages: .ofISO, putsIndexInFront: true, writesColoursIfTold: false),
    FileKind(
      endings: ["mov"], mediaType: "video/quicktime", muxer: "mov", family: .quickTime, picture: .h264,
      pictureWithAlpha: .prores, sound: .aac,
      subtitles: .movText, pictures: [.h264, .hevc, .prores, .dnxhr, .ffv1], extras: [], chapters: .asSuch,
      dispositions: ["default"], subtitleDispositions: ["default"], tags: tagsOfMOV, languages: .ofMacintosh,
      putsIndexInFront: true, writesColoursIfTold: true),
    FileKind(
      endings: ["mkv"], mediaType: "video/x-matroska", muxer: "matroska", family: .matroska, picture: .h264,
      pictureWithAlpha: nil, sound: .opus,
      subtitles: .subRipOrASS, pictures: nil, extras: [.attachments, .coverAsAttachment], chapters: .asSuch,
      dispositions: usualDispositions,
      subtitleDispositions: usualDispositions.union(["descriptions"]), tags: nil, languages: .ofISO,
      putsIndexInFront: false, writesColoursIfTold: false),
    FileKind(
      endings: ["webm"], mediaType: "video/webm", muxer: "webm", family: .matroska, picture: .vp9,
      pictureWithAlpha: .vp9, sound: .opus,
      subtitles: .webVTT, pictures: [.av1, .vp9], extras: [], chapters: .asSuch,
      dispositions: ["default", "forced"],
      subtitleDispositions: ["default", "forced", "captions", "descriptions", "metadata"], tags: nil,
      languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false),
    // Without an extension: only `-f` names it.
    FileKind(
      endings: [], mediaType: "video/mp2t", muxer: "mpegts", family: .other, picture: .h264,
      pictureWithAlpha: nil, sound: .aac,
      subtitles: nil, pictures: [.h264, .hevc], extras: [], chapters: .nowhere,
      dispositions: ["default", "hearing_impaired", "visual_impaired"], subtitleDispositions: nil, tags: nil,
      languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false, shiftsTimes: true),
    ofImages("gif", .gif, ticksPerSecond: 100), ofImages("apng", .apng, ticksPerSecond: 1000),
    ofSound("m4a", "audio/mp4", "ipod", .quickTime, .aac, .cover, .asSuch, tags: tagsOfMP4, putsIndexInFront: true),
    ofSound("mp3", "audio/mpeg", "mp3", .other, .mp3, .cover, .asSuch, tags: nil, putsIndexInFront: false),
    ofSound("flac", "audio/flac", "flac", .other, .flac, .cover, .amongTags, tags: nil, putsIndexInFront: false),
    ofSound("wav", "audio/wav", "wav", .other, .wav, [], .nowhere, tags: nil, putsIndexInFront: false),
    ofSound("opus", "audio/ogg", "opus", .other, .opus, [], .amongTags, tags: nil, putsIndexInFront: false),
    ofSound("ogg", "audio/ogg", "ogg", .other, .opus, [], .amongTags, tags: nil, putsIndexInFront: false),
  ]

  /// The formats whose timestamps can have any resolution.
  static let finer = ".mp4 or .mov"

  /// The format that `-f` in --encode names. Only what every format can hold is written.
  static let unknown = FileKind(
    endings: [], mediaType: "", muxer: nil, family: .other, picture: nil, pictureWithAlpha: nil, sound: nil,
    subtitles: nil,
    pictures: nil, extras: [], chapters: .asSuch, dispositions: nil, subtitleDispositions: nil, tags: nil,
    languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false, shiftsTimes: true)

  /// A row for an audio-only format.
  private static func ofSound(
    _ ending: String, _ mediaType: String, _ muxer: String, _ family: Family, _ sound: SoundCodec, _ extras: Extras,
    _ chapters: Chapters,
    tags: Set<String>?, putsIndexInFront: Bool
  ) -> FileKind {
    FileKind(
      endings: [ending], mediaType: mediaType, muxer: muxer, family: family, picture: nil, pictureWithAlpha: nil,
      sound: sound,
      subtitles: nil, pictures: nil, extras: extras, chapters: chapters, dispositions: usualDispositions,
      subtitleDispositions: nil, tags: tags, languages: .ofISO, putsIndexInFront: putsIndexInFront,
      writesColoursIfTold: false)
  }

  /// A row for an animated image. Its pixels are square.
  private static func ofImages(_ name: String, _ codec: PictureCodec, ticksPerSecond: Int) -> FileKind {
    FileKind(
      endings: [name], mediaType: "image/\(name)", muxer: name, family: .other, picture: codec, pictureWithAlpha: codec,
      sound: nil,
      subtitles: nil, pictures: [codec], extras: [], chapters: .nowhere, dispositions: nil,
      subtitleDispositions: nil, tags: nil, languages: .ofISO, putsIndexInFront: false, writesColoursIfTold: false,
      image: Image(ticksPerSecond: ticksPerSecond))
  }

  /// ffmpeg's arguments that split a finished file with such a muxer. Pictures are encoded anew.
  static func splitting(by muxer: String) -> String {
    muxer == "image2" ? "-i FILE picture-%04d.png" : "-c copy -f \(muxer)"
  }

  /// Muxers that write several files, or files with generated names.
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
