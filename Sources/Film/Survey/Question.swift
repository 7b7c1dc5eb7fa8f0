/// A command whose output says something that has to be known about a file or an encoder.
package struct Question: Equatable, Sendable {
  /// By which `Answers` knows the answer.
  package let name: String
  /// Each reads what the one before it prints, and the last prints the answer.
  package let commands: [[String]]

  init(_ name: String, _ commands: [[String]]) { (self.name, self.commands) = (name, commands) }

  private init(name: String, words: [String]) { self.init(name, [words]) }

  /// The words of the command that prints the answer.
  var words: [String] { commands.last ?? [] }

  /// Whether people wait for the answer for so long that they have to be told.
  package func isLong(for probe: Probe) -> Bool {
    [Self.packets, Self.joined].contains(name) && probe.container.size ?? 0 > 500_000_000
  }

  /// Whether it is about what is in the film, so that all of it is decoded.
  package var finds: Bool { Self.searches.contains(name) }

  static let probe = "probe"
  static let ends = "ends"
  static let samples = "samples"
  static let packets = "packets"
  static let frame = "frame"
  static let start = "start"
  static let stamps = "stamps"
  static let header = "header"
  static let encoder = "encoder"
  static let joined = "joined"
  static let silences = "silences"
  static let stills = "stills"
  static let searches = [silences, stills]

  /// Everything but packets.
  static func probe(of job: FilmJob) -> Question {
    Question(name: probe, words: ffprobe(["-show_entries", probeEntries], in: job))
  }

  /// The same and `ends` at once, which saves starting ffprobe twice: for names that promise a kind of file in which the
  /// last packets are found by seeking. In a file that cannot be sought ffprobe says nothing then.
  static func probeAndEnds(of job: FilmJob) -> Question? {
    let name = job.input.lowercased()
    guard endingsOfSought.contains(where: name.hasSuffix) else { return nil }
    // More than `ends` asks for in films with a picture and two sounds.
    let words = ["-read_intervals", "%+#600,\(farBeyondTheEnd)", "-show_entries", "\(probeEntries):\(packetEntries)"]
    return Question(name: ends, words: ffprobe(words, in: job))
  }

  /// Not those of MP3, ADTS and AC-3, in which sound may change its channels and its rate: asked about the end too, ffprobe
  /// tells of the last packet's.
  private static let endingsOfSought = [
    ".mp4", ".m4v", ".m4a", ".mov", ".mkv", ".mka", ".webm", ".avi", ".nut", ".flac",
  ]

  /// What is said of the tracks at the start of a file, of which `probeAndEnds` has told what is said at its end.
  ///
  /// - Parameter hasFrames: whether the first frame is wanted too, which saves another start of ffprobe. It does not come
  ///   if there are only packets of other tracks at first.
  static func start(hasFrames: Bool, of job: FilmJob) -> Question {
    let frames = hasFrames ? ["-read_intervals", "%+#24"] : []
    let entries = hasFrames ? "\(streamEntries):\(frameEntries)" : streamEntries
    return Question(name: start, words: ffprobe(frames + ["-show_entries", entries], in: job))
  }

  /// What `Probe` reads of a line has to be named here.
  private static let probeEntries = [
    "program_version=version", "library_version=name,major,minor", "format=format_name,start_time,duration,size",
    "format_tags", "chapter=time_base,start,end", "chapter_tags", streamEntries,
  ].joined(separator: ":")

  private static let streamEntries = [
    "stream=index,codec_type,codec_name,codec_tag_string,width,height,pix_fmt,field_order,time_base,r_frame_rate,avg_frame_rate,"
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
  static func ends(of tracks: Int, last: Int?, in job: FilmJob) -> Question {
    let lastPart = last.map { "\($0)%" } ?? "\(farBeyondTheEnd)"
    return Question(name: ends, words: ffprobe(packetWords("%+#\(200 * tracks),\(lastPart)"), in: job))
  }

  /// Packets of parts of the file.
  static func samples(_ samples: FileSamples) -> Question {
    Question(name: Self.samples, words: ffprobe(packetWords("%"), in: samples.url))
  }

  /// All packets of all tracks.
  static func packets(in job: FilmJob) -> Question {
    Question(name: packets, words: ffprobe(packetWords("%"), in: job))
  }

  /// The first frame: when it is shown, what fields it has, what it says of the brightness of the film.
  ///
  /// - Parameter packets: from how many packets it is decoded. Where packets say when they are shown, one is enough.
  static func frame(of stream: Int, packets: Int, in job: FilmJob) -> Question {
    let words = [
      "-select_streams", "\(stream)", "-read_intervals", "%+#\(packets)", "-show_entries", frameEntries,
    ]
    return Question(name: frame, words: ffprobe(words, in: job))
  }

  /// The first bytes of the file, as numbers behind spaces: of RIFF files ffprobe does not tell how long they say they are.
  static func header(of job: FilmJob) -> Question {
    let words = ["od", "-A", "n", "-v", "-t", "u1", "-N", "\(RIFFHeader.length)", FilmJob.path(job.input)]
    return Question(name: header, words: words)
  }

  /// What ffmpeg says of the encoder that --codec asks for; nil without one, and for codecs that are known here.
  static func encoder(of job: FilmJob) -> Question? {
    guard job.output != nil, let name = job.codec, NamedEncoder.codec(of: name) == nil else { return nil }
    return Question(name: encoder, words: ["ffmpeg", "-v", "quiet", "-h", "encoder=\(name)"])
  }

  /// When each frame of the picture is shown, a number to a line.
  static func stamps(of stream: Int, in job: FilmJob) -> Question {
    let words = ["-select_streams", "\(stream)", "-show_entries", "packet=pts", "-i", FilmJob.path(job.input)]
    return Question(name: stamps, words: ["ffprobe", "-v", "quiet", "-of", "csv=p=0"] + words)
  }

  /// All packets of tracks whose times start again in the middle, with times that go on.
  static func joined(_ joint: Joint, in job: FilmJob) -> Question {
    Question(joined, [joint.words(FilmJob.path(job.input)), ffprobe(packetWords("%"), in: "-")])
  }

  /// Where a track is silent or stands still.
  ///
  /// - Parameters:
  ///   - commands: each reads what the one before it prints, and the last has one of ffmpeg's detectors.
  ///   - joint: what is to be read in place of the file, if its times start again.
  static func found(_ name: String, by commands: [[String]], _ joint: Joint?, of job: FilmJob) -> Question {
    Question(name, (joint.map { [$0.words(FilmJob.path(job.input))] } ?? []) + commands)
  }

  private static func packetWords(_ intervals: String) -> [String] {
    ["-read_intervals", intervals, "-show_entries", packetEntries]
  }

  private static let packetEntries = "packet=stream_index,pts,dts,duration,flags"
  /// Seconds: a seek there leads to the last packets.
  private static let farBeyondTheEnd = 99_999_999

  /// Without messages: what a file has wrong is told by the plan, or by the decoder.
  private static func ffprobe(_ words: [String], in job: FilmJob) -> [String] {
    ffprobe(words, in: FilmJob.path(job.input))
  }

  private static func ffprobe(_ words: [String], in file: String) -> [String] {
    ["ffprobe", "-v", "quiet", "-of", "compact"] + words + ["-i", file]
  }
}
