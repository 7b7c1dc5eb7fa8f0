/// How an output frame at a fixed rate is made from the source at its instant. "Next" means next in playing order.
package enum FrameChoice: Equatable, Sendable {
  /// The frame on screen.
  case hold
  /// The frame on screen half an output frame later. A source frame first appears within half an output frame of its
  /// exact time.
  case middle
  /// The frame with the nearest start; the later frame if two are equally near.
  case nearest
  /// The first frame that starts at the instant or later.
  case next
  /// A cross-fade between the frame on screen and the next one.
  case blend
  /// Motion interpolation between the frame on screen and the next one.
  case motion
  /// The average of the frames shown while a shutter is open: above 0, up to 720 degrees (two output frames).
  case shutter(degrees: Double)
  /// The average of motion-interpolated pictures while the shutter is open.
  case motionShutter(degrees: Double)

  /// Whether an output frame may be made from several source frames.
  package var mixes: Bool {
    switch self {
    case .hold, .middle, .nearest, .next: false
    case .blend, .motion, .shutter, .motionShutter: true
    }
  }

  /// Whether a picture between two frames also depends on the frame before and the frame after them.
  ///
  /// If duplicates are skipped, the answer is false. A change of motion can be measured only between frames at equal
  /// distances, but the neighbours may be duplicates or lie farther away in time.
  package func looksAround(skippingDuplicates: Bool) -> Bool {
    switch self {
    case .motion, .motionShutter: !skippingDuplicates
    case .hold, .middle, .nearest, .next, .blend, .shutter: false
    }
  }
}
