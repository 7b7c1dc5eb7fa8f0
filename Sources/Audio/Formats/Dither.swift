/// Noise with a triangular distribution (TPDF dither), which makes the error of rounding independent of the sound.
///
/// The noise depends only on the sample's index in the output, so it does not depend on the blocks.
enum Dither {
  private static let seed: UInt64 = 0x7761_7270_6175_6469

  /// The sum of two numbers uniformly distributed over ±½, the halves of one hash of the index. Its mean is 0, and its
  /// magnitude below 1.
  @inline(__always)
  static func noise(at index: Int) -> Double {
    let mixed = SplitMix64.number(UInt64(truncatingIfNeeded: index), seed: seed)
    let sum = Int(truncatingIfNeeded: mixed >> 32) &+ Int(truncatingIfNeeded: mixed & 0xFFFF_FFFF)
    return Double(sum &- 0xFFFF_FFFF) * 0x1p-32
  }
}
