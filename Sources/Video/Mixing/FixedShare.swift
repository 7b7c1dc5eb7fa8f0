/// Parts of a whole as whole numbers, so that frames are averaged in integers.
///
/// Each weight comes out at most half a unit wrong on either side, so an average of n frames is wrong by less than
/// n × largest code × 2^-bits before its one rounding, and a blend of two, whose weights are wrong by the same amount in
/// opposite directions, by largest code × 2^-(bits + 1).
enum FixedShare {
  /// The most that lets 255 of them and the rounding fit in 32 bits; two 8-bit frames blend within 8e-6 of a code.
  static var narrowBits: UInt32 { 24 }
  /// 16,000 frames of 16 bits average within 1e-3 of a code, and their sums fit in 64 bits.
  static var wideBits: UInt64 { 40 }

  /// - Parameter share: 0…1.
  static func fixed(_ share: Double, bits: some BinaryInteger) -> UInt64 {
    UInt64((share * Double(1 << UInt64(bits))).rounded())
  }

  /// Weights that add up to one exactly, so that frames all alike average to that frame: it is the sums so far that
  /// are rounded.
  static func fixed(_ weights: [Double], bits: some BinaryInteger) -> [UInt64] {
    let total = weights.reduce(0, +)
    var sum = 0.0
    var last: UInt64 = 0
    return weights.map { weight in
      sum += weight
      let next = fixed(sum / total, bits: bits)
      defer { last = next }
      return next - last
    }
  }
}
