import Streams

/// The source at its own sample rate and at that rate halved once, twice and so on: octave k has 1 / 2ᵏ of the rate,
/// and its sample m is centred on sample m · 2ᵏ of the source. Only requested ranges are computed, each from the range
/// of the octave above that the filter needs.
struct OctavePyramid<Element: SoundElement, OctaveElement: SoundElement>: Sendable {
  private(set) var source: SlidingBuffer<Element>
  private(set) var octaves: [SlidingBuffer<OctaveElement>] = []
  private let filter: HalfBandFilter
  private let channels: Int

  /// The number of samples of an octave that are computed at once. This bounds how much of the octaves above must be
  /// ready.
  private static var portion: Int { 512 }

  init(_ shape: KernelShape, channels: Int) {
    source = SlidingBuffer(channels: channels)
    filter = HalfBandFilter(shape)
    self.channels = channels
  }

  /// How far `reach` samples of an octave reach in the source, including the reach of the filters in between.
  func reach(of reach: Int, inOctave octave: Int) -> Int {
    (0..<octave).reduce(reach) { reach, _ in 2 * reach + filter.reach }
  }

  /// The source samples from which `range` of an octave is computed.
  private func origin(of range: Range<Int>, inOctave octave: Int) -> Range<Int> {
    (0..<octave).reduce(range) { range, _ in filter.needed(for: range) }
  }

  /// Computes `range` of an octave, unless it is ready.
  mutating func prepare(
    _ range: Range<Int>, octave: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    if octave == 0 { return try source.prepare(range, from: &supply) }
    while octaves.count < octave { octaves.append(SlidingBuffer(channels: channels)) }
    if octaves[octave - 1].holds(range) { return }
    let missing = octaves[octave - 1].slide(to: range)
    // Portions are computed outward from the samples that are kept. The buffers of the octaves above then slide in one
    // direction only, as this one does.
    let portions = stride(from: missing.lowerBound, to: missing.upperBound, by: Self.portion).map {
      $0..<min($0 + Self.portion, missing.upperBound)
    }
    for portion in missing.lowerBound == range.lowerBound ? portions.reversed() : portions {
      // At a thousand times the speed and more, most of a block's range may be beyond the end of the input. Filtering
      // this silence, which may last for days, is skipped.
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
