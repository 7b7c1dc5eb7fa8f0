/// Weights in fixed point, so that frames are averaged in integers: 1 is `1 << bits`.
///
/// A weight is the difference of two rounded numbers, so it is wrong by at most one unit. An average of n frames is
/// wrong by less than n × largest code × 2^-bits before its one rounding. The two weights of a blend are wrong by the
/// same amount, at most half a unit, in opposite directions: the blend is wrong by at most largest code × 2^-(bits +
/// 1).
enum FixedShare {
  /// For blends of 8-bit frames: the most bits with which 255 times 1 and half a unit of rounding fit in 32 bits.
  /// Errors are within 8e-6 of a code.
  static var narrowBits: UInt32 { 24 }
  /// For everything else: 16,000 frames of 16 bits average within 1e-3 of a code, and their sums fit in 64 bits.
  static var wideBits: UInt64 { 40 }

  /// - Parameter share: 0…1.
  static func fixed(_ share: Double, bits: some BinaryInteger) -> UInt64 {
    UInt64((share * Double(1 << UInt64(bits))).rounded())
  }

  /// Weights in proportion to these that add up to 1 exactly, so that the average of equal frames is that frame. Each
  /// is the difference of two cumulative sums, which are what is rounded.
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
