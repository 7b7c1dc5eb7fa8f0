/// A block of the output before it is written.
package struct SoundBlock<Element: SoundElement>: Sendable {
  package var planes: Planes<Element>
  /// Which of its samples are samples of the input, as they were: they can be written without rounding anything.
  package private(set) var untouched: [Range<Int>] = []

  package init(channels: Int) { planes = Planes(channels: channels, capacity: 0) }

  /// Begins anew, with room for so many samples.
  mutating func begin(_ count: Int) {
    untouched.removeAll(keepingCapacity: true)
    planes.makeRoom(for: count)
  }

  /// A sample after those noted before is as it was in the input.
  mutating func noteUntouched(_ sample: Int) {
    if let last = untouched.last, last.upperBound == sample {
      untouched[untouched.count - 1] = last.lowerBound..<sample + 1
    } else {
      untouched.append(sample..<sample + 1)
    }
  }
}
