import Streams

/// A way of retiming sound along a map: makes output samples from the source.
package protocol SoundRenderer {
  associatedtype Element: SoundElement

  /// Renders `outputs` into a block with room for them. Each range must begin where the previous range ended.
  mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure)

  /// The source samples that rendering may read.
  var needs: SoundNeeds { get }

  /// The magnitude to which source samples are limited before interpolation. Copied samples are not limited.
  var limit: Double { get }

  /// The first source sample that may still be read when `output` is the next to be rendered.
  func horizon(at output: Int) -> Int
}

/// A block of the output between rendering and encoding.
package struct SoundBlock<Element: SoundElement>: Sendable {
  package var planes: Planes<Element>
  /// The samples that are copies of input samples, as rising ranges. They can be written without rounding or dither.
  package private(set) var untouched: [Range<Int>] = []

  package init(channels: Int) { planes = Planes(channels: channels, capacity: 0) }

  /// Must be called before a block of `count` samples is rendered. The samples are then undefined.
  mutating func begin(_ count: Int) {
    untouched.removeAll(keepingCapacity: true)
    planes.makeRoom(for: count)
  }

  /// Marks `sample` as a copy of an input sample. Samples must be marked in rising order.
  mutating func noteUntouched(_ sample: Int) {
    if let last = untouched.last, last.upperBound == sample {
      untouched[untouched.count - 1] = last.lowerBound..<sample + 1
    } else {
      untouched.append(sample..<sample + 1)
    }
  }
}
