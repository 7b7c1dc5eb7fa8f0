/// How an output frame at a fixed rate is made from the source at its instant. "Next" is meant in order of play.
package enum FrameChoice: Equatable, Sendable {
  /// The frame on screen.
  case hold
  /// The frame on screen half an output frame later. So a source frame first appears at most half an output frame
  /// before or after the map shows its start.
  case middle
  /// The frame whose start is nearest, the later of two.
  case nearest
  /// The first frame starting at the instant or after it.
  case next
  /// The frame on screen fading into the next.
  case blend
  /// A frame made up from what moves between the frame on screen and the next.
  case motion
  /// The average of what is on screen for so many degrees of an output frame, over 0 to 720.
  case shutter(degrees: Double)
  /// The average of instants while a shutter is open, made up from motion.
  case motionShutter(degrees: Double)

  /// Whether a picture between two frames depends on the frame before them and on the one after them, too.
  ///
  /// Not where duplicates do not count: how motion changes is told from frames at even distances, and those beside the
  /// two may be duplicates, or lie farther off in time.
  package func looksAround(skippingDuplicates: Bool) -> Bool {
    switch self {
    case .motion, .motionShutter: !skippingDuplicates
    case .hold, .middle, .nearest, .next, .blend, .shutter: false
    }
  }
}
