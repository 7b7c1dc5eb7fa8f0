import Pixels

/// The weighted average of any number of frames. Each sample is rounded half up, once, at the end. Frames are added one
/// by one, so only one needs to be in memory. Calls: `begin`, then `add` once for each weight, then `write`. After that
/// the value can be used again.
package struct FrameAverage: Sendable {
  private let frameBytes: Int
  private let bytesPerSample: Int
  private var sums: [UInt64]
  /// The weights of the frames still to be added.
  private var weights: ArraySlice<UInt64> = []

  package init(_ layout: PixelLayout) {
    frameBytes = layout.frameBytes
    bytesPerSample = layout.bytesPerSample
    sums = [UInt64](repeating: 0, count: layout.frameBytes / layout.bytesPerSample)
  }

  /// Begins an average.
  ///
  /// - Parameter weights: the relative weights of the frames, in the order in which they will be added; none is
  ///   negative, and not all are 0.
  package mutating func begin(_ weights: [Double]) {
    precondition(weights.allSatisfy { $0 >= 0 } && weights.contains { $0 > 0 }, "no average has such weights")
    self.weights = FixedShare.fixed(weights, bits: FixedShare.wideBits)[...]
    let half: UInt64 = 1 << (FixedShare.wideBits - 1)
    for index in sums.indices { sums[index] = half }
  }

  package mutating func add(_ frame: Span<UInt8>) {
    precondition(frame.count == frameBytes, "a frame of another size")
    guard let weight = weights.popFirst() else { preconditionFailure("a frame more than there are weights") }
    if bytesPerSample == 1 { add8(frame, weight) } else { add16(frame, weight) }
  }

  // The loops use wrapping arithmetic for the reason that `FrameBlend` gives.

  private mutating func add8(_ frame: Span<UInt8>, _ weight: UInt64) {
    var sums = sums.mutableSpan
    for index in sums.indices { sums[index] = sums[index] &+ UInt64(frame[index]) &* weight }
  }

  private mutating func add16(_ frame: Span<UInt8>, _ weight: UInt64) {
    var sums = sums.mutableSpan
    for index in sums.indices {
      let code = UInt64(frame[2 &* index]) | UInt64(frame[2 &* index &+ 1]) &<< 8
      sums[index] = sums[index] &+ code &* weight
    }
  }

  /// Writes the average of the added frames into `result`, which must have the size of a frame.
  package func write(into result: inout MutableSpan<UInt8>) {
    precondition(weights.isEmpty, "frames are missing")
    precondition(result.count == frameBytes, "a frame is not of that size")
    let sums = sums.span
    if bytesPerSample == 1 {
      for index in sums.indices { result[index] = UInt8(truncatingIfNeeded: sums[index] &>> FixedShare.wideBits) }
    } else {
      for index in sums.indices {
        let code = sums[index] &>> FixedShare.wideBits
        result[2 &* index] = UInt8(truncatingIfNeeded: code)
        result[2 &* index &+ 1] = UInt8(truncatingIfNeeded: code &>> 8)
      }
    }
  }
}
