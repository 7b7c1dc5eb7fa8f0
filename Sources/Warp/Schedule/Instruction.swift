/// What a schedule asks of whoever carries it out.
package enum Instruction: Equatable, Sendable {
  /// Nothing can be said before another frame has come or the input has ended.
  case needInput
  /// The next `count` output frames are this source frame. Frames that stay the same may come in several of these.
  case copy(frame: Int, count: Int)
  /// The next output frame is this source frame, from `tick` of the timebase on.
  case show(frame: Int, tick: Int64)
  /// The next output frame is this average, frames rising, weights adding up to 1.
  case mix([Weight])
  /// The next output frame lies between these source frames, the first of them the earlier in the source, at a phase
  /// over 0 and under 1.
  case between(first: Int, second: Int, phase: Double)
  /// The next output frame is the average of these moments, shares adding up to 1.
  case average([Moment])
  /// The output is complete.
  case done
}

/// A place between two source frames, or at the start of one, and the part it has in an output frame.
package struct Moment: Equatable, Sendable {
  package let first: Int
  /// The frame after it; the same where the phase is 0.
  package let second: Int
  package let phase: Double
  package let share: Double

  package init(first: Int, second: Int, phase: Double, share: Double) {
    self.first = first
    self.second = second
    self.phase = phase
    self.share = share
  }

  /// Where on the axis of frames it lies.
  var position: Double { Double(first) + phase }
}

/// The part a source frame has in an output frame.
package struct Weight: Equatable, Sendable {
  package let frame: Int
  /// A multiple of 2⁻⁵², so that sums and differences from 1 are exact in every order.
  package let share: Double

  package init(frame: Int, share: Double) {
    self.frame = frame
    self.share = share
  }

  /// The nearest share there is.
  static func rounded(_ share: Double) -> Double { (share * 0x1p52).rounded() * 0x1p-52 }
}
