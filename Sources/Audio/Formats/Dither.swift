/// Noise with a triangular distribution (TPDF dither), which makes the error of rounding independent of the sound.
///
/// The noise depends on the sample's index in the output alone, so it does not depend on the blocks.
enum Dither {
  private static let seed: UInt64 = 0x7761_7270_6175_6469

  /// The sum of two numbers uniformly distributed over ±½, the halves of one hash of the index. Its magnitude is below
  /// 1, its mean 0.
  @inline(__always)
  static func noise(at index: Int) -> Double {
    let mixed = mixed(UInt64(truncatingIfNeeded: index))
    let sum = Int(truncatingIfNeeded: mixed >> 32) &+ Int(truncatingIfNeeded: mixed & 0xFFFF_FFFF)
    return Double(sum &- 0xFFFF_FFFF) * 0x1p-32
  }

  /// SplitMix64, whose state at any index is computed directly.
  @inline(__always)
  private static func mixed(_ index: UInt64) -> UInt64 {
    var state = seed &+ index &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state &>> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state &>> 31)
  }
}
