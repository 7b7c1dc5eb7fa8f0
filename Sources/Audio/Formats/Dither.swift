/// Noise with a triangular distribution (TPDF dither), which makes the error of rounding independent of the sound.
///
/// The noise depends only on the sample's index in the output, so block sizes do not change the result.
enum Dither {
  private static let seed: UInt64 = 0x7761_7270_6175_6469

  /// Returns the sum of two numbers, each uniformly distributed over ±½, from the two halves of a hash of `index`. The
  /// sum has mean 0 and a magnitude below 1.
  @inline(__always)
  static func noise(at index: Int) -> Double {
    let mixed = SplitMix64.number(UInt64(truncatingIfNeeded: index), seed: seed)
    let sum = Int(truncatingIfNeeded: mixed >> 32) &+ Int(truncatingIfNeeded: mixed & 0xFFFF_FFFF)
    return Double(sum &- 0xFFFF_FFFF) * 0x1p-32
  }
}
