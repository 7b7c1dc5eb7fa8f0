/// An input format: the facts needed to measure and decode its tracks. A row states what differs from most formats.
struct ContainerKind: Equatable, Sendable {
  /// One of ffprobe's names for the format.
  let name: String
  let lastPackets: LastPackets
  /// Whether a sample's byte offset follows from its number, if samples are uncompressed.
  var countsBytes = false
  /// Whether an index names every packet, so that their number is known.
  var indexesPackets = false
  var length = SaidLength.nothing
  var stamps = Stamps.all
  var streams = Streams.one
  var seeks = Seeks.anywhere
  var rate = SaidRate.all
  var tags = Tags.atFile
  /// Extensions of file names for which tracks and last packets are read together. Empty for MP3, ADTS and AC-3: their
  /// sound may change its rate and channels, and ffprobe would report those of the last packet.
  var soughtEndings: [String] = []

  /// How the last packets are found.
  enum LastPackets: Equatable, Sendable {
    /// By a seek far beyond the end.
    case bySeeking
    /// By the same seek. Packets have no timestamps and ffmpeg counts them, so the result does not depend on the length
    /// that the file states, unless the seek fails. Counting takes a fifth of the time in which ffprobe prints all
    /// packets. (In E-AC-3, the packet after a seek has no timestamp.)
    case byCounting
    /// ffmpeg can read parts of the file separately: the start, this many parts in the middle, and the end. A small
    /// file is read completely. 0 for FLV, because after a gap ffmpeg does not always find the next packet.
    case inParts(Int)
    /// By a seek to the last second of the stated length. A seek beyond the end finds nothing.
    case inLastSecond
    /// By reading all packets.
    case byReading
  }

  /// Where the file states its length, which reveals a truncated file. `saidEnd` depends on it only for `ofAll`,
  /// `count` and `countAndBytes`.
  enum SaidLength: Sendable {
    case nothing
    /// The number of bytes in a RIFF header.
    case bytes
    /// The length at the file's bit rate.
    case atBitRate
    case ofEachTrack
    /// The length of the whole file. mkvmerge counts from the first packet, and ffmpeg, ASF and FLV from 0.
    case ofAll
    /// The number of ticks of each track. For a truncated file, ffmpeg shortens the length to what exists, but leaves
    /// the count of the header.
    case count
    /// The number of ticks of each track, and the number of bytes in a RIFF header. If the count is unknown, because
    /// the file was written to a pipe or never finished, the length is a guess.
    case countAndBytes
  }

  /// Which packets have presentation timestamps.
  enum Stamps: Sendable {
    case all
    /// All, but ffmpeg may drop those before 0.
    case notEarly
    /// The packets that begin a sector of a disc, as in program streams.
    case ofSectors
    /// The first packet. ffmpeg counts the others, and is one frame late. How it counts decoded frames depends on its
    /// version.
    case ofFirst
    /// No packet. Times follow from the order of packets. Reordered frames therefore have no times, and one packet may
    /// contain two frames.
    case counted
  }

  /// What may follow in the same track.
  enum Streams: Sendable {
    case one
    /// Another format, from concatenated streams: for example surround after stereo, or another picture size. In other
    /// containers a change is an error.
    case changing
    /// The same format with restarting timestamps, which ffmpeg makes continuous.
    case startingAgain
  }

  /// What a seek finds.
  enum Seeks: Sendable {
    /// Any packet. Some decoders, such as those of HEVC and MPEG-4, invent what is missing before the next keyframe.
    case anywhere
    /// A seek finds sound packets, with the timestamps that they have when the file is read from the start.
    case toStamps
    /// As `toStamps`, except for Vorbis, whose packets differ in length. The file has only the timestamp of a page's
    /// end, and after a seek ffmpeg computes earlier timestamps differently.
    case toStampsOfEvenPackets
    /// A seek finds keyframes. It also finds sound packets, with the timestamps that they have when the file is read
    /// from the start.
    case toKeyFrames
  }

  /// The frames from which ffprobe finds the rate.
  enum SaidRate: Sendable {
    case all
    /// The first frames.
    case first
    /// The first frames. If the file states a mean rate, ffprobe reports the mean instead.
    case firstOrMean
  }

  /// Where the tags of the film are stored.
  enum Tags: Sendable {
    case atFile
    case atSound
    /// At the file. One tag says whether the picture is stereoscopic.
    case atFileWithStereo
  }

  var findsKeyFrames: Bool { seeks == .toKeyFrames }
  /// Whether only the first frame has a time, so that a frame's time depends on how many came before it.
  var needsCounting: Bool { stamps == .ofFirst }
  var changesFormats: Bool { streams != .one }
  var hasRIFFHeader: Bool { length == .bytes || length == .countAndBytes }
}

/// One row per format. For an `unknown` format, warp-film reads everything.
extension ContainerKind {
  static let all = [
    ContainerKind(
      name: "mp4", lastPackets: .bySeeking, indexesPackets: true, length: .ofEachTrack, seeks: .toKeyFrames,
      rate: .first, soughtEndings: [".mp4", ".m4v", ".m4a", ".mov"]),
    ContainerKind(
      name: "matroska", lastPackets: .bySeeking, length: .ofAll, stamps: .notEarly, seeks: .toKeyFrames,
      rate: .firstOrMean, tags: .atFileWithStereo, soughtEndings: [".mkv", ".mka", ".webm"]),
    ContainerKind(
      name: "avi", lastPackets: .bySeeking, length: .countAndBytes, stamps: .counted, soughtEndings: [".avi"]),
    ContainerKind(name: "asf", lastPackets: .bySeeking, length: .ofAll, rate: .firstOrMean),
    ContainerKind(name: "mxf", lastPackets: .bySeeking, length: .ofEachTrack),
    ContainerKind(name: "nut", lastPackets: .bySeeking, soughtEndings: [".nut"]),
    ContainerKind(
      name: "flac", lastPackets: .bySeeking, length: .ofEachTrack, seeks: .toStamps, soughtEndings: [".flac"]),
    ContainerKind(name: "wav", lastPackets: .bySeeking, countsBytes: true, length: .bytes, seeks: .toStamps),
    ContainerKind(name: "w64", lastPackets: .bySeeking, countsBytes: true, length: .bytes),
    ContainerKind(name: "aiff", lastPackets: .bySeeking, countsBytes: true, length: .ofEachTrack),
    ContainerKind(name: "au", lastPackets: .byReading, countsBytes: true, length: .ofEachTrack),
    ContainerKind(name: "caf", lastPackets: .byReading, countsBytes: true, length: .count),
    ContainerKind(name: "mp3", lastPackets: .byCounting, length: .atBitRate, streams: .changing),
    ContainerKind(name: "aac", lastPackets: .byCounting, streams: .changing),
    ContainerKind(name: "ac3", lastPackets: .byCounting),
    ContainerKind(name: "mpegts", lastPackets: .inParts(512), streams: .startingAgain),
    ContainerKind(name: "mpeg", lastPackets: .inParts(512), stamps: .ofSectors, streams: .startingAgain),
    ContainerKind(name: "mpegvideo", lastPackets: .byReading, stamps: .ofFirst),
    ContainerKind(name: "ogg", lastPackets: .inParts(512), seeks: .toStampsOfEvenPackets, tags: .atSound),
    ContainerKind(name: "flv", lastPackets: .inParts(0), length: .ofAll, rate: .firstOrMean),
    ContainerKind(name: "image2", lastPackets: .inLastSecond, length: .ofEachTrack, seeks: .toKeyFrames),
  ]

  static let unknown = ContainerKind(name: "", lastPackets: .byReading)

  /// The first of `kinds` that has one of these names.
  static func named(_ names: [String], among kinds: [ContainerKind]) -> ContainerKind {
    kinds.first { names.contains($0.name) } ?? unknown
  }
}
