import Warp

/// A sound track as it is heard along a clip: it begins at source time 0, lasts as long as it is wanted, and is
/// silent where it has no packets. The result is made of that, and silences are looked for in it.
struct ClipSound {
  let stream: ProbedStream
  let facts: SoundFacts
  let span: ClipSpan
  let kind: ContainerKind

  /// The command that prints it as packets with the timestamps of the file, all of which are later by `offset`.
  ///
  /// - Parameters:
  ///   - decoding: how ffmpeg is started.
  ///   - input: options for what it opens.
  ///   - file: what it opens, and the track that it takes.
  func words(_ decoding: [String], _ input: [String], _ file: [String], as format: String) -> [String] {
    decoding + input + reading(file, as: format)
  }

  /// The words behind those that choose a part of the file.
  func reading(_ file: [String], as format: String) -> [String] {
    // ffmpeg makes each change of the format one to the first.
    let uniform = kind.changesFormats ? ["-ac", "\(facts.channels)", "-ar", "\(facts.rate)"] : []
    return (kind.changesFormats ? [] : ["-reinit_filter", "0"]) + file + uniform
      + ["-c:a", "pcm_\(format)", "-output_ts_offset", "\(offset)", "-write_index", "0", "-f", "nut", "-"]
  }

  /// The commands that print it as it is heard along all of the clip, as samples of `f32le`.
  func commands(_ tools: FilmJob.Tools, _ input: [String], _ file: [String]) -> [[Stage.Word]] {
    let length = NumberSyntax.print(span.length)
    let table = "\(MapTable.title)\n0 0\n\(length) \(length)\n"
    let map = Document(name: "map", text: table, maker: [tools.map, "--duration", length, "--constant", "1"])
    return [
      .init(words(Self.decoding, input, file, as: "f32le")),
      [.text(tools.audio), "--map", .feed(.document(map))]
        + .init(clipStart + ["--output-format", "f32le", "--no-progress"]),
    ]
  }

  /// ffmpeg's input options for those samples, which are no longer than the clip.
  var samples: [String] { facts.rawInput(as: "f32le") + ["-i", "-"] }

  static let decoding = ["ffmpeg", "-nostdin", "-v", "fatal"]

  /// The source time at which warp-audio's timestamps begin.
  var clipStart: [String] {
    ["--clip-start", NumberSyntax.print(Double(offset) + (span.isStampless ? 0 : span.start))]
  }

  /// Where packets begin on that clock.
  func packetGrid(_ grid: PacketGrid) -> [String] {
    grid.spacing.map { ["--packet-grid", "\($0.first + offset * facts.rate)/\($0.samples)"] } ?? []
  }

  /// NUT has no negative timestamps, and ffmpeg would move all of them to avoid one: whole seconds are added. Those
  /// of a broadcast whose clock has wrapped around are negative by hours.
  private var offset: Int { 10 + Int(min(1e12, max(0, -span.start)).rounded(.up)) }
}
