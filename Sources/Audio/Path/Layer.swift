/// A part of the sound: outputs that follow one way through the source, louder or softer.
///
/// What is heard is the sum of the layers at each output. Mostly there is one; at a cut the old stretch goes on below
/// the new one for a moment, and in a freeze what came before fades out and what comes after fades in.
struct Layer: Sendable {
  enum Way: Sendable {
    case map
    case line(SampleLine)
  }

  let outputs: Range<Int>
  let way: Way
  /// The outputs over which it rises from silence, and those over which it falls back.
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

  /// Whether it is heard unchanged all over `range`.
  func isPlain(over range: Range<Int>) -> Bool { !rise.overlaps(range) && !fall.overlaps(range) }

  /// The outputs of `range` that it has, cut where its fades begin and end: what is heard unchanged is told from what is not
  /// wherever blocks begin.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    let part = outputs.clamped(to: range)
    let cuts = [rise.lowerBound, rise.upperBound, fall.lowerBound, fall.upperBound].filter(part.contains)
    let borders = ([part.lowerBound] + cuts + [part.upperBound]).sorted()
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// How loud an output is. A rise and a fall over the same outputs add up to 1.
  func gain(at output: Int) -> Double {
    if rise.contains(output) { return Fade.share(output, of: rise) }
    if fall.contains(output) { return 1 - Fade.share(output, of: fall) }
    return 1
  }
}
