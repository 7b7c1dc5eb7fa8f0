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
  /// By how many seconds frames come out of the decoder later than source time says.
  package let delay: Double

  /// Picture and sound of a film seldom begin and end together. Up to so many seconds the picture's length is the
  /// film's.
  static let tolerance = 0.5

  package init(start: Double, length: Double, isStampless: Bool = false, held: Double = 0, delay: Double = 0) {
    self.start = start
    self.length = length
    self.isStampless = isStampless
    self.held = held
    self.delay = delay
  }

  /// Whether another span begins and ends as this one does, but for the tolerance.
  func isNearly(_ other: ClipSpan) -> Bool {
    abs(start - other.start) <= Self.tolerance && abs(start + length - other.start - other.length) <= Self.tolerance
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
