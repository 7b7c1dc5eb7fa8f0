/// The type of a stored sample, with larger types for sums of samples.
protocol MotionSample: FixedWidthInteger, UnsignedInteger, SIMDScalar, BitwiseCopyable, Codable, Sendable {
  /// A signed type for sums of samples with the weights of the six-tap interpolation. Some of the weights are negative.
  /// A sum can therefore reach 1.6 × 64 times the largest sample, though the weights add up to 64.
  associatedtype Wide: FixedWidthInteger & SignedInteger & SIMDScalar & Sendable
  /// An unsigned type that holds 256 times a sample. Bilinear interpolation and overlapping blocks need such sums.
  associatedtype Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable
  /// The number of fractional bits of interpolated samples, so that only the last step rounds to whole code values. At
  /// most `MotionGeometry.overlapSpare`. Samples of more than eight bits need no fractional bits.
  static var spareBits: Int { get }
}

extension UInt8: MotionSample {
  typealias Wide = Int16
  typealias Sum = UInt16
  static var spareBits: Int { 3 }
}

extension UInt16: MotionSample {
  typealias Wide = Int32
  typealias Sum = UInt32
  static var spareBits: Int { 0 }
}

extension UnsafePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// The eight samples that begin at this pointer, converted to a larger type that holds sums of samples.
  @unsafe func eight<Wide: FixedWidthInteger & SIMDScalar>(as type: Wide.Type) -> SIMD8<Wide> {
    unsafe SIMD8<Wide>(truncatingIfNeeded: UnsafeRawPointer(self).loadUnaligned(as: SIMD8<Pointee>.self))
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// Stores eight samples, beginning at this pointer. Bits that do not fit into a sample are dropped.
  @unsafe func setEight<Wide: FixedWidthInteger & SIMDScalar>(_ values: SIMD8<Wide>) {
    unsafe UnsafeMutableRawPointer(self).storeBytes(
      of: SIMD8<Pointee>(truncatingIfNeeded: values), as: SIMD8<Pointee>.self)
  }
}
