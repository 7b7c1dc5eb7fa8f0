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

  package static func == (one: Probe, other: Probe) -> Bool {
    one.version == other.version && one.formatLibrary ?? (0, 0) == other.formatLibrary ?? (0, 0)
      && one.container == other.container && one.streams == other.streams && one.chapters == other.chapters
      && one.firstFrames == other.firstFrames
  }

  mutating func take(_ line: ProbeLine) {
    switch line.section {
    case "program_version": version = line["version"] ?? ""
    case "library_version" where line["name"] == "libavformat":
      formatLibrary = (line.whole("major") ?? 0, line.whole("minor") ?? 0)
    case "format": container = ProbedContainer(line)
    // Asked about frames, ffprobe prints an empty line about each stream.
    case "stream" where line["index"] != nil || line["codec_type"] != nil:
      take(ProbedStream(line, position: streams.count))
    case "chapter": chapters.append(ProbedChapter(line))
    case "frame":
      streamOfFrame = line.whole("stream_index") ?? 0
      firstFrames[streamOfFrame, default: FirstFrame()].take(line)
    // What belongs to the last frame, where it is not on the frame's own line.
    case "side_data": firstFrames[streamOfFrame]?.take(line)
    default: break
    }
  }

  package func firstFrame(of stream: ProbedStream) -> FirstFrame { firstFrames[stream.index] ?? FirstFrame() }

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
  /// ISO 639; nil where none is given, or what is given has other characters than letters and hyphens.
  package let language: String?
  package let title: String?
  /// Those two among them.
  package let tags: [Tag]
  /// ffmpeg's name of the codec, or the file's own for it where ffmpeg does not know it; empty where it has none.
  package let codec: String
  /// Whether ffmpeg has something that decodes it.
  package let isDecodable: Bool
  /// The names of the dispositions that are set, such as `default` and `forced`, as ffmpeg's option of that name has them.
  package let dispositions: [String]
  /// What only pictures have; nil in other tracks, as is `sound`.
  package let picture: PictureFacts?
  package let sound: SoundFacts?

  init(_ line: ProbeLine, position: Int) {
    index = line.whole("index") ?? position
    // A stream without a time base has no stamps that could be read, so that any will do.
    timeBase = line["time_base"].flatMap(Rational.init(fraction:)) ?? Rational(1)!
    startTicks = line.whole("start_pts")
    durationTicks = line.whole("duration_ts")
    let language = line["tag:language"] ?? "und"
    self.language = Self.isLanguage(language) ? language : nil
    title = line["tag:title"].flatMap { $0.isEmpty ? nil : $0 }
    tags = line.tags
    let known = line["codec_name"].flatMap { ["unknown", "none"].contains($0) ? nil : $0 }
    codec = known ?? line["codec_tag_string"].flatMap { $0.hasPrefix("[0]") ? nil : $0 } ?? line["codec_name"] ?? ""
    // Where nothing decodes a sound, ffprobe has no format for its samples.
    let isSilent = line["codec_type"] == "audio" && (line["sample_fmt"] ?? "unknown") == "unknown"
    isDecodable = known != nil && !isSilent
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

package struct PictureFacts: Equatable, Sendable {
  package let width: Int
  package let height: Int
  /// By libavutil's name.
  package let pixelFormat: String
  /// The decoder that has to be asked for by name; nil where ffmpeg's own choice does.
  package let decoder: String?
  /// In which order its fields are shown, where the file says that it has fields.
  package let fields: FieldOrder?
  /// Whether only its frames can tell if it has fields.
  package let mayHaveFields: Bool
  /// The lowest rate at which every stamp is that of a frame (r_frame_rate), and frames divided by length.
  package let fittingRate: FrameRate?
  package let averageRate: FrameRate?
  /// What colours the samples stand for, by ffmpeg's options and their values, where the file says it.
  package let colours: [Colour]
  /// By how many degrees it is to be turned when it is shown, as ffmpeg's tag `rotate` has them; nil where it is not.
  package let turn: Int?
  /// By how many packets the order in which frames are decoded differs from that in which they are shown.
  package let delay: Int

  package struct Colour: Equatable, Sendable {
    package let option: String
    package let value: String
  }

  init(_ line: ProbeLine) {
    width = line.whole("width") ?? 0
    height = line.whole("height") ?? 0
    // The alpha of VP8 and VP9 is a second picture in each packet, which only libvpx decodes and ffprobe does not count.
    let twin = ["vp8": "libvpx", "vp9": "libvpx-vp9"][line["codec_name"] ?? ""]
    decoder = line["tag:alpha_mode"] == "1" ? twin : nil
    pixelFormat = decoder == nil ? line["pix_fmt"] ?? "" : "yuva420p"
    fields = FieldOrder(named: line["field_order"] ?? "")
    turn = line.whole("rotation").map { ($0 % 360 + 360) % 360 }.flatMap { $0 == 0 ? nil : $0 }
    delay = min(max(0, line.whole("has_b_frames") ?? 0), 32)
    mayHaveFields =
      (line["field_order"] ?? "unknown") == "unknown" && !Self.alwaysProgressive.contains(line["codec_name"] ?? "")
    fittingRate = line["r_frame_rate"].flatMap(Rational.init(fraction:)).flatMap(FrameRate.init)
    averageRate = line["avg_frame_rate"].flatMap(Rational.init(fraction:)).flatMap(FrameRate.init)
    colours = Self.colourFields.compactMap { field, option in
      line[field].flatMap {
        Self.unsaid.contains($0) ? nil : Colour(option: option, value: Self.optionWord($0, option))
      }
    }
  }

  /// Codecs that have no fields, of which ffprobe says that it does not know.
  private static let alwaysProgressive: Set = ["vp8", "vp9", "av1", "hevc", "gif", "png", "webp", "theora", "apng"]

  /// ffprobe's field and ffmpeg's option for the same.
  private static let colourFields = [
    ("color_range", "color_range"), ("color_primaries", "color_primaries"), ("color_transfer", "color_trc"),
    ("color_space", "colorspace"), ("chroma_location", "chroma_sample_location"),
  ]

  /// Values that are not passed on. `gbr`, the matrix of RGB, is one: RGB goes over the pipe as luma and chroma.
  private static let unsaid = ["unknown", "unspecified", "reserved", "gbr"]

  /// ffmpeg's option takes two transfer curves by other names than ffprobe prints.
  private static func optionWord(_ value: String, _ option: String) -> String {
    guard option == "color_trc" else { return value }
    return ["bt470m": "gamma22", "bt470bg": "gamma28"][value] ?? value
  }

  /// The curve from codes to light, by ffmpeg's name; nil where it is not said.
  private var transfer: String? { colours.first { $0.option == "color_trc" }?.value }

  /// Whether the picture is HDR by the curve PQ, to which static data about brightness belongs.
  package var isPQ: Bool { transfer == "smpte2084" }
  /// Whether the picture is HDR, by PQ or by HLG.
  package var isHDR: Bool { isPQ || transfer == "arib-std-b67" }
}

package struct SoundFacts: Equatable, Sendable {
  package let channels: Int
  package let rate: Int
  /// By libavutil's name, such as `fltp`.
  package let sampleFormat: String
  /// How many bits of each sample are used, where ffprobe says it.
  package let rawBits: Int?
  /// By libavutil's name, such as `5.1(side)`; nil for mono and stereo, which need not be said, and where it is
  /// unknown.
  package let layout: String?
  package let depth: Depth

  /// How finely samples are told apart in a file without loss.
  package enum Depth: Equatable, Sendable {
    case whole(bits: Int)
    /// Floating point, beyond full scale too.
    case float
  }

  init(_ line: ProbeLine) {
    channels = line.whole("channels") ?? 0
    rate = line.whole("sample_rate") ?? 0
    sampleFormat = line["sample_fmt"] ?? ""
    rawBits = line.whole("bits_per_raw_sample")
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
  /// `30000/1001`; nil where there is no such number, as in `0/0`.
  init?(fraction: String) {
    let terms = fraction.split(separator: "/", omittingEmptySubsequences: false).map { Int64($0) }
    guard terms.count == 2, let top = terms[0], let bottom = terms[1] else { return nil }
    self.init(top, bottom)
  }
}
