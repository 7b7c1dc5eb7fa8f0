import Values

/// Text subtitles: each track is extracted as text, retimed by warp-map, and read by the encoder.
struct SubtitlePlan: Sendable {
  let film: FilmSurvey.Film
  let map: FilmMap

  var inputs: [EncoderInput] {
    guard let codec = film.resultKind.subtitles else { return [] }
    return tracks.enumerated().map { number, stream in
      let text = SubtitleText(of: stream, as: codec)
      return EncoderInput(
        phrase: ["-f", .text(text.muxer), "-i", .feed(feed(stream, text, number))], of: [stream],
        outputOptions: ["-c:s:\(number)", text.isCopied ? "copy" : text.codec]
          + stream.trackOptions("s:\(number)", isAlone: tracks.count == 1, in: film.resultKind),
        taking: { ["-map", "\($0):s:0"] })
    }
  }

  /// The tracks that are kept. Picture-based subtitles are not. If the film's timestamps restart, its texts cannot be
  /// placed.
  var tracks: [ProbedStream] {
    film.joint != nil ? [] : film.tracks.subtitles.filter { SubtitleText.codecs.contains($0.codec) }
  }

  private func feed(_ stream: ProbedStream, _ text: SubtitleText, _ number: Int) -> Feed {
    let name = number == 0 ? "subtitle" : "subtitle \(number + 1)"
    let taken =
      film.input.opening(stream, film.input.options(for: map)) + (text.isCopied ? ["-c:s", "copy"] : []) + [
        "-f", text.muxer, "-",
      ]
    // The text has the timestamps of the file.
    let start =
      film.span.isStampless || film.span.start == 0 ? [] : ["--text-start", NumberSyntax.print(film.span.start)]
    return .stage(
      Stage(
        "\(name) filter", .map, along: map.table,
        ["--retime", text.kind] + start + (text.isSingle ? ["--single-cues"] : []),
        input: .stage(Stage("\(name) decoder", .ffmpeg, [.init(film.input.decoding + taken)]))))
  }
}

/// How a subtitle track goes through the pipeline.
private struct SubtitleText {
  /// The text format by warp-map's name.
  let kind: String
  /// The text format by ffmpeg's name.
  let muxer: String
  /// The codec in the result.
  let codec: String
  /// Whether ffmpeg copies the text. When it decodes WebVTT, it loses cue positions, speakers and timestamps inside
  /// cues.
  let isCopied: Bool
  /// Whether the result shows one cue at a time.
  let isSingle: Bool

  /// Text codecs by ffmpeg's names.
  static let codecs: Set = ["subrip", "srt", "ass", "ssa", "mov_text", "webvtt", "text"]

  init(of stream: ProbedStream, as wish: FileKind.SubtitleCodec) {
    let isASS = ["ass", "ssa"].contains(stream.codec)
    (kind, muxer, codec) =
      switch wish {
      case .movText: ("srt", "srt", "mov_text")
      case .webVTT: ("vtt", "webvtt", "webvtt")
      case .subRipOrASS: isASS ? ("ass", "ass", "ass") : ("srt", "srt", "srt")
      }
    isCopied = wish == .webVTT && stream.codec == "webvtt"
    isSingle = wish == .movText
  }
}
