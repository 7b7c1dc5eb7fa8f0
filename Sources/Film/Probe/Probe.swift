import Warp

/// What ffprobe says about a file, except for its packets.
package struct Probe: Equatable, Sendable {
  /// The version of ffmpeg as ffprobe prints it, and that of libavformat.
  package internal(set) var version = ""
  package internal(set) var formatLibrary: (major: Int, minor: Int)?
  package internal(set) var container = ProbedContainer()
  package internal(set) var streams: [ProbedStream] = []
  package internal(set) var chapters: [ProbedChapter] = []
  /// By the index of the stream.
  private var firstFrames: [Int: FirstFrame] = [:]
  private var streamOfFrame = 0
  /// What has been said so far of the stream told of last; nil where a frame has been told of since.
  private var streamLine: ProbeLine?

  package static func == (one: Probe, other: Probe) -> Bool {
    one.version == other.version && one.formatLibrary ?? (0, 0) == other.formatLibrary ?? (0, 0)
      && one.container == other.container && one.streams == other.streams && one.chapters == other.chapters
      && one.firstFrames == other.firstFrames
  }

  /// By its library: the names of versions begin in many ways.
  var isBeforeFFmpeg51: Bool { isOlder(than: (59, 27)) }
  var isBeforeFFmpeg60: Bool { isOlder(than: (59, 31)) }

  private func isOlder(than library: (Int, Int)) -> Bool { formatLibrary.map { $0 < library } ?? false }

  mutating func take(_ line: ProbeLine) {
    switch line.section {
    case "program_version": version = line["version"] ?? ""
    case "library_version" where line["name"] == "libavformat":
      formatLibrary = (line.whole("major") ?? 0, line.whole("minor") ?? 0)
    case "format": container = ProbedContainer(line)
    // Asked about frames, ffprobe prints a line about each stream too, with what stands beside its packets.
    case "stream" where line["index"] != nil || line["codec_type"] != nil:
      streamLine = line
      take(ProbedStream(line, position: streams.count))
    case "stream": firstFrames[streamOfFrame]?.take(line)
    case "chapter": chapters.append(ProbedChapter(line))
    case "frame":
      streamLine = nil
      streamOfFrame = line.whole("stream_index") ?? 0
      firstFrames[streamOfFrame, default: FirstFrame()].take(line)
    // The first belongs to the line of its stream or frame, and each other has a line of its own behind that.
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

  /// Seconds that the file says it lasts.
  var duration: Double? { streams.contains(where: \.saysNoLength) ? nil : container.duration }

  package func firstFrame(of stream: ProbedStream) -> FirstFrame { firstFrame(ofStream: stream.index) }

  func firstFrame(ofStream index: Int) -> FirstFrame { firstFrames[index] ?? FirstFrame() }

  /// ffprobe lists the streams of a broadcast under their program as well, some lines of which look like those of the
  /// file's own list: of two with one index the later counts.
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
  /// The names of the kind of file, as `mov,mp4,m4a,3gp,3g2,mj2`.
  package internal(set) var names: [String] = []
  /// Seconds: the earliest stamp in the file, and how long the file says it lasts.
  package internal(set) var start: Double?
  package internal(set) var duration: Double?
  package internal(set) var tags: [Tag] = []
  /// Bytes.
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

/// A track of the file.
package struct ProbedStream: Equatable, Sendable {
  package enum Kind: Equatable, Sendable {
    /// `cover` is a still that belongs to the file, `attachment` a file in it, such as a font.
    case picture, sound, subtitle, cover, attachment, other
  }

  package let index: Int
  package let kind: Kind
  /// Seconds that one tick lasts. Stamps are whole numbers of ticks.
  package let timeBase: Rational
  package let startTicks: Int?
  package let durationTicks: Int?
  /// Whether the file says that it does not know how long the track is. Then it does not know how long it is itself.
  let saysNoLength: Bool
  /// How many frames, packets or samples there are, by what the file's header says; in AVI and CAF these are ticks.
  package let saidCount: Int?
  /// Whether its packets bring what a decoder has to know, so that the size of the picture may change among them: not so in most
  /// films in mp4, where that stands once for all of them.
  package let bringsItsHeaders: Bool
  /// What is said beside the picture or sound, by ffprobe's names, such as `Spherical Mapping`.
  package let sideData: [String]
  /// Bits a second.
  package let bitRate: Int?
  /// ISO 639; nil where none is given, or what is given has other characters than letters and hyphens.
  package let language: String?
  package let title: String?
  /// Those two among them.
  package let tags: [Tag]
  /// ffmpeg's name of the codec, or the file's own for it where ffmpeg does not know it; empty where it has none.
  package let codec: String
  /// Whether ffmpeg has something that decodes it.
  package let isDecodable: Bool
  /// Whether it has rows and columns, if it is a cover: what is in its place may be no picture.
  let hasSize: Bool
  /// Whether its packets can be decoded only with a key.
  package internal(set) var isEncrypted: Bool
  /// The names of the dispositions that are set, such as `default` and `forced`, as ffmpeg's option of that name has them.
  package let dispositions: [String]
  /// What only pictures have; nil in other tracks, as is `sound`.
  package internal(set) var picture: PictureFacts?
  package let sound: SoundFacts?

  init(_ line: ProbeLine, position: Int) {
    index = line.whole("index") ?? position
    // A stream without a time base has no stamps that could be read, so that any will do.
    timeBase = line["time_base"].flatMap(Rational.init(fraction:)) ?? Rational(1)!
    startTicks = line.whole("start_pts")
    saysNoLength = line.whole("duration_ts") == Self.unknownTicks
    durationTicks = saysNoLength ? nil : line.whole("duration_ts")
    saidCount = line.whole("nb_frames")
    bringsItsHeaders = ["avc3", "hev1"].contains(line["codec_tag_string"])
    sideData = line.values("side_data_type")
    bitRate = line.whole("bit_rate")
    let language = line["tag:language"] ?? "und"
    self.language = Self.isLanguage(language) ? language : nil
    title = line["tag:title"].flatMap { $0.isEmpty ? nil : $0 }
    tags = line.tags
    let known = line["codec_name"].flatMap { ["unknown", "none"].contains($0) ? nil : $0 }
    codec = known ?? line["codec_tag_string"].flatMap { $0.hasPrefix("[0]") ? nil : $0 } ?? line["codec_name"] ?? ""
    // Where nothing decodes a sound, ffprobe has no format for its samples.
    let isSilent = line["codec_type"] == "audio" && (line["sample_fmt"] ?? "unknown") == "unknown"
    isDecodable = known != nil && !isSilent
    hasSize = line.bounded("width") ?? 0 > 0 && line.bounded("height") ?? 0 > 0
    isEncrypted = Self.encryptedTags.contains(line["codec_tag_string"] ?? "") || line["tag:enc_key_id"] != nil
    dispositions = line.fields(under: "disposition:").filter { $0.value == "1" }.map(\.name)
    switch line["codec_type"] {
    // A cover picture is a still, and ffprobe calls it video.
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

  /// ISO/IEC 14496-12 has all ones for a length that is not known. ffprobe prints nothing for 64 of them.
  private static let unknownTicks = 0xffff_ffff

  static func isLanguage(_ word: String) -> Bool {
    word != "und" && word.allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-") }
  }

  /// So many ticks in seconds: a length, or a time on the file's clock. Multiplied before it is divided, so that whole
  /// seconds come out exact.
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
  /// How many bits of each sample are used, where ffprobe says it.
  package let rawBits: Int?
  /// By libavutil's name, such as `5.1(side)`; nil for mono and stereo, which need not be said, and where it is
  /// unknown.
  package internal(set) var layout: String?
  package let depth: Depth

  /// How finely samples are told apart in a file without loss.
  package enum Depth: Equatable, Sendable {
    case whole(bits: Int)
    /// Floating point, beyond full scale too.
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

  /// Decoders of lossy codecs give floating point whatever went in; 16 bits hold what comes out of those.
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
  /// Seconds on the file's own clock.
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
  /// `30000/1001`; nil where there is no such number, as in `0/0`. ffprobe has both terms as an `int`.
  init?(fraction: String) {
    let terms = fraction.split(separator: "/", omittingEmptySubsequences: false).map { Int32($0) }
    guard terms.count == 2, let top = terms[0], let bottom = terms[1] else { return nil }
    self.init(Int64(top), Int64(bottom))
  }
}
