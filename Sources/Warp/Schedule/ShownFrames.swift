import Values

/// What each output frame of a fixed rate shows. The schedule that makes a film decides it, from frames that have all
/// arrived.
package struct ShownFrames: Sendable {
  /// The source frames, and how output frames are made from them.
  package struct Basis: Sendable {
    let clock: FrameClock
    let choice: FrameChoice
    /// Whether the last frame replaces everything that is missing at the end.
    let holdsEnd: Bool

    /// - Parameter clock: the times of all source frames.
    package init(_ clock: FrameClock, _ choice: FrameChoice, holdsEnd: Bool = false) {
      (self.clock, self.choice, self.holdsEnd) = (clock, choice, holdsEnd)
    }
  }

  private var schedule: FixedSchedule
  private let clock: FrameClock
  /// The picture of the last output frames that the schedule has decided about, and the first frame after them.
  private var picture: Picture?
  private var end = 0

  package init(_ map: TimeMap, _ basis: Basis, rate: FrameRate) throws(Refusal) {
    schedule = try FixedSchedule(
      map, basis.clock, rate: rate, choice: basis.choice, looksAround: false, holdsEnd: basis.holdsEnd)
    clock = basis.clock
  }

  /// The picture of an output frame, which must not be before that of the last call. Nil after the last output frame.
  package mutating func picture(of output: Int) -> Picture? {
    while end <= output {
      guard case .show(let picture, let times, _) = schedule.next() else { return nil }
      self.picture = picture
      end += times
    }
    return picture
  }

  /// The position of a picture among the source frames, with a fraction if it is made from several, and its time.
  package func place(of picture: Picture) -> (frame: Double, source: Double) {
    let position = picture.position
    let frame = Int(position)
    let start = clock.start(of: frame)
    return (position, start + (position - Double(frame)) * (clock.start(of: frame + 1) - start))
  }
}

extension Picture {
  /// The position among the source frames: of several frames or moments, the weighted mean.
  fileprivate var position: Double {
    switch self {
    case .frame(let frame): Double(frame)
    case .mix(let weights): weights.reduce(0) { $0 + Double($1.frame) * $1.share }
    case .between(let first, _, let phase): Double(first) + phase
    case .average(let moments): moments.reduce(0) { $0 + $1.position * $1.share }
    }
  }
}

extension FrameClock {
  /// Frames with these timestamps, all of which have arrived. A timestamp that is not later than the one before it is
  /// left out.
  package init(stamps: [Double], roundedRate: FrameRate?) {
    self.init(nominal: roundedRate, roundedRate: roundedRate)
    for stamp in stamps { _ = append(start: stamp) }
    end(count: count)
  }
}
