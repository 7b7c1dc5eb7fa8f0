import Streams
import Values

/// A sound that warp-audio retimes: a film or a music file, with a map of its own.
struct SoundSource: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap
  /// Options for warp-audio.
  let options: [String]

  /// A track along the map, as raw samples.
  ///
  /// - Parameters:
  ///   - name: the name of the track, for the stages.
  ///   - retimed: the sample format.
  ///   - progress: the progress options of the filter.
  func retimed(_ stream: ProbedStream, _ facts: SoundFacts, _ name: String, as retimed: String, _ progress: [String])
    -> Feed
  {
    let (format, input) = (CarriedSamples.format(for: facts), film.input)
    let sound = input.sound(stream, facts)
    let memory = map.returns ? ["--memory", "64M"] : []
    let output = sound.clipStart + ["--output-format", retimed] + options + map.joins + memory + progress
    if let parts = parts(of: sound, format) {
      let raw = ["--format", format, "--rate", "\(facts.rate)", "--channels", "\(facts.channels)"]
      return .stage(Stage("\(name) filter", .audio, along: map.table, raw + output, parts))
    }
    let words = sound.words(input.decoding, input.options(for: map), input.opening(stream), as: format)
    return .stage(
      Stage(
        "\(name) filter", .audio, along: map.table, output,
        input: .stage(Stage("\(name) decoder", .ffmpeg, [.init(words)], input: input.joiner(name)))))
  }

  /// The options that make warp-audio decode parts of the sound. Nil to decode from the start: if almost everything is
  /// heard, or if sample positions are unknown after a seek.
  private func parts(of sound: ClipSound, _ format: String) -> [String]? {
    guard map.isHeardInParts, let grid = film.grids[sound.stream.index], !film.span.isStampless else { return nil }
    // Timestamps are aligned to whole packets, so the first packet must not be cut.
    let seek = (grid.spacing == nil ? "" : "-noaccurate_seek ") + "${1:+-ss \"$1\"}"
    let seekFrom = grid.isRandom ? Self.latestNoise : FilmMap.unsoughtSeconds
    let opening = ["-copyts"] + sound.opening(film.input.opening(sound.stream))
    let command = [
      "exec ffmpeg", ShellWords.quotedForSh(film.input.decoding), seek, ShellWords.quotedForSh(opening), omitting,
      ShellWords.quotedForSh(sound.printing(as: format)),
    ]
    return sound.packetGrid(grid) + [
      "--source-offset", NumberSyntax.print(film.input.leadIn), "--source-lead", NumberSyntax.print(Self.leadOfDecoder),
      "--seek-from", NumberSyntax.print(seekFrom),
      "--source", command.joined(separator: " "),
    ]
  }

  /// Drops decoded packets that end before a part, because warp-audio would only skip them.
  private var omitting: String {
    // `t` is a timestamp of the file, whose start need not be 0.
    let start = film.input.fileStart
    return "${3:+-af \"aselect=gte(t\(start == 0 ? "" : "-(\(NumberSyntax.print(start)))")\\,$3)\"}"
  }

  /// The seconds to decode before a part, because decoders need some packets before their output is exact.
  private static let leadOfDecoder = 4.0

  /// The seconds of sound that are decoded and dropped if a seek would change the decoder's noise. This takes a third
  /// of a second of CPU time.
  private static let latestNoise = 600.0
}
