/// SplitMix64 (Steele, Lea and Flood): pseudorandom numbers that are computed directly from their index.
enum SplitMix64 {
  @inline(__always)
  static func number(_ index: UInt64, seed: UInt64) -> UInt64 {
    var state = seed &+ index &* 0x9E37_79B9_7F4A_7C15
    state = (state ^ (state &>> 30)) &* 0xBF58_476D_1CE4_E5B9
    state = (state ^ (state &>> 27)) &* 0x94D0_49BB_1331_11EB
    return state ^ (state &>> 31)
  }
}
