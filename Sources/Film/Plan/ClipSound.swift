import Values
import Warp

/// A sound track along a clip: it begins at source time 0, has the clip's length, and is silent where packets are
/// missing. The result is made of such sounds, and they are searched for silences, pauses and speech.
struct ClipSound {
  let stream: ProbedStream
  let facts: SoundFacts
  let span: ClipSpan
  let kind: ContainerKind
  /// Whether its samples are counted, because its timestamps are wrong.
  let isCounted: Bool

  /// ffmpeg's arguments to print the sound as packets, with the timestamps of the file shifted by `offset`.
  ///
  /// - Parameters:
  ///   - decoding: the first arguments of ffmpeg.
  ///   - input: options for the input.
  ///   - file: the input, and the selected track.
  func words(_ decoding: [String], _ input: [String], _ file: [String], as format: String) -> [String] {
    decoding + input + opening(file) + printing(as: format)
  }

  /// The arguments between those that select a part of the file and the filter.
  func opening(_ file: [String]) -> [String] {
    // ffmpeg converts each later format to the first one.
    let uniform = kind.changesFormats ? ["-ac", "\(facts.channels)", "-ar", "\(facts.rate)"] : []
    return (kind.changesFormats ? [] : ["-reinit_filter", "0"]) + file + uniform
  }

  /// The arguments after the filter.
  func printing(as format: String) -> [String] {
    (isCounted ? ["-af", "asetpts=STARTPTS+N/SR/TB"] : []) + [
      "-c:a", "pcm_\(format)", "-output_ts_offset", "\(offset)", "-write_index", "0", "-f", "nut", "-",
    ]
  }

  /// The commands that print the sound over the whole clip, as `f32le` samples.
  func commands(_ input: [String], _ file: [String]) -> [Question.Command] {
    let length = NumberSyntax.print(span.length)
    return [
      .init(.ffmpeg, words(Self.decoding, input, file, as: "f32le")),
      .init(
        .audio, clipStart + ["--output-format", "f32le", "--no-progress", "--map"],
        text: "\(MapTable.title)\n0 0\n\(length) \(length)\n"),
    ]
  }

  /// ffmpeg's input options for these samples.
  var samples: [String] { facts.rawInput(as: "f32le") + ["-i", "-"] }

  static let decoding = ["-nostdin", "-v", "fatal"]

  /// The source time at which the timestamps for warp-audio begin.
  var clipStart: [String] {
    ["--clip-start", NumberSyntax.print(Double(offset) + (span.isStampless ? 0 : span.start))]
  }

  /// The positions where packets begin, on this clock.
  func packetGrid(_ grid: PacketGrid) -> [String] {
    grid.spacing.map { ["--packet-grid", "\($0.first + offset * facts.rate)/\($0.samples)"] } ?? []
  }

  /// The whole seconds that are added to timestamps. NUT has no negative timestamps, and ffmpeg would shift all
  /// timestamps to avoid one. The timestamps of a broadcast whose clock has wrapped around are negative by hours.
  private var offset: Int { 10 + Int(min(1e12, max(0, -span.start)).rounded(.up)) }
}
