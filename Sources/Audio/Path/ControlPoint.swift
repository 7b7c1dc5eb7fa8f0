/// The source position that an output sample plays, and the speed there. The position is stored as a whole number and a
/// fraction, so that it is as exact after a day as in the first second.
package struct ControlPoint: Equatable, Sendable {
  /// The number of the source sample at or before the position.
  package var index: Int
  /// How far the position lies beyond sample `index`: at least 0 and less than 1.
  package var fraction: Double
  /// Source samples per output sample; negative in backward play.
  package var speed: Double
  /// The speed that decides which frequencies are filtered out: the magnitude of `speed`, or more near a jump of the
  /// speed.
  package var width: Double

  package init(index: Int, fraction: Double, speed: Double, width: Double? = nil) {
    self.index = index
    self.fraction = fraction
    self.speed = speed
    self.width = width ?? abs(speed)
  }

  /// A position at most this many samples from a whole sample counts as that sample. Times printed as decimals lose
  /// their last digits, so positions are slightly off.
  package static let grace = 1e-9

  /// Creates the point `offset` samples after `sample`. Within `grace` of a whole sample, the fraction becomes 0.
  @inline(__always)
  init(sample: Int, offset: Double, grace: Double, speed: Double, width: Double) {
    // Not `rounded(.down)`: x86-64 without SSE4.1 has no instruction for it, and would call a function.
    var whole = Int(offset)
    if Double(whole) > offset { whole -= 1 }
    var fraction = offset - Double(whole)
    if fraction <= grace {
      fraction = 0
    } else if fraction >= 1 - grace {
      whole += 1
      fraction = 0
    }
    self.init(index: sample + whole, fraction: fraction, speed: speed, width: width)
  }
}
