import Warp

/// From when to when a clip lasts on its file's own clock, in seconds.
package struct ClipSpan: Equatable, Sendable {
  /// Source time counts from here.
  package let start: Double
  package let length: Double
  /// Whether frames have no times of their own and are counted.
  package let isStampless: Bool
  /// How many seconds at the end have sound and no frame: the last frame stands for so long.
  package let held: Double
  /// Whether the last frame stands longer than frames do by the rate: nothing but the file says so, since no stamp follows it.
  package let endsLong: Bool
  /// By how many seconds frames come out of the decoder later than source time says.
  package let delay: Double

  /// Picture and sound of a film seldom begin and end together. Up to so many seconds the picture's length is the
  /// film's.
  static let tolerance = 0.5

  package init(
    start: Double, length: Double, isStampless: Bool = false, held: Double = 0, endsLong: Bool = false,
    delay: Double = 0
  ) {
    self.start = start
    self.length = length
    self.isStampless = isStampless
    self.held = held
    self.endsLong = endsLong
    self.delay = delay
  }

  /// The span of a picture, if its sound alone is wanted: until that ends, if it ends earlier or later by more than the
  /// tolerance. Source time 0 stays the first frame, as in the film, unless hardly any of the sound comes after it.
  func lasting(as sound: ClipSpan) -> ClipSpan {
    let length = sound.start + sound.length - start
    if isStampless || length <= Self.tolerance {
      return abs(self.length - sound.length) <= Self.tolerance ? self : sound
    }
    if abs(length - self.length) <= Self.tolerance { return self }
    return ClipSpan(start: start, length: length, delay: delay)
  }

  /// The span of a picture whose last frame stands until its sound ends, if that is more than the tolerance later.
  ///
  /// - Parameter end: when the sound ends, on the file's clock.
  func held(until end: Double) -> ClipSpan {
    let whole = end - start
    guard !isStampless, whole - length > Self.tolerance else { return self }
    return ClipSpan(start: start, length: whole, held: whole - length, delay: delay)
  }
}
