/// An event of an edit decision list in the form of CMX 3600: a line with four timecodes, and perhaps an M2 line that
/// says the speed.
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

  /// What an M2 line says.
  package struct Motion: Equatable, Sendable {
    /// Seconds of the source to a second of the result.
    let speed: Double
    /// The first timecode that is shown.
    let start: Time?
  }

  package let reel: String
  /// What is edited: V for the picture, A for sound, B or AA/V for both.
  package let channels: String
  /// C for a cut; others are dissolves and wipes.
  package let transition: String
  package let sourceIn: Time
  package let sourceOut: Time
  package let recordIn: Time
  package let recordOut: Time
  /// Whether the list says that timecodes are drop-frame here, whatever their marks.
  package let isDropFrame: Bool
  package internal(set) var motion: Motion?
  /// The name of the film, from a comment below the event.
  package internal(set) var clipName: String?

  package var showsPicture: Bool { channels == "B" || channels.contains("V") || channels == "NONE" }

  /// The source time that is shown first, and the speed: below 0 if the event plays backward.
  package var source: (start: Double, speed: Double) {
    let (start, end) = (sourceIn.seconds, sourceOut.seconds)
    let length = recordOut.seconds - recordIn.seconds
    guard let motion else { return (start, length > 0 ? (end - start) / length : 1) }
    let shown = motion.start?.seconds ?? start
    // Backward, some lists give the earliest timecode for the first one that is shown.
    return (motion.speed < 0 && shown <= start ? end : shown, motion.speed)
  }
}
