import Values

/// The facts about a file from ffprobe, except for its packets.
package struct Probe: Equatable, Sendable {
  /// The version of ffmpeg as ffprobe prints it, and the version of libavformat.
  package internal(set) var version = ""
  package internal(set) var formatLibrary: (major: Int, minor: Int)?
  package internal(set) var container = ProbedContainer()
  package internal(set) var streams: [ProbedStream] = []
  package internal(set) var chapters: [ProbedChapter] = []
  /// By stream index.
  private var firstFrames: [Int: FirstFrame] = [:]
  private var streamOfFrame = 0
  /// The line of the last stream so far. Nil after the line of a frame.
  private var streamLine: ProbeLine?

  package static func == (one: Probe, other: Probe) -> Bool {
    one.version == other.version && one.formatLibrary ?? (0, 0) == other.formatLibrary ?? (0, 0)
      && one.container == other.container && one.streams == other.streams && one.chapters == other.chapters
      && one.firstFrames == other.firstFrames
  }

  /// Decided by the library's version, because the names of ffmpeg's versions have many forms.
  var isBeforeFFmpeg51: Bool { isOlder(than: (59, 27)) }
  var isBeforeFFmpeg60: Bool { isOlder(than: (59, 31)) }

  /// The options that output each frame once, with its own timestamp.
  var asStamped: [String] { [isBeforeFFmpeg51 ? "-vsync" : "-fps_mode", "passthrough"] }

  private func isOlder(than library: (Int, Int)) -> Bool { formatLibrary.map { $0 < library } ?? false }

  mutating func take(_ line: ProbeLine) {
    switch line.section {
    case "program_version": version = line["version"] ?? ""
    case "library_version" where line["name"] == "libavformat":
      formatLibrary = (line.whole("major") ?? 0, line.whole("minor") ?? 0)
    case "format": container = ProbedContainer(line)
    // When asked about frames, ffprobe also prints a line for each stream, with the side data of its packets.
    case "stream" where line["index"] != nil || line["codec_type"] != nil:
      streamLine = line
      take(ProbedStream(line, position: streams.count))
    case "stream": firstFrames[streamOfFrame]?.take(line)
    case "chapter": chapters.append(ProbedChapter(line))
    case "frame":
      streamLine = nil
      streamOfFrame = line.whole("stream_index") ?? 0
      firstFrames[streamOfFrame, default: FirstFrame()].take(line)
    // The first side data is on the line of its stream or frame. Each further one has its own line after that.
    case "side_data":
      guard let stream = streamLine?.adding(line) else {
        firstFrames[streamOfFrame]?.take(line)
        break
      }
      streamLine = stream
      take(ProbedStream(stream, position: streams.count - 1))
    default: break
    }
  }

  /// The sound tracks by the numbers that --audio takes, with what is known of them.
  package var soundTracks: [(name: String, text: String)] {
    streams.filter { $0.kind == .sound }.enumerated().map { number, stream in
      let sound = stream.sound.map { ["\($0.layout ?? ($0.channels == 1 ? "mono" : "\($0.channels) channels"))"] } ?? []
      let facts = stream.isDecodable ? sound : ["ffmpeg cannot decode it"]
      let known = [stream.language, stream.title].compactMap(\.self)
      return ("sound track \(number + 1)", ([stream.codecName] + facts + known).joined(separator: ", "))
    }
  }

  /// The duration in seconds that the file states.
  var duration: Double? { streams.contains(where: \.saysNoLength) ? nil : container.duration }

  package func firstFrame(of stream: ProbedStream) -> FirstFrame { firstFrame(ofStream: stream.index) }

  func firstFrame(ofStream index: Int) -> FirstFrame { firstFrames[index] ?? FirstFrame() }

  /// Adds a stream. ffprobe lists the streams of a broadcast again under their program, with similar lines. If two have
  /// the same index, the later one counts.
  private mutating func take(_ stream: ProbedStream) {
    let index = streams.firstIndex { $0.index >= stream.index } ?? streams.count
    if index < streams.count, streams[index].index == stream.index {
      streams[index] = stream
    } else {
      streams.insert(stream, at: index)
    }
  }
}

package struct ProbedContainer: Equatable, Sendable {
  /// The names of the format, such as `mov,mp4,m4a,3gp,3g2,mj2`.
  package internal(set) var names: [String] = []
  /// In seconds: the earliest timestamp in the file, and the duration that the file states.
  package internal(set) var start: Double?
  package internal(set) var duration: Double?
  package internal(set) var tags: [Tag] = []
  /// In bytes.
  package internal(set) var size: Int?

  init() {}

  init(_ line: ProbeLine) {
    names = (line["format_name"] ?? "").split(separator: ",").map(String.init)
    start = line.seconds("start_time")
    duration = line.seconds("duration")
    size = line.whole("size")
    tags = line.tags
  }
}

package struct ProbedStream: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `cover` is a still picture that belongs to the file. `attachment` is an embedded file, such as a font.
    case picture, sound, subtitle, cover, attachment, other
  }

  package let index: Int
  package let kind: Kind
  /// The length of a tick in seconds. Timestamps are whole numbers of ticks.
  package let timeBase: Rational
  package let startTicks: Int?
  package let durationTicks: Int?
  /// Whether the file marks the length of the track as unknown. Then the length of the file is unknown too.
  let saysNoLength: Bool
  /// The number of frames, packets or samples that the file's header states. In AVI and CAF these are ticks.
  package let saidCount: Int?
  /// Whether packets contain the decoder's parameters, so that the size of the picture may change between them. In most
  /// mp4 files, the parameters are stored once for all packets.
  package let bringsItsHeaders: Bool
  /// Side data of the track, by ffprobe's names, such as `Spherical Mapping`.
  package let sideData: [String]
  /// In bits per second.
  package let bitRate: Int?
  /// The ISO 639 code. Nil if there is none, or if it contains other characters than letters and hyphens.
  package let language: String?
  package let title: String?
  /// Includes language and title.
  package let tags: [Tag]
  /// ffmpeg's name of the codec, or the file's own name if ffmpeg does not know the codec; empty if there is none.
  package let codec: String
  /// The codec in messages.
  var codecName: String { codec.isEmpty ? "unknown" : codec }
  /// Whether ffmpeg can decode it.
  package let isDecodable: Bool
  /// Whether a sound is announced, but has no packets at the start of the file. Then its format is unknown.
  var isUnheard: Bool { kind == .sound && isDecodable && sound?.channels == 0 }
  /// Whether an attachment says what kind of file it is, which Matroska needs.
  var hasMediaType: Bool { tags.contains { $0.name.lowercased() == "mimetype" } }
  /// Whether a cover has a width and height; otherwise it is not a picture.
  let hasSize: Bool
  /// Whether it is a track of GoPro with what the sensors of the camera measured.
  let isGPMF: Bool
  /// Whether its packets can be decoded only with a key.
  package internal(set) var isEncrypted: Bool
  /// The names of the dispositions that are set, such as `default`, as in ffmpeg's option `-disposition`.
  package let dispositions: [String]
  /// Whether a cover is the first picture of a track with one per chapter, as podcasts have.
  var picturesChapters: Bool { kind == .cover && dispositions.contains("timed_thumbnails") }
  /// Nil in tracks other than pictures, like `sound` in tracks other than sound.
  package internal(set) var picture: PictureFacts?
  package let sound: SoundFacts?

  init(_ line: ProbeLine, position: Int) {
    index = line.whole("index") ?? position
    // A stream without a timebase has no timestamps, so any value is right.
    timeBase = line["time_base"].flatMap(Rational.init(fraction:)) ?? Rational(1)!
    startTicks = line.whole("start_pts")
    saysNoLength = line.whole("duration_ts") == Self.unknownTicks
    durationTicks = saysNoLength ? nil : line.whole("duration_ts")
    saidCount = line.whole("nb_frames")
    bringsItsHeaders = ["avc3", "hev1"].contains(line["codec_tag_string"])
    isGPMF = line["codec_tag_string"] == "gpmd"
    sideData = line.values("side_data_type")
    bitRate = line.whole("bit_rate")
    let language = line["tag:language"] ?? "und"
    self.language = Self.isLanguage(language) ? language : nil
    title = line["tag:title"].flatMap { $0.isEmpty ? nil : $0 }
    tags = line.tags
    let known = line["codec_name"].flatMap { ["unknown", "none"].contains($0) ? nil : $0 }
    codec = known ?? line["codec_tag_string"].flatMap { $0.hasPrefix("[0]") ? nil : $0 } ?? line["codec_name"] ?? ""
    // If nothing decodes a sound, ffprobe reports no sample format.
    let isSilent = line["codec_type"] == "audio" && (line["sample_fmt"] ?? "unknown") == "unknown"
    isDecodable = known != nil && !isSilent
    hasSize = line.bounded("width") ?? 0 > 0 && line.bounded("height") ?? 0 > 0
    isEncrypted = Self.encryptedTags.contains(line["codec_tag_string"] ?? "") || line["tag:enc_key_id"] != nil
    dispositions = line.fields(under: "disposition:").filter { $0.value == "1" }.map(\.name)
    switch line["codec_type"] {
    // A cover is a still picture, but ffprobe calls it video.
    case "video" where line["disposition:attached_pic"] == "1": kind = .cover
    case "video": kind = .picture
    case "audio": kind = .sound
    case "subtitle": kind = .subtitle
    case "attachment": kind = .attachment
    default: kind = .other
    }
    picture = kind == .picture ? PictureFacts(line) : nil
    sound = kind == .sound ? SoundFacts(line) : nil
  }

  /// Common Encryption, FairPlay and Audible in mp4. WebM names its key in a tag.
  private static let encryptedTags = ["encv", "enca", "drmi", "drms", "aavd"]

  /// ISO/IEC 14496-12 uses all ones for an unknown length. ffprobe prints nothing for 64 ones.
  private static let unknownTicks = 0xffff_ffff

  static func isLanguage(_ word: String) -> Bool {
    word != "und" && word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
  }

  /// Converts ticks to seconds: a length, or a time on the file's clock. It multiplies before it divides, so that whole
  /// seconds are exact.
  package func seconds(_ ticks: Int) -> Double { Self.seconds(ticks, of: timeBase) }

  static func seconds(_ ticks: Int, of timeBase: Rational) -> Double {
    Double(ticks) * Double(timeBase.numerator) / Double(timeBase.denominator)
  }
}

package struct SoundFacts: Equatable, Sendable {
  package internal(set) var channels: Int
  package internal(set) var rate: Int
  /// By libavutil's name, such as `fltp`.
  package let sampleFormat: String
  /// The number of used bits per sample, if ffprobe reports it.
  package let rawBits: Int?
  /// By libavutil's name, such as `5.1(side)`. Nil if unknown, and for mono and stereo, which need no name.
  package internal(set) var layout: String?
  package let depth: Depth

  /// The sample depth that a lossless file needs.
  package enum Depth: Equatable, Sendable {
    case whole(bits: Int)
    /// Floating point, also beyond full scale.
    case float
  }

  init(_ line: ProbeLine) {
    channels = line.bounded("channels") ?? 0
    rate = line.bounded("sample_rate") ?? 0
    sampleFormat = line["sample_fmt"] ?? ""
    rawBits = line.bounded("bits_per_raw_sample")
    layout = line["channel_layout"].flatMap { ["unknown", "mono", "stereo"].contains($0) ? nil : $0 }
    depth = Self.depth(codec: line["codec_name"] ?? "", sampleFormat, rawBits)
  }

  /// Decoders of lossy codecs produce floating point whatever was encoded; 16 bits are enough for their output.
  private static func depth(codec: String, _ sampleFormat: String, _ rawBits: Int?) -> Depth {
    switch sampleFormat {
    case "s32", "s32p": return .whole(bits: rawBits.map { $0 > 0 ? $0 : 32 } ?? 32)
    case "flt", "fltp", "dbl", "dblp":
      return codec.hasPrefix("pcm_f") || codec == "wavpack" ? .float : .whole(bits: 16)
    default: return .whole(bits: 16)
    }
  }
}

package struct ProbedChapter: Equatable, Sendable {
  /// In seconds on the file's own clock.
  package let start: Double
  package let end: Double
  package let tags: [Tag]

  init(_ line: ProbeLine) {
    let tick = line["time_base"].flatMap(Rational.init(fraction:))?.value ?? 0
    start = Double(line.whole("start") ?? 0) * tick
    end = Double(line.whole("end") ?? 0) * tick
    tags = line.tags
  }
}

package struct Tag: Equatable, Sendable {
  package let name: String
  package let value: String

  package init(name: String, value: String) {
    self.name = name
    self.value = value
  }
}

extension ProbeLine {
  fileprivate var tags: [Tag] { fields(under: "tag:").map { Tag(name: $0.name, value: $0.value) } }
}

extension Rational {
  /// Reads `30000/1001`. Nil if there is no such number, as for `0/0`. Both terms are 32-bit integers in ffprobe.
  init?(fraction: String) {
    let terms = fraction.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) }
    guard terms.count == 2, let top = terms[0], let bottom = terms[1] else { return nil }
    self.init(Int64(top), Int64(bottom))
  }
}
