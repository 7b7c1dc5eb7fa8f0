import Warp

/// A part of the sound: outputs that follow one way through the source, with a gain that may rise and fall. The sound
/// is the sum of the layers at each output. Usually there is one. At a cut, the old stretch continues under the new one
/// while they cross-fade. In a freeze, the sound before it fades out and the sound after it fades in.
struct Layer: Sendable {
  enum Way: Sendable {
    /// Along the map.
    case map
    case line(SampleLine)
  }

  let outputs: Range<Int>
  let way: Way
  /// The outputs over which the layer fades in.
  let rise: Range<Int>
  /// The outputs over which the layer fades out.
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

  /// The same layer of a cut with a shorter cross-fade: the new sound fades in over `fade`, and the old one fades out.
  func crossFading(over fade: Range<Int>) -> Layer {
    switch way {
    case .map: Layer(outputs, way, rise: fade, fall: fall)
    case .line: Layer(fade, way, fall: fade)
    }
  }

  /// The outputs of `range` in this layer, divided where its fades begin and end. Each part is faded or unfaded as a
  /// whole, so an output is rendered in the same way wherever blocks begin.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    let part = outputs.clamped(to: range)
    let cuts = [rise.lowerBound, rise.upperBound, fall.lowerBound, fall.upperBound].filter(part.contains)
    let borders = ([part.lowerBound] + cuts + [part.upperBound]).sorted()
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The gain of an output. A fade-in and a fade-out over the same outputs add up to 1.
  func gain(at output: Int) -> Double {
    if rise.contains(output) { return Fade.share(output, of: rise) }
    if fall.contains(output) { return 1 - Fade.share(output, of: fall) }
    return 1
  }
}

/// The cross-fade of two sounds, along a smoothstep.
enum Fade {
  /// The gain of the later sound at an output of `range`. The gain of the earlier sound is 1 minus this.
  static func share(_ output: Int, of range: Range<Int>) -> Double {
    // At the middle of the sample, so that the first output's share is as far from 0 as the last one's is from 1.
    Smoothstep.value((Double(output - range.lowerBound) + 0.5) / Double(range.count))
  }
}
