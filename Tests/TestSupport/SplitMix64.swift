/// Random numbers that are the same in every run: a law that fails names its seed, and the seed brings the case back.
package struct SplitMix64: RandomNumberGenerator {
  private var state: UInt64

  package init(seed: UInt64) { state = seed }

  package mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  package mutating func double(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(next() >> 11) / Double(1 << 53))
  }

  /// 0 ..< bound.
  package mutating func whole(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
