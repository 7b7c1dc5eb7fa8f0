import Streams

/// The source at its own sample rate (octave 0) and at halved rates: octave k has 1 / 2ᵏ of the rate. Its sample m is
/// centered on source sample m · 2ᵏ. Only requested ranges are computed, from the octave at twice the rate.
struct OctavePyramid<Element: SoundElement, OctaveElement: SoundElement>: Sendable {
  private(set) var source: SlidingBuffer<Element>
  private(set) var octaves: [SlidingBuffer<OctaveElement>] = []
  private let filter: HalfBandFilter
  private let channels: Int

  /// The number of samples computed at once. It limits how many samples at the higher rates must be in memory.
  private static var portion: Int { 512 }

  init(_ shape: KernelShape, channels: Int) {
    source = SlidingBuffer(channels: channels)
    filter = HalfBandFilter(shape)
    self.channels = channels
  }

  /// Converts `reach` from samples at a rate halved `octave` times to source samples, and adds the filters' own reach.
  func reach(of reach: Int, inOctave octave: Int) -> Int {
    (0..<octave).reduce(reach) { reach, _ in 2 * reach + filter.reach }
  }

  /// The source samples from which the samples `range`, at a rate halved `octave` times, are computed.
  private func origin(of range: Range<Int>, inOctave octave: Int) -> Range<Int> {
    (0..<octave).reduce(range) { range, _ in filter.needed(for: range) }
  }

  /// Computes the samples `range`, at a rate halved `octave` times, unless they have been computed already.
  mutating func prepare(
    _ range: Range<Int>, octave: Int, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    if octave == 0 { return try source.prepare(range, from: &supply) }
    while octaves.count < octave { octaves.append(SlidingBuffer(channels: channels)) }
    if octaves[octave - 1].holds(range) { return }
    let missing = octaves[octave - 1].slide(to: range)
    // Portions are computed outward from the samples that are kept, so that buffers slide in one direction only.
    let portions = stride(from: missing.lowerBound, to: missing.upperBound, by: Self.portion).map {
      $0..<min($0 + Self.portion, missing.upperBound)
    }
    for portion in missing.lowerBound == range.lowerBound ? portions.reversed() : portions {
      // At 1000 times the speed, most of the range may lie beyond the end of the input. This silence, which may last
      // for days, is not filtered.
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
