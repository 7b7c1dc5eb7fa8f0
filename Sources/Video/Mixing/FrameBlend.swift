import Pixels

/// Computes (1 − share) · first + share · second for each sample, rounded half up.
package struct FrameBlend: Sendable {
  private let frameBytes: Int
  private let bytesPerSample: Int

  package init(_ layout: PixelLayout) {
    frameBytes = layout.frameBytes
    bytesPerSample = layout.bytesPerSample
  }

  /// Blends two frames. The result is within half a code and 1e-3 of the formula (`FixedShare` has the reason), and
  /// exact for a share of 0 or 1.
  ///
  /// - Parameter share: 0…1.
  package func blend(
    _ first: Span<UInt8>, _ second: Span<UInt8>, share: Double, into result: inout [UInt8]
  ) {
    precondition(first.count == frameBytes && second.count == frameBytes && result.count == frameBytes)
    precondition((0...1).contains(share), "a share is a part of one")
    if bytesPerSample == 1 {
      let share = UInt32(FixedShare.fixed(share, bits: FixedShare.narrowBits))
      blend8(first, second, share, into: &result)
    } else {
      blend16(first, second, FixedShare.fixed(share, bits: FixedShare.wideBits), into: &result)
    }
  }

  // Only loops over indices, in the narrowest type that holds the sum and with wrapping operators, become vector
  // instructions. Nothing actually wraps, since the two weights add up to 1.

  private func blend8(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ share: UInt32, into result: inout [UInt8]
  ) {
    var result = result.mutableSpan
    let rest = 1 << FixedShare.narrowBits &- share
    let half: UInt32 = 1 << (FixedShare.narrowBits - 1)
    for index in result.indices {
      let sum = UInt32(first[index]) &* rest &+ UInt32(second[index]) &* share
      result[index] = UInt8(truncatingIfNeeded: (sum &+ half) &>> FixedShare.narrowBits)
    }
  }

  private func blend16(
    _ first: Span<UInt8>, _ second: Span<UInt8>, _ share: UInt64, into result: inout [UInt8]
  ) {
    var result = result.mutableSpan
    let rest = 1 << FixedShare.wideBits &- share
    let half: UInt64 = 1 << (FixedShare.wideBits - 1)
    for index in 0..<result.count / 2 {
      let (low, high) = (2 &* index, 2 &* index &+ 1)
      let one = UInt64(first[low]) | UInt64(first[high]) &<< 8
      let other = UInt64(second[low]) | UInt64(second[high]) &<< 8
      let code = (one &* rest &+ other &* share &+ half) &>> FixedShare.wideBits
      result[low] = UInt8(truncatingIfNeeded: code)
      result[high] = UInt8(truncatingIfNeeded: code &>> 8)
    }
  }
}
