/// Weights in fixed point, so that frames are mixed in integers: the weight 1 is `1 << bits` units.
///
/// In an average of n frames, each weight is the difference of two rounded sums, so its error is at most one unit. The
/// average, before it is rounded, is wrong by at most n × largest code × 2^-bits.
///
/// In a blend of two frames, one weight is rounded, by at most half a unit, and the other is 1 minus this weight. The
/// blend, before it is rounded, is wrong by at most largest code × 2^-(bits + 1).
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
