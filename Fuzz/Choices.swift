import TestSupport

/// What is left open by an input, decided by it all the same: the same input is always used in the same way.
struct Choices {
  private var randomness: SplitMix64

  init(_ input: [UInt8]) {
    // FNV-1a.
    randomness = SplitMix64(seed: input.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  mutating func one<Value>(of values: [Value]) -> Value { values[randomness.whole(below: values.count)] }

  mutating func whole(below bound: Int) -> Int { randomness.whole(below: bound) }
}
