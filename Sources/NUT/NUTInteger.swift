/// Integers in NUT's encoding: base 128, the highest digit first, the top bit set in all digits but the last.
enum NUTInteger {
  /// Returns nil if the number does not fit into 63 bits.
  static func decode(_ nextByte: () throws(NUTError) -> UInt8) throws(NUTError) -> Int? {
    var value = 0
    for _ in 0..<9 {
      let byte = try nextByte()
      value = value << 7 | Int(byte & 0x7F)
      if byte < 0x80 { return value }
    }
    return nil
  }

  /// - Parameter value: not negative.
  static func encode(_ value: Int) -> [UInt8] {
    var digits = [UInt8(value & 0x7F)]
    var rest = value >> 7
    while rest > 0 {
      digits.append(UInt8(rest & 0x7F) | 0x80)
      rest >>= 7
    }
    return digits.reversed()
  }

  /// Decodes a number that may be negative: NUT writes 0, 1, -1, 2, -2 as 0, 1, 2, 3, 4. `unsigned` is the inverse.
  static func signed(_ value: Int) -> Int { value % 2 == 0 ? -(value / 2) : value / 2 + 1 }

  static func unsigned(_ value: Int) -> Int { value > 0 ? 2 * value - 1 : -2 * value }
}
