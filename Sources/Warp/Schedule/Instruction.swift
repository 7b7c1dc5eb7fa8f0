/// What a schedule asks of whoever carries it out.
package enum Instruction: Equatable, Sendable {
  /// Nothing can be said before another frame has come or the input has ended.
  case needInput
  /// The next output frames are this picture, so many times. Pictures that stay the same may come in several of these.
  ///
  /// - Parameter tick: from when on it is shown, in ticks of the timebase; nil at a fixed rate, whose frames are counted.
  case show(Picture, times: Int, tick: Int64?)
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
