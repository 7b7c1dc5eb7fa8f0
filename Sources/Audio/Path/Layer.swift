import Warp

/// A range of output samples that follow one path through the source, with fades at its ends. Where layers overlap,
/// their sounds are added. Usually, one layer plays at a time. At a cut, the sound before the cut continues under the
/// new sound while they cross-fade. A freeze begins with a fade-out of the old sound and ends with a fade-in of the
/// next.
struct Layer: Sendable {
  enum Way: Sendable {
    /// The source positions that the map gives.
    case map
    case line(SampleLine)
  }

  let outputs: Range<Int>
  let way: Way
  /// The output samples during which this sound fades in.
  let rise: Range<Int>
  /// The output samples during which this sound fades out.
  let fall: Range<Int>

  init(_ outputs: Range<Int>, _ way: Way, rise: Range<Int>? = nil, fall: Range<Int>? = nil) {
    self.outputs = outputs
    self.way = way
    self.rise = rise ?? outputs.lowerBound..<outputs.lowerBound
    self.fall = fall ?? outputs.upperBound..<outputs.upperBound
  }

  func covers(_ range: Range<Int>) -> Bool {
    outputs.lowerBound <= range.lowerBound && range.upperBound <= outputs.upperBound
  }

  /// Whether the gain is 1 everywhere in `range`.
  func isUnfaded(over range: Range<Int>) -> Bool { !rise.overlaps(range) && !fall.overlaps(range) }

  /// Returns this layer with the cross-fade at its cut, a jump in source time, moved to `fade`. The sound after the cut
  /// fades in, and the sound before the cut fades out.
  func crossFading(over fade: Range<Int>) -> Layer {
    switch way {
    case .map: Layer(outputs, way, rise: fade, fall: fall)
    case .line: Layer(fade, way, fall: fade)
    }
  }

  /// Returns the output samples that `range` shares with this layer, divided where fades begin and end. Each part lies
  /// entirely inside or outside a fade. Samples therefore do not depend on how the output is divided into blocks.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    let part = outputs.clamped(to: range)
    let cuts = [rise.lowerBound, rise.upperBound, fall.lowerBound, fall.upperBound].filter(part.contains)
    let borders = ([part.lowerBound] + cuts + [part.upperBound]).sorted()
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The gain of an output sample. A fade-in and a fade-out over the same samples add up to 1.
  func gain(at output: Int) -> Double {
    if rise.contains(output) { return Fade.share(output, of: rise) }
    if fall.contains(output) { return 1 - Fade.share(output, of: fall) }
    return 1
  }
}

/// The cross-fade of two sounds, along a smoothstep curve.
enum Fade {
  /// The gain of the later sound at an output sample of `range`. The gain of the earlier sound is 1 minus this.
  static func share(_ output: Int, of range: Range<Int>) -> Double {
    // The share is computed for the middle of the sample. The first share is then as far from 0 as the last is from 1.
    Smoothstep.value((Double(output - range.lowerBound) + 0.5) / Double(range.count))
  }
}
