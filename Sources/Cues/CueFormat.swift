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

  /// The text with every time put where `map` shows it.
  package func retimed(_ bytes: [UInt8], along map: TimeMap) throws(CueError) -> RetimedText {
    let lines = try TextLines(bytes)
    return switch self {
    case .srt: RetimedText(try SubRip.document(lines), along: map)
    case .vtt: RetimedText(try WebVTT.document(lines), along: map)
    case .ass: RetimedText(try SubStation.document(lines), along: map)
    case .ffmetadata: RetimedText(try ChapterText.document(lines), along: map)
    }
  }
}
