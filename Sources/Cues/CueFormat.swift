import Warp

/// A kind of text that has times.
package enum CueFormat: String, CaseIterable, Sendable {
  /// SubRip subtitles.
  case srt
  /// WebVTT subtitles.
  case vtt
  /// Advanced SubStation Alpha subtitles, and SubStation Alpha.
  case ass
  /// What ffmpeg calls its metadata format: chapters and tags.
  case ffmetadata
  /// Audacity's labels.
  case labels
  /// Lines that begin with a time.
  case times

  /// The text with every time put where `map` shows it, or back where the source has it.
  ///
  /// - Parameter origin: the time of the text at which the clip or the result starts.
  package func retimed(
    _ bytes: [UInt8], along map: TimeMap, _ direction: TextDirection = .toResult, origin: Double = 0
  ) throws(CueError) -> RetimedText {
    let lines = try TextLines(bytes)
    return switch self {
    case .srt: RetimedText(try SubRip.document(lines), after: lines.mark, along: map, direction, origin: origin)
    case .vtt: RetimedText(try WebVTT.document(lines), after: lines.mark, along: map, direction, origin: origin)
    case .ass: RetimedText(try SubStation.document(lines), after: lines.mark, along: map, direction, origin: origin)
    case .ffmetadata:
      RetimedText(try ChapterText.document(lines), after: lines.mark, along: map, direction, origin: origin)
    case .labels: RetimedText(try Labels.document(lines), after: lines.mark, along: map, direction, origin: origin)
    case .times: RetimedText(try TimedLines.document(lines), after: lines.mark, along: map, direction, origin: origin)
    }
  }
}
