import Warp

/// A kind of file that films come in: what is known of it, for finding out how long its tracks last and for decoding
/// them.
struct ContainerKind: Equatable, Sendable {
  /// One of ffprobe's names for it.
  let name: String
  let lastPackets: LastPackets
  /// Whether the offset of a sample follows from its number, if samples are not compressed.
  let countsBytes: Bool
  let length: SaidLength
  let stamps: Stamps
  let streams: Streams
  let seeks: Seeks
  let rate: SaidRate
  let tags: Tags
  /// Endings of names of files whose last packets are read together with the tracks. Empty for MP3, ADTS and AC-3:
  /// their sound may change its rate and channels, and ffprobe would report those of the last packet.
  let soughtEndings: [String]

  /// How the last packets are found.
  enum LastPackets: Equatable, Sendable {
    /// A seek far beyond the end finds them.
    case bySeeking
    /// The same seek. Packets have no timestamps and ffmpeg counts them, so the result does not depend on the length
    /// that the file states, unless the seek fails. That takes a fifth of the time in which ffprobe prints all
    /// packets. (In E-AC-3 the packet that ffmpeg finds by a seek has no timestamp.)
    case byCounting
    /// ffmpeg can read parts of the file by themselves: the start, this many parts between, and the end. A small file
    /// is read whole. 0 for FLV: behind a gap ffmpeg does not always find the next packet.
    case inParts(Int)
    /// All packets are read.
    case byReading
  }

  /// Where the file states its length, so that a truncated file is recognised. `saidEnd` depends on it only for
  /// `ofAll`, `count` and `countAndBytes`.
  enum SaidLength: Sendable {
    case nothing
    /// How many bytes it has, in a RIFF header.
    case bytes
    /// How long it is at its bit rate.
    case atBitRate
    case ofEachTrack
    /// For the whole file: mkvmerge counts from the first packet, ffmpeg from 0.
    case ofAll
    /// How many ticks each track has. Where the file is cut off ffmpeg shortens the length to what is there, and
    /// leaves the count as the header says it.
    case count
    /// The same, and how many bytes it has, in a RIFF header. Where the count is not known, as it was written to a
    /// pipe or never finished, the length is a guess.
    case countAndBytes
  }

  /// Which packets say when they are shown.
  enum Stamps: Sendable {
    case all
    /// Those before 0 may be there and not be passed on by ffmpeg.
    case notEarly
    /// Those that begin a sector of a disc, as in programme streams.
    case ofSectors
    /// None: times follow from the order of packets, so that frames which are shown in another order have none, and
    /// two of them may share a packet.
    case counted
  }

  /// What may follow what in one track.
  enum Streams: Sendable {
    case one
    /// Another format, as in streams put end to end: from stereo to surround, or from one size of the picture to
    /// another. In other kinds of file a change is an error.
    case changing
    /// The same, with times of its own, which ffmpeg makes go on.
    case startingAgain
  }

  /// What a seek finds.
  enum Seeks: Sendable {
    /// Any packet. Decoders of HEVC and MPEG-4, for two, make up what is missing before the next keyframe.
    case anywhere
    /// Sound packets with the timestamps that reading from the start gives.
    case toStamps
    /// The same, except for Vorbis. Its packets differ in length: the file has the timestamp of a page's end, and
    /// after a seek ffmpeg computes the timestamps before it differently.
    case toStampsOfEvenPackets
    /// Sound packets with the timestamps that reading from the start gives, and keyframes.
    case toKeyFrames
  }

  /// From which frames ffprobe finds the rate.
  enum SaidRate: Sendable {
    case all
    /// The first frames.
    case first
    /// The first frames, or a mean that the file states.
    case firstOrMean
  }

  /// Where the tags of the film stand.
  enum Tags: Sendable {
    case atFile
    case atSound
    /// At the file. One tag says whether the picture is stereoscopic.
    case atFileWithStereo
  }

  var findsKeyFrames: Bool { seeks == .toKeyFrames }
  var changesFormats: Bool { streams != .one }
  var hasRIFFHeader: Bool { length == .bytes || length == .countAndBytes }
}

/// One row for each kind. `unknown` makes warp-film read most.
extension ContainerKind {
  static let all = [
    ContainerKind(
      name: "mp4", lastPackets: .bySeeking, countsBytes: false, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .toKeyFrames, rate: .first, tags: .atFile, soughtEndings: [".mp4", ".m4v", ".m4a", ".mov"]),
    ContainerKind(
      name: "matroska", lastPackets: .bySeeking, countsBytes: false, length: .ofAll, stamps: .notEarly,
      streams: .one, seeks: .toKeyFrames, rate: .firstOrMean, tags: .atFileWithStereo,
      soughtEndings: [".mkv", ".mka", ".webm"]),
    ContainerKind(
      name: "avi", lastPackets: .bySeeking, countsBytes: false, length: .countAndBytes, stamps: .counted,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: [".avi"]),
    ContainerKind(
      name: "asf", lastPackets: .bySeeking, countsBytes: false, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "mxf", lastPackets: .bySeeking, countsBytes: false, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "nut", lastPackets: .bySeeking, countsBytes: false, length: .nothing, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: [".nut"]),
    ContainerKind(
      name: "flac", lastPackets: .bySeeking, countsBytes: false, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .toStamps, rate: .all, tags: .atFile, soughtEndings: [".flac"]),
    ContainerKind(
      name: "wav", lastPackets: .bySeeking, countsBytes: true, length: .bytes, stamps: .all,
      streams: .one, seeks: .toStamps, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "w64", lastPackets: .bySeeking, countsBytes: true, length: .bytes, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "aiff", lastPackets: .bySeeking, countsBytes: true, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "au", lastPackets: .byReading, countsBytes: true, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "caf", lastPackets: .byReading, countsBytes: true, length: .count, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "mp3", lastPackets: .byCounting, countsBytes: false, length: .atBitRate, stamps: .all,
      streams: .changing, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "aac", lastPackets: .byCounting, countsBytes: false, length: .nothing, stamps: .all,
      streams: .changing, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "ac3", lastPackets: .byCounting, countsBytes: false, length: .nothing, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "mpegts", lastPackets: .inParts(512), countsBytes: false, length: .nothing, stamps: .all,
      streams: .startingAgain, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "mpeg", lastPackets: .inParts(512), countsBytes: false, length: .nothing, stamps: .ofSectors,
      streams: .startingAgain, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: []),
    ContainerKind(
      name: "ogg", lastPackets: .inParts(512), countsBytes: false, length: .nothing, stamps: .all,
      streams: .one, seeks: .toStampsOfEvenPackets, rate: .all, tags: .atSound, soughtEndings: []),
    ContainerKind(
      name: "flv", lastPackets: .inParts(0), countsBytes: false, length: .ofEachTrack, stamps: .all,
      streams: .one, seeks: .anywhere, rate: .firstOrMean, tags: .atFile, soughtEndings: []),
  ]

  static let unknown = ContainerKind(
    name: "", lastPackets: .byReading, countsBytes: false, length: .nothing, stamps: .all,
    streams: .one, seeks: .anywhere, rate: .all, tags: .atFile, soughtEndings: [])

  /// The first of `kinds` that has one of these names.
  static func named(_ names: [String], among kinds: [ContainerKind]) -> ContainerKind {
    kinds.first { names.contains($0.name) } ?? unknown
  }
}
