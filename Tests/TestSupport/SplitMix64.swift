/// The SplitMix64 generator of pseudo-random numbers. A failing test names its seed, with which it can be repeated.
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

  /// A number in `low` ..< `high`.
  package mutating func double(_ low: Double, _ high: Double) -> Double {
    low + (high - low) * (Double(next() >> 11) / Double(1 << 53))
  }

  package mutating func whole(below bound: Int) -> Int { Int(next() % UInt64(bound)) }
}
