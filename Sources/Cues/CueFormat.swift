import Values
import Warp

/// A text format with times.
package enum CueFormat: String, CaseIterable, Sendable {
  /// SubRip subtitles.
  case srt
  /// WebVTT subtitles.
  case vtt
  /// Advanced SubStation Alpha subtitles, and SubStation Alpha.
  case ass
  /// ffmpeg's metadata format: chapters and tags.
  case ffmetadata
  /// Audacity's labels.
  case labels
  /// Lines that begin with a time.
  case times

  /// Track points with dates, in XML.
  case gpx
  /// NMEA sentences of a satellite receiver.
  case nmea
  /// Comma-separated text with a column of times.
  case csv
  /// An edit decision list in CMX 3600 format.
  case edl
  /// The segments of a LosslessCut project.
  case llc

  /// The text with every time moved along `map`, or back to the source.
  ///
  /// - Parameters:
  ///   - origin: the time in the text at which the clip or the result starts. Dates and timecodes count from the first
  ///     one.
  ///   - timeColumn: the name of the column with times in comma-separated text.
  ///   - rate: the frame rate of timecodes.
  package func retimed(
    _ bytes: [UInt8], along map: TimeMap, _ direction: TextDirection = .toResult, origin: Double = 0,
    timeColumn: String = "time", rate: FrameRate? = nil
  ) throws(CueError) -> RetimedText {
    let lines = try TextLines(bytes)
    func text<Cue: RetimableCue>(_ document: CueDocument<Cue>) -> RetimedText {
      RetimedText(document, after: lines.mark, along: map, direction, origin: origin)
    }
    return switch self {
    case .srt: text(try SubRip.document(lines))
    case .vtt: text(try WebVTT.document(lines))
    case .ass: text(try SubStation.document(lines))
    case .ffmetadata: text(try ChapterText.document(lines))
    case .labels: text(try Labels.document(lines))
    case .times: text(try TimedLines.document(lines))
    case .gpx: text(try TrackPoints.document(bytes, origin: origin))
    case .nmea: text(try PositionLog.document(lines, origin: origin))
    case .csv: text(try TableRows.document(lines, column: timeColumn, origin: origin))
    case .edl: try EditListText.retimed(lines, along: map, direction, origin: origin, rate: rate)
    case .llc: text(try ProjectSegments.document(bytes))
    }
  }
}
