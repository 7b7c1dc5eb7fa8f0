/// A tabulated kernel for one speed: the weights of the samples around a position, for any position between two
/// samples. Each row of weights is padded with zeros to the width of the next wider kernel. Two neighbouring tables can
/// therefore be blended weight by weight.
package protocol KernelTable: Sendable {
  associatedtype Rows: KernelRows
  /// The type of the source's samples after the sample rate was halved once or more.
  associatedtype OctaveElement: SoundElement

  /// - Parameters:
  ///   - widening: how many times wider the kernel is than at speed 1.
  ///   - rowHalfWidth: half the number of weights in a row; at least the half-width of the kernel.
  init(_ shape: KernelShape, widening: Double, rowHalfWidth: Int)

  /// How many samples the kernel reaches to either side; a multiple of 4.
  var halfWidth: Int { get }

  /// Calls `body` with the middle `count` weights of every row. A row has the weights for one position.
  @unsafe func withRows(count: Int, _ body: (Rows) -> Void)
}

/// Pointers to the rows of a kernel table, limited to the requested weights in the middle of each row.
package protocol KernelRows {
  associatedtype Weights: KernelWeights

  /// The weights for the position at `fraction`, from 0 to 1, of the way from one sample to the next.
  @unsafe func weights(at fraction: Double) -> Weights
}
