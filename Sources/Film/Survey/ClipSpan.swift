import Values

/// The start and length of a clip on its file's own clock, in seconds.
package struct ClipSpan: Equatable, Sendable {
  /// The position of source time 0.
  package let start: Double
  package let length: Double
  /// Whether frames have no timestamps and are counted.
  package let isStampless: Bool
  /// The seconds at the end with sound but no frames, in which the last frame is shown.
  package let held: Double
  /// Whether the last frame lasts longer than the others. Only its duration in the file says so, because no timestamp
  /// follows.
  package let endsLong: Bool
  /// The seconds by which the decoder outputs frames later than source time.
  package let delay: Double

  /// The timestamp of the first frame.
  var firstStamp: Double { start + delay }

  /// Makes timestamps start at the first frame. ffmpeg takes the offset in microseconds. It is rounded up, so that no
  /// timestamp becomes negative.
  var stampedFromFirst: [String] {
    if firstStamp == 0 { return [] }
    let origin = (-firstStamp * 1e6 - 1e-3).rounded(.up) / 1e6
    return ["-output_ts_offset", DecimalText.print(origin, decimals: 6)]
  }

  /// Picture and sound of a film seldom begin and end together. Up to this difference in seconds, the picture's length
  /// is the film's length.
  static let tolerance = 0.5
  /// Timestamps that differ by less, in seconds, are equal.
  static let instant = 1e-6

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

  /// The span of this picture if only its sound is used. It ends with the sound, if both ends differ by more than the
  /// tolerance. Source time 0 stays at the first frame, unless almost no sound comes after it.
  func lasting(as sound: ClipSpan) -> ClipSpan {
    let length = sound.start + sound.length - start
    if isStampless || length <= Self.tolerance {
      return abs(self.length - sound.length) <= Self.tolerance ? self : sound
    }
    if abs(length - self.length) <= Self.tolerance { return self }
    return ClipSpan(start: start, length: length, delay: delay)
  }

  /// The span of this picture, extended to the end of its sound if that is later by more than the tolerance. The last
  /// frame stays on screen.
  ///
  /// - Parameter end: the end of the sound on the file's clock.
  func held(until end: Double) -> ClipSpan {
    let whole = end - start
    guard !isStampless, whole - length > Self.tolerance else { return self }
    return ClipSpan(start: start, length: whole, held: whole - length, delay: delay)
  }
}
