import Streams

/// A contiguous range of samples that is kept ready in planes while it moves forward or backward along the source.
///
/// The planes are larger than the range. New samples are put beside the kept ones until an end of the planes is
/// reached. Only then are the kept samples moved to the other end. The planes are then at least twice as long as the
/// range, so each sample is moved about once on average, however small the steps.
struct SlidingBuffer<Element: SoundElement>: Sendable {
  /// Sample s of channel c is at `index(of: s, channel: c)`.
  var planes: Planes<Element>
  /// The source samples that the planes contain. The rest of the planes is undefined.
  private(set) var held = 0..<0
  /// The number of the source sample at index 0 of each plane.
  private(set) var base = 0

  init(channels: Int) { planes = Planes(channels: channels, capacity: 0) }

  @inline(__always)
  func index(of sample: Int, channel: Int) -> Int { channel * planes.capacity + sample - base }

  func holds(_ range: Range<Int>) -> Bool {
    held.lowerBound <= range.lowerBound && range.upperBound <= held.upperBound
  }

  /// Loads the samples `range` of the source, unless the planes already contain them.
  mutating func prepare(_ range: Range<Int>, from supply: inout SoundSupply) throws(StreamFailure) {
    if holds(range) { return }
    let missing = slide(to: range)
    // If loading fails, the missing samples are undefined, so `held` stays empty until loading has succeeded.
    held = 0..<0
    try supply.load(missing, into: &planes, at: missing.lowerBound - base)
    held = range
  }

  /// Moves the planes to `range`, and keeps the samples in `range` that the planes already contain.
  ///
  /// - Returns: the missing part of `range`, which the caller must fill.
  mutating func slide(to range: Range<Int>) -> Range<Int> {
    let kept = held.clamped(to: range)
    let isForward = kept.lowerBound == range.lowerBound
    held = range
    // If samples are missing on both sides, which is rare, all are loaded again: `slide` returns only one range.
    guard !kept.isEmpty, isForward || kept.upperBound == range.upperBound else {
      planes.makeRoom(for: 2 * range.count)
      // The range is put in the middle of the planes, because the next range may be on either side.
      base = range.lowerBound - (planes.capacity - range.count) / 2
      return range
    }
    if range.lowerBound < base || range.upperBound > base + planes.capacity {
      let capacity = max(planes.capacity, 2 * range.count)
      let newBase = isForward ? range.lowerBound : range.upperBound - capacity
      planes.move(
        kept.lowerBound - base..<kept.upperBound - base, to: kept.lowerBound - newBase, capacity: capacity)
      base = newBase
    }
    return isForward ? kept.upperBound..<range.upperBound : range.lowerBound..<kept.lowerBound
  }

  mutating func silence(_ range: Range<Int>) { planes.silence(range.lowerBound - base..<range.upperBound - base) }
}
