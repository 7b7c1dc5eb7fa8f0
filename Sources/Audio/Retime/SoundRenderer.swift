import Streams

/// Makes output samples from the source: one way of retiming sound along a map.
package protocol SoundRenderer {
  associatedtype Element: SoundElement

  /// Puts the samples of `outputs` into a block that has room for them. Ranges have to be asked for in order, each
  /// beginning where the last one ended.
  mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure)

  /// The samples of the source that rendering may ever read.
  var needs: SoundNeeds { get }

  /// Samples of the source beyond this are limited to it before sound is computed of them. Those that are copied are not.
  var limit: Double { get }

  /// The first sample of the source that may still be read when `output` is the next to be rendered.
  func horizon(at output: Int) -> Int
}

/// A block of the output between rendering and encoding.
package struct SoundBlock<Element: SoundElement>: Sendable {
  package var planes: Planes<Element>
  /// The samples that are copies of input samples, as ranges in rising order. They can be written back without rounding
  /// or dither.
  package private(set) var untouched: [Range<Int>] = []

  package init(channels: Int) { planes = Planes(channels: channels, capacity: 0) }

  /// To be called before a block of `count` samples is rendered. The samples are undefined then.
  mutating func begin(_ count: Int) {
    untouched.removeAll(keepingCapacity: true)
    planes.makeRoom(for: count)
  }

  /// Notes that `sample` is a copy of an input sample. It has to come after those noted before.
  mutating func noteUntouched(_ sample: Int) {
    if let last = untouched.last, last.upperBound == sample {
      untouched[untouched.count - 1] = last.lowerBound..<sample + 1
    } else {
      untouched.append(sample..<sample + 1)
    }
  }
}
