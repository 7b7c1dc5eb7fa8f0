/// A kernel for one speed, tabulated: the weights of the samples around a position, for any position between two
/// samples.
///
/// A row of weights is as wide as the next wider kernel, with zeros outside its own, so that two neighbouring tables can
/// be blended weight by weight.
package protocol KernelTable: Sendable {
  associatedtype Rows: KernelRows
  /// What the source is kept in that was taken down by octaves for these kernels.
  associatedtype OctaveElement: SoundElement

  /// - Parameters:
  ///   - widening: by how much the kernel is wider than at speed 1.
  ///   - rowHalfWidth: at least the kernel's own half width.
  init(_ shape: KernelShape, widening: Double, rowHalfWidth: Int)

  /// How many samples the kernel reaches to either side; a multiple of 4.
  var halfWidth: Int { get }

  /// Calls `body` with the `count` weights in the middle of every row.
  @unsafe func withRows(count: Int, _ body: (Rows) -> Void)
}

/// The rows of a table by pointer, narrowed to the weights in their middle that are wanted.
package protocol KernelRows {
  associatedtype Weights: KernelWeights

  /// The weights for a position so far beyond a sample, from 0 to 1.
  @unsafe func weights(at fraction: Double) -> Weights
}
