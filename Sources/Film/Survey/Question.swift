/// Commands whose output says something about a file or an encoder.
package struct Question: Equatable, Sendable {
  package let name: String
  /// Each reads what the one before it prints, and the last prints the answer.
  package let commands: [[Stage.Word]]
  /// Whether people wait for the answer for so long that they have to be told.
  package let isLong: Bool

  /// Whether it is about what is in the film, so that all of it is decoded.
  package var finds: Bool {
    [FilmSearch.silences, FilmSearch.stills, FilmSearch.speech, FilmSearch.motion, FilmSearch.alignment]
      .contains(name)
  }
}

/// The questions that may be asked for a job.
struct Questions {
  let job: FilmJob

  private var file: String { FilmJob.path(job.input) }

  /// Everything but packets.
  var probe: TypedQuestion<Probe> {
    TypedQuestion("probe", [Self.ffprobe(["-show_entries", Self.probeEntries], in: file)], knowing: Probe())
  }

  /// The same and `ends` at once, which saves starting ffprobe twice: for names that promise a kind of file in which the
  /// last packets are found by seeking. In a file that cannot be sought ffprobe says nothing then.
  var probeAndEnds: TypedQuestion<ProbeAndPackets>? {
    let name = job.input.lowercased()
    guard job.kinds.inputs.flatMap(\.soughtEndings).contains(where: name.hasSuffix) else { return nil }
    // More than `ends` asks for in films with a picture and two sounds.
    let words = [
      "-read_intervals", "%+#600,\(Self.farBeyondTheEnd)", "-show_entries",
      "\(Self.probeEntries):\(Self.packetEntries):packet_side_data=side_data_type",
    ]
    return TypedQuestion("ends", [Self.ffprobe(words, in: file)], knowing: ProbeAndPackets())
  }

  /// What is said of the tracks at the start of a file, of which `probeAndEnds` has told what is said at its end.
  ///
  /// - Parameter hasFrames: whether the first frame is wanted too, which saves another start of ffprobe. It does not come
  ///   if there are only packets of other tracks at first.
  func start(hasFrames: Bool, knowing probe: Probe) -> TypedQuestion<Probe> {
    let frames = hasFrames ? ["-read_intervals", "%+#24"] : []
    let entries = hasFrames ? "\(Self.streamEntries):\(Self.frameEntries)" : Self.streamEntries
    return TypedQuestion("start", [Self.ffprobe(frames + ["-show_entries", entries], in: file)], knowing: probe)
  }

  /// What `Probe` reads of a line has to be named here.
  private static let probeEntries = [
    "program_version=version", "library_version=name,major,minor", "format=format_name,start_time,duration,size",
    "format_tags", "chapter=time_base,start,end", "chapter_tags", streamEntries,
  ].joined(separator: ":")

  private static let streamEntries = [
    "stream=index,codec_type,codec_name,codec_tag_string,width,height,sample_aspect_ratio,pix_fmt,field_order,"
      + "time_base,r_frame_rate,avg_frame_rate,"
      + "start_pts,duration_ts,nb_frames,bit_rate,has_b_frames,color_range,color_space,color_transfer,color_primaries,chroma_location,"
      + "sample_fmt,sample_rate,channels,channel_layout,bits_per_raw_sample",
    "stream_disposition", "stream_tags", "stream_side_data=side_data_type,displaymatrix,rotation",
  ].joined(separator: ":")

  private static let frameEntries =
    "frame=stream_index,best_effort_timestamp,interlaced_frame,top_field_first:side_data"

  /// The first packets, 200 of each track, since the one that is shown first need not come first; and those at the end
  /// of the file, found by seeking.
  ///
  /// - Parameters:
  ///   - tracks: how many there are.
  ///   - last: a second of the file's clock shortly before its end; nil if a seek far beyond the end finds it.
  func ends(of tracks: Int, last: Int?) -> TypedQuestion<PacketSpans> {
    let lastPart = last.map { "\($0)%" } ?? "\(Self.farBeyondTheEnd)"
    return packets("ends", Self.packetWords("%+#\(200 * tracks),\(lastPart)"), in: file)
  }

  /// Packets of parts of the file.
  func samples(_ samples: FileSamples) -> TypedQuestion<PacketSpans> {
    packets("samples", Self.packetWords("%"), in: samples.url)
  }

  /// All packets of all tracks.
  func packets(in container: ProbedContainer) -> TypedQuestion<PacketSpans> {
    packets("packets", Self.packetWords("%"), in: file, isLong: container.isLarge)
  }

  private func packets(
    _ name: String, _ words: [String], in file: String, isLong: Bool = false
  ) -> TypedQuestion<PacketSpans> {
    TypedQuestion(name, [Self.ffprobe(words, in: file)], isLong: isLong, knowing: PacketSpans())
  }

  /// All packets of tracks whose times start again in the middle, with times that go on.
  func joined(_ joint: Joint, in container: ProbedContainer) -> TypedQuestion<PacketSpans> {
    TypedQuestion(
      "joined", [joint.words(file), Self.ffprobe(Self.packetWords("%"), in: "-")], isLong: container.isLarge,
      knowing: PacketSpans())
  }

  /// The first frame: when it is shown, what fields it has, what it says of the brightness of the film.
  ///
  /// - Parameter packets: from how many packets it is decoded. Where packets say when they are shown, one is enough.
  func frame(of stream: Int, packets: Int, knowing probe: Probe) -> TypedQuestion<Probe> {
    let words = [
      "-select_streams", "\(stream)", "-read_intervals", "%+#\(packets)", "-show_entries", Self.frameEntries,
    ]
    return TypedQuestion("frame", [Self.ffprobe(words, in: file)], knowing: probe)
  }

  /// Asks ffmpeg to put the first packet of a picture into a file of a kind, through NUT as the pipeline does, and
  /// ffprobe to read that file.
  func trial(of stream: Int, in muxer: String) -> TypedQuestion<Probe> {
    let write =
      ["ffmpeg", "-nostdin", "-v", "quiet", "-f", "nut", "-i", "-", "-c", "copy"] + FileKind.streamed(by: muxer)
      + ["-f", muxer, "-"]
    let read = Self.ffprobe(["-show_entries", "stream=index,codec_type,codec_name,pix_fmt"], in: "-")
    return TypedQuestion("trial", [firstPackets(of: stream, 1), write, read], knowing: Probe())
  }

  /// Asks for the first frame after its packets have gone through NUT, where side data of the file is lost.
  func copiedFrame(of stream: Int) -> TypedQuestion<Probe> {
    let words = ["-read_intervals", "%+#1", "-show_entries", Self.frameEntries, "-f", "nut"]
    return TypedQuestion("copied", [firstPackets(of: stream, 24), Self.ffprobe(words, in: "-")], knowing: Probe())
  }

  /// The bytes of a cover picture.
  func cover(_ stream: Int) -> Question {
    Question(name: "cover", commands: [.init(coverWords(stream))], isLong: false)
  }

  func coverWords(_ stream: Int) -> [String] {
    ["ffmpeg", "-nostdin", "-v", "quiet", "-i", file, "-map", "0:\(stream)", "-c", "copy", "-f", "image2pipe", "-"]
  }

  private func firstPackets(of stream: Int, _ count: Int) -> [String] {
    ["ffmpeg", "-nostdin", "-v", "quiet", "-fflags", "+genpts", "-i", file, "-map", "0:\(stream)"]
      + ["-frames:v", "\(count)", "-c", "copy", "-f", "nut", "-"]
  }

  /// The first bytes of the file, as numbers behind spaces: of RIFF files ffprobe does not tell how long they say they are.
  var header: TypedQuestion<FirstBytes> {
    let words = ["od", "-A", "n", "-v", "-t", "u1", "-N", "\(RIFFHeader.length)", file]
    return TypedQuestion("header", [words], knowing: FirstBytes())
  }

  /// What ffmpeg says of the encoder that --codec asks for; nil without one, and for codecs that are known here.
  var encoder: TypedQuestion<ToldEncoders>? {
    guard job.output != nil, let name = job.codec, NamedEncoder.codec(of: name) == nil else { return nil }
    return TypedQuestion("encoder", [["ffmpeg", "-v", "quiet", "-h", "encoder=\(name)"]], knowing: ToldEncoders())
  }

  /// When each frame of the picture is shown, a number to a line.
  func stamps(of stream: Int) -> TypedQuestion<FrameStamps> {
    let words = ["-select_streams", "\(stream)", "-show_entries", "packet=pts", "-i", file]
    return TypedQuestion("stamps", [["ffprobe", "-v", "quiet", "-of", "csv=p=0"] + words], knowing: FrameStamps())
  }

  /// Asks the commands of a search; the last one prints what it finds.
  ///
  /// - Parameters:
  ///   - commands: each reads what the one before it prints, and the last prints what is found.
  ///   - joint: what is to be read in place of the file, if its times start again.
  func found<Value: Answer>(
    _ name: String, by commands: [[Stage.Word]], _ joint: Joint?, knowing start: Value
  ) -> TypedQuestion<Value> {
    TypedQuestion(name, ofWords: (joint.map { [.init($0.words(file))] } ?? []) + commands, knowing: start)
  }

  private static func packetWords(_ intervals: String) -> [String] {
    ["-read_intervals", intervals, "-show_entries", packetEntries]
  }

  private static let packetEntries = "packet=stream_index,pts,dts,duration,flags"
  /// Seconds: a seek there leads to the last packets.
  private static let farBeyondTheEnd = 99_999_999

  /// Without messages: what a file has wrong is told by the plan, or by the decoder.
  private static func ffprobe(_ words: [String], in file: String) -> [String] {
    ["ffprobe", "-v", "quiet", "-of", "compact"] + words + ["-i", file]
  }
}

extension ProbedContainer {
  /// Whether it takes long to read all of it.
  fileprivate var isLarge: Bool { size ?? 0 > 500_000_000 }
}
