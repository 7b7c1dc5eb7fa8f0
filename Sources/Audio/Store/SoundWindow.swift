/// A range of samples that lies ready, and moves along as others are asked for.
struct SoundWindow<Element: SoundElement>: Sendable {
  /// The first sample of each plane is the first of `held`.
  var planes: Planes<Element>
  /// Which samples it holds.
  private(set) var held = 0..<0

  init(channels: Int) { planes = Planes(channels: channels, capacity: 0) }

  func holds(_ range: Range<Int>) -> Bool {
    held.lowerBound <= range.lowerBound && range.upperBound <= held.upperBound
  }

  mutating func silence(_ range: Range<Int>) {
    planes.silence(range.lowerBound - held.lowerBound..<range.upperBound - held.lowerBound)
  }

  /// Makes place for `range`, keeping what it has of it already.
  ///
  /// - Returns: the part that is missing and has to be put into the planes.
  mutating func slide(to range: Range<Int>) -> Range<Int> {
    let kept = held.clamped(to: range)
    // What is missing at both ends is rare enough to be had anew with all between.
    guard !kept.isEmpty, kept.lowerBound == range.lowerBound || kept.upperBound == range.upperBound else {
      planes.move(0..<0, to: 0, capacity: range.count)
      held = range
      return range
    }
    let first = kept.lowerBound - held.lowerBound
    planes.move(first..<first + kept.count, to: kept.lowerBound - range.lowerBound, capacity: range.count)
    held = range
    return kept.lowerBound == range.lowerBound
      ? kept.upperBound..<range.upperBound : range.lowerBound..<kept.lowerBound
  }
}
