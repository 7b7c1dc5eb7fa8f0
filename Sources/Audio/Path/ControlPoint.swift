/// Where on the source an output sample lies: between which two samples, and how fast it goes by.
///
/// The place is kept as a whole number and a fraction, so that it is as fine after a day as in the first second.
package struct ControlPoint: Equatable, Sendable {
  /// The source sample at the point or before it.
  package var index: Int
  /// How far the point lies beyond it, from 0 to less than 1.
  package var fraction: Double
  /// Source samples per output sample, negative while playing backward.
  package var speed: Double
  /// The speed for whose sake the sound is band limited: that of the point, or more near a kink.
  package var width: Double

  package init(index: Int, fraction: Double, speed: Double, width: Double? = nil) {
    self.index = index
    self.fraction = fraction
    self.speed = speed
    self.width = width ?? abs(speed)
  }

  /// What lies this close to a sample counts as that sample: times go through decimals and come back a few digits off.
  package static let grace = 1e-9

  /// The point at `offset` from a sample.
  @inline(__always)
  init(sample: Int, offset: Double, grace: Double, speed: Double, width: Double) {
    // Rounded down by hand: plain x86-64 has no instruction for it.
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
