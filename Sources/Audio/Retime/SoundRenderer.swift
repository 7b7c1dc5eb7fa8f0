import Streams

/// Makes output samples from the source: one way of following a map by ear.
package protocol SoundRenderer {
  associatedtype Element: SoundElement

  /// Puts the samples of `outputs`, which follow on those made before, into a block with room for them.
  mutating func render(
    _ outputs: Range<Int>, from supply: inout SoundSupply, into block: inout SoundBlock<Element>
  ) throws(StreamFailure)

  /// Which of the source's samples may be asked for.
  var needs: SoundNeeds { get }

  /// The source sample before which none is needed any more, once `output` is next.
  func horizon(at output: Int) -> Int
}
