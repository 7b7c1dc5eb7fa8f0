import Found
import Values

/// Commands whose output contains facts about a file or an encoder.
package struct Question: Equatable, Sendable {
  package let name: String
  /// Each command reads the output of the previous one, and the last prints the answer.
  package let commands: [Command]
  /// Whether the answer takes so long that the user must be told.
  package let isLong: Bool
  /// What reading the whole film finds, for this note.
  package var aim = "its duration"

  /// Whether the question searches the film's content, so that all of it is decoded.
  package var finds = false

  package struct Command: Equatable, Sendable {
    package let program: Program
    package let words: [String]
    /// The content of a file whose path is the last word; nil if there is none.
    package let text: String?

    init(_ program: Program, _ words: [String], text: String? = nil) {
      (self.program, self.words, self.text) = (program, words, text)
    }
  }
}

/// The questions that may be asked for a job.
struct Questions {
  let job: FilmJob

  /// The arguments that open the file.
  private var file: [String] { job.file.opening }

  /// The arguments that open the output of the previous command.
  private static let pipe = ["-i", "-"]

  /// Everything except packets.
  var probe: TypedQuestion<Probe> {
    TypedQuestion("probe", [Self.ffprobe(["-show_entries", Self.probeEntries], in: file)], knowing: Probe())
  }

  /// `probe` and `ends` in one question, which saves a start of ffprobe. Used for extensions of formats whose last
  /// packets are found by seeking. If the seek fails, ffprobe prints nothing.
  var probeAndEnds: TypedQuestion<ProbeAndPackets>? {
    let name = job.input.lowercased()
    guard job.run.kinds.inputs.flatMap(\.soughtEndings).contains(where: name.hasSuffix) else { return nil }
    // More packets than `ends` requests for films with one picture and two sounds.
    let words = [
      "-read_intervals", "%+#600,\(Self.farBeyondTheEnd)", "-show_entries",
      "\(Self.probeEntries):\(Self.packetEntries):packet_side_data=side_data_type",
    ]
    return TypedQuestion("ends", [Self.ffprobe(words, in: file)], knowing: ProbeAndPackets())
  }

  /// The tracks at the start of a file, if `probeAndEnds` has reported them at its end.
  ///
  /// - Parameter hasFrames: whether to include the first frame, which saves a start of ffprobe. The frame is missing if
  ///   the file begins with many packets of other tracks.
  func start(hasFrames: Bool, knowing probe: Probe) -> TypedQuestion<Probe> {
    let frames = hasFrames ? ["-read_intervals", "%+#24"] : []
    let entries = hasFrames ? "\(Self.streamEntries):\(Self.frameEntries)" : Self.streamEntries
    return TypedQuestion("start", [Self.ffprobe(frames + ["-show_entries", entries], in: file)], knowing: probe)
  }

  /// All fields that `Probe` reads must be listed here.
  private static let probeEntries = [
    "program_version=version", "library_version=name,major,minor", "format=format_name,start_time,duration,size",
    "format_tags", "chapter=time_base,start,end", "chapter_tags", streamEntries,
  ].joined(separator: ":")

  private static let streamEntries = [
    "stream=index,codec_type,codec_name,codec_tag_string,profile,level,refs,"
      + "width,height,sample_aspect_ratio,pix_fmt,field_order,"
      + "time_base,r_frame_rate,avg_frame_rate,"
      + "start_pts,duration_ts,nb_frames,bit_rate,has_b_frames,color_range,color_space,color_transfer,color_primaries,chroma_location,"
      + "sample_fmt,sample_rate,channels,channel_layout,bits_per_raw_sample",
    "stream_disposition", "stream_tags", "stream_side_data=side_data_type,displaymatrix,rotation",
  ].joined(separator: ":")

  private static let frameEntries =
    "frame=stream_index,best_effort_timestamp,interlaced_frame,top_field_first:side_data"

  /// The first packets, 200 per track, because the packet shown first need not come first, and the packets at the end
  /// of the file, by a seek.
  ///
  /// - Parameters:
  ///   - tracks: the number of tracks.
  ///   - last: a second on the file's clock shortly before its end; nil to seek far beyond the end.
  func ends(of tracks: Int, last: Int?) -> TypedQuestion<PacketSpans> {
    let lastPart = last.map { "\($0)%" } ?? "\(Self.farBeyondTheEnd)"
    return packets("ends", Self.packetWords("%+#\(200 * tracks),\(lastPart)"), in: file)
  }

  /// The packets of parts of the file.
  func samples(_ samples: FileSamples) -> TypedQuestion<PacketSpans> {
    packets("samples", Self.packetWords("%"), in: ["-i", samples.url])
  }

  /// All packets of all tracks.
  func packets(in container: ProbedContainer) -> TypedQuestion<PacketSpans> {
    packets("packets", Self.packetWords("%"), in: file, isLong: container.isLarge)
  }

  private func packets(
    _ name: String, _ words: [String], in file: [String], isLong: Bool = false
  ) -> TypedQuestion<PacketSpans> {
    TypedQuestion(name, [Self.ffprobe(words, in: file)], isLong: isLong, knowing: PacketSpans())
  }

  /// All packets of tracks whose timestamps restart, with continuous timestamps.
  func joined(_ joint: Joint, in container: ProbedContainer) -> TypedQuestion<PacketSpans> {
    TypedQuestion(
      "joined", [.init(.ffmpeg, joint.words(job.file)), Self.ffprobe(Self.packetWords("%"), in: Self.pipe)],
      isLong: container.isLarge, knowing: PacketSpans())
  }

  /// The first and the last samples that a decoder outputs.
  ///
  /// - Parameter last: a second on the file's clock shortly before the end; nil to decode everything.
  func heard(_ stream: Int, last: Int?, in container: ProbedContainer) -> TypedQuestion<HeardSound> {
    let parts = last.map { "%+#\(Self.packetsToSound),\($0)%" } ?? "%"
    let words = ["-v", "quiet", "-of", "compact=nk=1:p=0", "-select_streams", "\(stream)", "-read_intervals", parts]
    let entries = ["-show_entries", "frame=pts,nb_samples"]
    return TypedQuestion(
      "heard", [.init(.ffprobe, words + entries + file)], isLong: last == nil && container.isLarge,
      knowing: HeardSound())
  }

  /// After this many packets, every decoder has output its first samples.
  private static let packetsToSound = 64

  /// The first frame: its timestamp, fields and brightness metadata.
  ///
  /// - Parameter packets: the number of packets to decode. One is enough if packets have presentation timestamps.
  func frame(of stream: Int, packets: Int, knowing probe: Probe) -> TypedQuestion<Probe> {
    let words = [
      "-select_streams", "\(stream)", "-read_intervals", "%+#\(packets)", "-show_entries", Self.frameEntries,
    ]
    return TypedQuestion("frame", [Self.ffprobe(words, in: file)], knowing: probe)
  }

  /// Makes ffmpeg put the first packet of a picture into a file of this format, through NUT as the pipeline does, and
  /// ffprobe read this file.
  func trial(of stream: Int, in muxer: String) -> TypedQuestion<Probe> {
    let write =
      ["-nostdin", "-v", "quiet", "-f", "nut", "-i", "-", "-c", "copy"] + FileKind.streamed(by: muxer)
      + ["-f", muxer, "-"]
    let read = Self.ffprobe(["-show_entries", "stream=index,codec_type,codec_name,pix_fmt"], in: Self.pipe)
    return TypedQuestion("trial", [firstPackets(of: stream, 1), .init(.ffmpeg, write), read], knowing: Probe())
  }

  /// The first frame after its packets have passed through NUT, which drops the file's side data.
  func copiedFrame(of stream: Int) -> TypedQuestion<Probe> {
    let words = ["-read_intervals", "%+#1", "-show_entries", Self.frameEntries, "-f", "nut"]
    let read = Self.ffprobe(words, in: Self.pipe)
    return TypedQuestion("copied", [firstPackets(of: stream, 24), read], knowing: Probe())
  }

  /// The bytes of a cover picture.
  func cover(_ stream: Int) -> Question {
    Question(name: "cover", commands: [.init(.ffmpeg, coverWords(stream))], isLong: false)
  }

  func coverWords(_ stream: Int) -> [String] {
    ["-nostdin", "-v", "quiet"] + file + ["-map", "0:\(stream)", "-c", "copy", "-f", "image2pipe", "-"]
  }

  private func firstPackets(of stream: Int, _ count: Int) -> Question.Command {
    .init(
      .ffmpeg,
      ["-nostdin", "-v", "quiet", "-fflags", "+genpts"] + file
        + ["-map", "0:\(stream)", "-frames:v", "\(count)", "-c", "copy", "-f", "nut", "-"])
  }

  /// The first bytes of the file as numbers. ffprobe does not report the length in a RIFF header.
  var header: TypedQuestion<FirstBytes> {
    let words = ["-A", "n", "-v", "-t", "u1", "-N", "\(RIFFHeader.length)", job.file.path]
    return TypedQuestion("header", [.init(.od, words)], knowing: FirstBytes())
  }

  /// ffmpeg's description of the encoder in --codec; nil without one, and for known codecs.
  var encoder: TypedQuestion<ToldEncoders>? {
    guard job.output != nil, let name = job.encoding.codec, NamedEncoder.codec(of: name) == nil else { return nil }
    return TypedQuestion(
      "encoder", [.init(.ffmpeg, ["-v", "quiet", "-h", "encoder=\(name)"])], knowing: ToldEncoders())
  }

  /// The trial of an encoder on a graphics card.
  func trial(of encoder: CardEncoder) -> TypedQuestion<FirstBytes> {
    TypedQuestion("card", [.init(.ffmpeg, encoder.trial)], knowing: FirstBytes())
  }

  /// The trial of the decoder that the user has chosen: it decodes one frame.
  func trial(of decoding: DecodingWish, _ stream: ProbedStream, _ facts: PictureFacts) -> TypedQuestion<FirstBytes> {
    let filter = decoding.download(facts).map { ["-vf", $0] } ?? []
    return TypedQuestion(
      "decoder",
      [
        .init(
          .ffmpeg,
          ["-nostdin", "-v", "quiet"] + decoding.words + job.file.opening + ["-map", "0:\(stream.index)"] + filter
            + ["-frames:v", "1", "-f", "null", "-"])
      ], knowing: FirstBytes())
  }

  /// The timestamp of each frame of the picture, one per line.
  func stamps(of stream: Int) -> TypedQuestion<FrameStamps> {
    let words = ["-select_streams", "\(stream)", "-show_entries", "packet=pts"] + file
    return TypedQuestion(
      "stamps", [.init(.ffprobe, ["-v", "quiet", "-of", "csv=p=0"] + words)], knowing: FrameStamps())
  }

  /// The bytes of a track.
  func track(of stream: Int) -> Question {
    let words = ["-nostdin", "-v", "quiet"] + file + ["-map", "0:\(stream)", "-c", "copy", "-f", "data", "-"]
    return Question(name: "track", commands: [.init(.ffmpeg, words)], isLong: false)
  }

  /// Time, duration and size of each packet of a track, one per line.
  func packetList(of stream: Int) -> TypedQuestion<PacketList> {
    let words = ["-select_streams", "\(stream)", "-show_entries", "packet=pts,duration,size"] + file
    return TypedQuestion(
      "track packets", [.init(.ffprobe, ["-v", "quiet", "-of", "csv=p=0"] + words)], knowing: PacketList())
  }

  /// The packets of the picture, and what cutting them needs to know.
  ///
  /// - Parameter reader: ffmpeg's arguments to print them as NUT.
  func coded(_ reader: [String], in container: ProbedContainer) -> TypedQuestion<CodedList> {
    let commands: [Question.Command] = [.init(.ffmpeg, reader), .init(.video, ["--list-packets"])]
    return TypedQuestion(
      Question(name: "coded", commands: commands, isLong: container.isLarge, aim: "its keyframes"), knowing: CodedList()
    )
  }

  /// A search in the film.
  ///
  /// - Parameter commands: each reads the output of the previous one, and the last prints the findings.
  func found<Value: Answer>(
    _ finder: Finder, by commands: [Question.Command], knowing start: Value
  ) -> TypedQuestion<Value> {
    TypedQuestion(Question(name: finder.noun, commands: commands, isLong: false, finds: true), knowing: start)
  }

  private static func packetWords(_ intervals: String) -> [String] {
    ["-read_intervals", intervals, "-show_entries", packetEntries]
  }

  private static let packetEntries = "packet=stream_index,pts,dts,duration,flags"
  /// In seconds: a seek to this time leads to the last packets.
  private static let farBeyondTheEnd = 99_999_999

  /// Without messages, because the plan or the decoder reports errors of the file.
  private static func ffprobe(_ words: [String], in file: [String]) -> Question.Command {
    .init(.ffprobe, ["-v", "quiet", "-of", "compact"] + words + file)
  }
}

extension ProbedContainer {
  /// Whether reading the whole file takes long.
  fileprivate var isLarge: Bool { size ?? 0 > 500_000_000 }
}
