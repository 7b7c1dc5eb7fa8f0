import Streams

/// A part of the source: it lies ready, and moves along.
struct SourceReel<Element: SoundElement>: Sendable {
  private(set) var planes: Planes<Element>
  /// Which samples it holds.
  private var held = 0..<0
  /// The sample that the first place of each plane is for.
  private var base = 0

  /// - Parameter longest: how much is asked for at once, at most.
  init(channels: Int, longest: Int) {
    // Room to go on in for a while before all has to be moved.
    planes = Planes(channels: channels, capacity: 4 * longest)
  }

  /// Where in its plane a sample stands.
  func place(of sample: Int, channel: Int) -> Int { channel * planes.capacity + sample - base }

  /// Makes `range` lie ready.
  mutating func prepare(
    _ range: Range<Int>, from supply: inout SoundSupply
  ) throws(StreamFailure) {
    if held.lowerBound <= range.lowerBound, range.upperBound <= held.upperBound { return }
    let missing = makePlace(for: range)
    // Until it has been read nothing is known of it.
    held = 0..<0
    try supply.load(missing, into: &planes, at: missing.lowerBound - base)
    held = range
  }

  /// Keeps what there is of `range` and returns what is missing.
  private mutating func makePlace(for range: Range<Int>) -> Range<Int> {
    let kept = held.clamped(to: range)
    if !kept.isEmpty, kept.lowerBound == range.lowerBound {
      if range.upperBound - base > planes.capacity { move(kept, toBase: range.lowerBound) }
      return kept.upperBound..<range.upperBound
    }
    if !kept.isEmpty, kept.upperBound == range.upperBound {
      if range.lowerBound < base { move(kept, toBase: range.upperBound - planes.capacity) }
      return range.lowerBound..<kept.lowerBound
    }
    // What comes next may lie on either side.
    base = range.lowerBound - (planes.capacity - range.count) / 2
    return range
  }

  private mutating func move(_ kept: Range<Int>, toBase newBase: Int) {
    let (from, to) = (kept.lowerBound - base, kept.lowerBound - newBase)
    let capacity = planes.capacity
    for channel in 0..<planes.channels {
      unsafe planes.samples.withUnsafeMutableBufferPointer { samples in
        let plane = unsafe samples.baseAddress! + channel * capacity
        unsafe (plane + to).update(from: plane + from, count: kept.count)
      }
    }
    base = newBase
  }
}
