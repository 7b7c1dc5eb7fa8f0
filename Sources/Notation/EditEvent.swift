/// An event of an edit decision list in CMX 3600 format: a line with four timecodes, and an optional M2 line with the
/// speed.
///
///     002  AX       V     C        00:00:04:00 00:00:08:00 01:00:02:00 01:00:04:00
///     M2   AX             050.0                00:00:04:00
package struct EditEvent: Equatable, Sendable {
  /// A timecode of a list.
  package struct Time: Equatable, Sendable {
    package let text: String
    /// The offsets of its bytes.
    package let range: Range<Int>
    package let seconds: Double
    let isDropFrame: Bool
  }

  /// The content of an M2 line.
  package struct Motion: Equatable, Sendable {
    /// Source seconds per second of the result.
    let speed: Double
    /// The first timecode that is shown.
    let start: Time?
    /// Whether the speed may be a rounded normal speed, such as 29.9 or 30 for 29.97 fps.
    let isRounded: Bool
  }

  package let reel: String
  /// The edited channels: V for the picture, A for sound, B or AA/V for both.
  package let channels: String
  /// C for a cut; other values are dissolves and wipes.
  package let transition: String
  package let sourceIn: Time
  package let sourceOut: Time
  package let recordIn: Time
  package let recordOut: Time
  /// Whether the list declares drop-frame timecodes here, whatever their separators.
  package let isDropFrame: Bool
  package internal(set) var motion: Motion?
  /// The name of the film, from a comment after the event.
  package internal(set) var clipName: String?

  package var showsPicture: Bool { channels == "B" || channels.contains("V") || channels == "NONE" }

  /// Whether the source ends before it begins, with neither an M2 line that plays it backward nor a midnight between.
  package var endsBeforeItBegins: Bool {
    let (length, day, slack) = (recordOut.seconds - recordIn.seconds, 86_400.0, 1.0)
    return motion == nil && sourceOut.seconds < sourceIn.seconds && sourceIn.seconds + length < day - slack
  }

  /// The first shown source time, and the speed, which is negative in backward play.
  package var source: (start: Double, speed: Double) {
    let (start, end) = (sourceIn.seconds, sourceOut.seconds)
    let length = recordOut.seconds - recordIn.seconds
    // An event that ends after midnight has the speed of the film.
    guard let motion else { return (start, length > 0 && end >= start ? (end - start) / length : 1) }
    let shown = motion.start?.seconds ?? start
    let isNormal = motion.isRounded && abs(abs(end - start) - length) < 1e-6
    let speed = isNormal ? (motion.speed < 0 ? -1 : 1) : motion.speed
    // In backward play, some lists state the earliest timecode instead of the first one shown.
    return (speed < 0 && shown <= min(start, end) ? max(start, end) : shown, speed)
  }
}
