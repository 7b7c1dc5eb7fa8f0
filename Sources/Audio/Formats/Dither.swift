/// Noise of triangular distribution that makes the error of rounding independent of the sound.
///
/// A function of the sample's place alone, so that no cutting into blocks changes it.
enum Dither {
  private static let seed: UInt64 = 0x7761_7270_6175_6469

  /// The sum of two numbers from evenly ±½, both out of one mixed counter: less than 1 in size, and 0 on average.
  @inline(__always)
  static func noise(at place: Int) -> Double {
    let mixed = mixed(UInt64(truncatingIfNeeded: place))
    let sum = Int(truncatingIfNeeded: mixed >> 32) &+ Int(truncatingIfNeeded: mixed & 0xFFFF_FFFF)
    return Double(sum &- 0xFFFF_FFFF) * 0x1p-32
  }

  /// SplitMix64 with its state at hand for any place.
  @inline(__always)
  private static func mixed(_ place: UInt64) -> UInt64 {
    var state = seed &+ place &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state &>> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state &>> 31)
  }
}
