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
  /// The output is complete.
  case done
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
