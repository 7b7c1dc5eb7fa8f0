/// The source frame on screen at an instant and the next one in playing order, both within one stretch of the map.
struct FrameView: Equatable {
  var frame: Int
  var next: Int
  /// The share of the frame's time that has passed, as in `FramePosition`.
  let phase: Double

  init(frame: Int, next: Int, phase: Double) {
    self.frame = frame
    self.next = next
    self.phase = phase
  }

  /// - Parameter frames: the frames of the stretch. A position outside them shows the nearest of them.
  init(_ position: FramePosition, _ direction: Direction, within frames: ClosedRange<Int>) {
    let next = direction == .backward ? position.frame - 1 : position.frame + 1
    frame = min(max(position.frame, frames.lowerBound), frames.upperBound)
    self.next = min(max(next, frames.lowerBound), frames.upperBound)
    phase = position.phase
  }

  /// The view during a freeze, in which no next frame follows and the phase stays 0.
  init(frozen frame: Int) { self.init(frame: frame, next: frame, phase: 0) }

  /// The view if the input has only `count` frames: the last frame replaces the missing ones.
  func limited(to count: Int) -> FrameView {
    var view = self
    view.frame = min(frame, count - 1)
    view.next = min(next, count - 1)
    return view
  }

  /// The picture at this instant. With a simulated shutter, this is only one of several pictures that are averaged.
  func picture(_ choice: FrameChoice) -> Picture {
    switch choice {
    case .hold, .middle, .shutter: .frame(frame)
    // A tie goes to the later frame, also if rounding has left the phase slightly below a half.
    case .nearest: .frame(phase < 0.5 - FramePosition.grace ? frame : next)
    case .next: .frame(phase == 0 ? frame : next)
    case .blend: phase == 0 || frame == next ? .frame(frame) : blend
    case .motion, .motionShutter: Picture(averaging: [moment(share: 1)])
    }
  }

  /// The picture at this instant with its share in an output frame. Even in backward play, `Moment.first` is the
  /// earlier source frame.
  func moment(share: Double) -> Moment {
    let passed = frame == next ? 0 : Weight.rounded(phase)
    // If neighbouring frames have very different lengths, the phase may round to 0 or 1.
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
