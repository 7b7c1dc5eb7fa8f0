import Streams

/// The source, and the source taken down by octaves as far as anyone asks: each at half the rate of the one above,
/// sample m of octave k standing where sample m · 2ᵏ of the source does.
///
/// Octaves are made where they are looked at and nowhere else, from the part of the octave above that this takes.
struct OctavePyramid<Element: SoundElement>: Sendable {
  private(set) var source: SlidingBuffer<Element>
  private(set) var octaves: [SlidingBuffer<Float>] = []
  private let filter: HalfBandFilter
  private let channels: Int

  /// What is made of an octave at a time, so that the octaves above never need to lie ready as a whole.
  private static var portion: Int { 512 }

  init(_ shape: KernelShape, channels: Int) {
    source = SlidingBuffer(channels: channels)
    filter = HalfBandFilter(shape)
    self.channels = channels
  }

  /// How many samples of the source `reach` samples of an octave are, with what making them takes.
  func reach(of reach: Int, inOctave octave: Int) -> Int {
    (0..<octave).reduce(reach) { reach, _ in 2 * reach + filter.reach }
  }

  /// The samples of the source that `range` of an octave is made of.
  private func origin(of range: Range<Int>, inOctave octave: Int) -> Range<Int> {
    (0..<octave).reduce(range) { range, _ in filter.needed(for: range) }
  }

  /// Makes `range` of an octave lie ready.
  mutating func prepare(
    _ range: Range<Int>, octave: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    if octave == 0 { return try source.prepare(range, from: &supply) }
    while octaves.count < octave { octaves.append(SlidingBuffer(channels: channels)) }
    if octaves[octave - 1].holds(range) { return }
    let missing = octaves[octave - 1].slide(to: range)
    // Away from what was there, so that the octaves above go on in one direction too.
    let portions = stride(from: missing.lowerBound, to: missing.upperBound, by: Self.portion).map {
      $0..<min($0 + Self.portion, missing.upperBound)
    }
    for portion in missing.lowerBound == range.lowerBound ? portions.reversed() : portions {
      // At a thousand times the speed and more, most of what a block looks at may lie beyond the end of the input.
      if try supply.isSilent(origin(of: portion, inOctave: octave)) {
        octaves[octave - 1].silence(portion)
        continue
      }
      try prepare(filter.needed(for: portion), octave: octave - 1, from: &supply)
      if octave == 1 {
        filter.apply(to: source, for: portion, into: &octaves[0])
      } else {
        let above = octaves[octave - 2]
        filter.apply(to: above, for: portion, into: &octaves[octave - 1])
      }
    }
  }
}
