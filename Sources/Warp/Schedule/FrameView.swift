/// The frame on screen at an instant and the one that comes after it in order of play, both of them frames of the
/// stretch.
struct FrameView: Equatable {
  var frame: Int
  var next: Int
  /// How much of the frame's interval has gone by, as in `FramePosition`.
  let phase: Double

  init(frame: Int, next: Int, phase: Double) {
    self.frame = frame
    self.next = next
    self.phase = phase
  }

  /// - Parameter frames: those the stretch may show. A position outside them shows the nearest of them.
  init(_ position: FramePosition, _ direction: Direction, within frames: ClosedRange<Int>) {
    let next = direction == .backward ? position.frame - 1 : position.frame + 1
    frame = min(max(position.frame, frames.lowerBound), frames.upperBound)
    self.next = min(max(next, frames.lowerBound), frames.upperBound)
    phase = position.phase
  }

  /// The view in a freeze: one frame, however much of its interval has gone by.
  init(frozen frame: Int) { self.init(frame: frame, next: frame, phase: 0) }

  /// The view where the input has only `count` frames: its last frame replaces all that are missing.
  func limited(to count: Int) -> FrameView {
    var view = self
    view.frame = min(frame, count - 1)
    view.next = min(next, count - 1)
    return view
  }

  /// The picture for choices that look at one instant; of the two shutters, which look at more, the picture at this
  /// instant.
  func picture(_ choice: FrameChoice) -> Picture {
    switch choice {
    case .hold, .middle, .shutter: .frame(frame)
    // A tie goes to the later frame, also where rounding has left the phase just below a half.
    case .nearest: .frame(phase < 0.5 - FramePosition.grace ? frame : next)
    case .next: .frame(phase == 0 ? frame : next)
    case .blend: phase == 0 || frame == next ? .frame(frame) : blend
    case .motion, .motionShutter: Picture(averaging: [moment(share: 1)])
    }
  }

  /// The view as a part of an output frame. The earlier of the two frames in the source comes first, whichever is
  /// played first.
  func moment(share: Double) -> Moment {
    let passed = frame == next ? 0 : Weight.rounded(phase)
    // Beside frames of very unlike lengths a phase can be so near to 0 or 1 that it rounds to it.
    if passed == 0 { return Moment(first: frame, second: frame, phase: 0, share: share) }
    if passed == 1 { return Moment(first: next, second: next, phase: 0, share: share) }
    let phase = frame < next ? passed : 1 - passed
    return Moment(first: min(frame, next), second: max(frame, next), phase: phase, share: share)
  }

  private var blend: Picture {
    let share = Weight.rounded(phase)
    let (current, following) = (Weight(frame: frame, share: 1 - share), Weight(frame: next, share: share))
    return .mix(frame < next ? [current, following] : [following, current])
  }
}
