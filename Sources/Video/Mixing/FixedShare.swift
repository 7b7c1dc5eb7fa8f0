/// Weights in fixed point, so that frames are averaged in integers: 1 is `1 << bits`.
///
/// A weight is the difference of two rounded numbers, so its error is at most one unit. The error of an average of n
/// frames, before its one rounding, is below n × largest code × 2^-bits. The two weights of a blend have equal and
/// opposite errors of at most half a unit. The error of a blend is therefore at most largest code × 2^-(bits + 1).
enum FixedShare {
  /// For blends of 8-bit frames: the most bits for which 255 times 1, plus half a unit for rounding, fits into 32 bits.
  /// Errors are within 8e-6 of a code.
  static var narrowBits: UInt32 { 24 }
  /// For deeper samples and averages: 16,000 frames of 16 bits average within 1e-3 of a code; sums fit into 64 bits.
  static var wideBits: UInt64 { 40 }

  /// - Parameter share: 0…1.
  static func fixed(_ share: Double, bits: some BinaryInteger) -> UInt64 {
    UInt64((share * Double(1 << UInt64(bits))).rounded())
  }

  /// Returns weights in proportion to `weights` that add up to exactly 1, so the average of equal frames is that frame.
  /// Each is the difference of two rounded cumulative sums.
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
