import Warp

/// A part of the sound: outputs that follow one way through the source, with a gain that may rise and fall.
///
/// What is heard is the sum of the layers at each output. Mostly there is one. At a cut the old stretch goes on under
/// the new one while they fade; in a freeze what came before fades out and what comes after fades in.
struct Layer: Sendable {
  enum Way: Sendable {
    /// Along the map.
    case map
    case line(SampleLine)
  }

  let outputs: Range<Int>
  let way: Way
  /// The outputs over which the layer rises from silence, and those over which it falls back to silence.
  let rise: Range<Int>
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

  /// Whether the gain is 1 all over `range`.
  func isUnfaded(over range: Range<Int>) -> Bool { !rise.overlaps(range) && !fall.overlaps(range) }

  /// The same layer of a cut with a shorter cross-fade: the new sound rises in `fade`, and the old one falls.
  func crossFading(over fade: Range<Int>) -> Layer {
    switch way {
    case .map: Layer(outputs, way, rise: fade, fall: fall)
    case .line: Layer(fade, way, fall: fade)
    }
  }

  /// The outputs of `range` that the layer has, cut where its fades begin and end. So each part is faded or unfaded as
  /// a whole, and an output is rendered in the same way wherever blocks begin.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    let part = outputs.clamped(to: range)
    let cuts = [rise.lowerBound, rise.upperBound, fall.lowerBound, fall.upperBound].filter(part.contains)
    let borders = ([part.lowerBound] + cuts + [part.upperBound]).sorted()
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The gain of an output. A rise and a fall over the same outputs add up to 1.
  func gain(at output: Int) -> Double {
    if rise.contains(output) { return Fade.share(output, of: rise) }
    if fall.contains(output) { return 1 - Fade.share(output, of: fall) }
    return 1
  }
}

/// The cross-fade of two sounds, along a smoothstep.
enum Fade {
  /// The gain of the later sound at an output of `range`. That of the earlier one is 1 minus this.
  static func share(_ output: Int, of range: Range<Int>) -> Double {
    // At the middle of the sample, so that the first output's share is as far from 0 as the last one's is from 1.
    Smoothstep.value((Double(output - range.lowerBound) + 0.5) / Double(range.count))
  }
}
