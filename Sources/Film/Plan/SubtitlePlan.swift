import Warp

/// Subtitles of text: each track taken out as a text, put along the map by warp-map, read by the encoder.
extension FilmPlan {
  var subtitleInputs: [EncoderInput] {
    guard let codec = kind.subtitles else { return [] }
    return textSubtitles.enumerated().map { number, stream in
      let text = SubtitleText(of: stream, as: codec)
      return EncoderInput(
        phrase: ["-f", .text(text.muxer), "-i", .feed(feed(stream, text, number))], of: [stream],
        outputOptions: ["-c:s:\(number)", text.isCopied ? "copy" : text.codec]
          + stream.trackOptions("s:\(number)", isAlone: textSubtitles.count == 1, in: kind),
        taking: { ["-map", "\($0):s:0"] })
    }
  }

  /// Those that are kept; pictures of letters are not. Where the film's times start again, its texts cannot be placed.
  var textSubtitles: [ProbedStream] {
    film.joint != nil ? [] : film.tracks.subtitles.filter { SubtitleText.codecs.contains($0.codec) }
  }

  private func feed(_ stream: ProbedStream, _ text: SubtitleText, _ number: Int) -> Feed {
    let name = number == 0 ? "subtitle" : "subtitle \(number + 1)"
    let taken = opening(stream) + (text.isCopied ? ["-c:s", "copy"] : []) + ["-f", text.muxer, "-"]
    // The text has the times of the file.
    let start =
      film.span.isStampless || film.span.start == 0 ? [] : ["--text-start", NumberSyntax.print(film.span.start)]
    let filter: [Stage.Word] = [.text(job.tools.map), "--map", .feed(.document(map.table))]
    return .stage(
      Stage(
        "\(name) filter", [filter + .init(["--retime", text.kind] + start + (text.isSingle ? ["--single-cues"] : []))],
        input: .stage(Stage("\(name) decoder", [.init(decoding + taken)]))))
  }
}

/// How a track of subtitles goes through the pipeline.
private struct SubtitleText {
  /// warp-map's name of the kind of text.
  let kind: String
  /// ffmpeg's name of the same.
  let muxer: String
  /// In the result.
  let codec: String
  /// Whether ffmpeg is to leave the text as it is: decoding WebVTT it would lose where cues stand, who speaks, and the times
  /// inside of cues.
  let isCopied: Bool
  /// Whether the result shows one cue at a time.
  let isSingle: Bool

  /// ffmpeg's names of codecs that are text.
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
