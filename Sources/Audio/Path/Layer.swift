import Glibc
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
  /// How this sound fades in and out. A fade may begin before this layer or end after it.
  let rise: Fade
  let fall: Fade

  init(_ outputs: Range<Int>, _ way: Way, rise: Fade? = nil, fall: Fade? = nil) {
    self.outputs = outputs
    self.way = way
    self.rise = rise ?? Fade(outputs.lowerBound..<outputs.lowerBound)
    self.fall = fall ?? Fade(outputs.upperBound..<outputs.upperBound)
  }

  func covers(_ range: Range<Int>) -> Bool {
    outputs.lowerBound <= range.lowerBound && range.upperBound <= outputs.upperBound
  }

  /// Whether the gain is 1 everywhere in `range`.
  func isUnfaded(over range: Range<Int>) -> Bool { !rise.outputs.overlaps(range) && !fall.outputs.overlaps(range) }

  /// Returns this layer with the short cross-fade at its cut, a jump in source time, moved to `fade`. The sound after
  /// the cut fades in, and the sound before the cut fades out.
  func crossFading(over fade: Range<Int>) -> Layer {
    switch way {
    case .map: Layer(outputs, way, rise: Fade(fade), fall: fall)
    case .line: Layer(fade, way, fall: Fade(fade))
    }
  }

  /// Returns the output samples that `range` shares with this layer, divided where fades begin and end. Each part lies
  /// entirely inside or outside a fade. Samples therefore do not depend on how the output is divided into blocks.
  func parts(of range: Range<Int>) -> [Range<Int>] {
    let part = outputs.clamped(to: range)
    let cuts = [rise.outputs, fall.outputs].flatMap { [$0.lowerBound, $0.upperBound] }.filter(part.contains)
    let borders = ([part.lowerBound] + cuts + [part.upperBound]).sorted()
    return zip(borders, borders.dropFirst()).filter { $0 < $1 }.map { $0..<$1 }
  }

  /// The gain of an output sample.
  func gain(at output: Int) -> Double {
    let risen = rise.outputs.contains(output) ? rise.share(at: output) : 1
    return fall.outputs.contains(output) ? risen * fall.rest(at: output) : risen
  }
}

/// The cross-fade of two sounds.
struct Fade: Equatable, Sendable {
  let outputs: Range<Int>
  let shape: Shape

  enum Shape: Sendable {
    /// The gains add up to 1, along a smoothstep curve. For fades that are too short to be heard.
    case gain
    /// The powers of the gains add up to 1, so that two sounds with nothing in common stay as loud.
    case power
    /// So do these, along a smoothstep curve: the bends at the ends of a short fade would click.
    case shortPower
  }

  init(_ outputs: Range<Int>, _ shape: Shape = .gain) { (self.outputs, self.shape) = (outputs, shape) }

  /// Whether the fade is long enough to be heard.
  var isSoft: Bool { shape != .gain }

  /// The gain of the later sound at an output sample of `outputs`.
  func share(at output: Int) -> Double { isSoft ? sin(angle(at: output)) : Smoothstep.value(passed(at: output)) }

  /// The gain of the earlier sound.
  func rest(at output: Int) -> Double { isSoft ? cos(angle(at: output)) : 1 - share(at: output) }

  /// How much of the fade is over at the middle of a sample. The first value is as far from 0 as the last is from 1.
  private func passed(at output: Int) -> Double {
    (Double(output - outputs.lowerBound) + 0.5) / Double(outputs.count)
  }

  private func angle(at output: Int) -> Double {
    let passed = passed(at: output)
    return (shape == .shortPower ? Smoothstep.value(passed) : passed) * .pi / 2
  }
}
