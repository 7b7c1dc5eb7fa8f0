/// A sample as stored in a plane, and the types that hold sums of samples.
protocol MotionSample: FixedWidthInteger, UnsignedInteger, SIMDScalar, BitwiseCopyable, Codable, Sendable {
  /// A signed type for sums of samples with the weights of `SixTaps`. The weights add up to 64, but some are negative,
  /// so a sum can reach 1.6 × 64 times the largest sample. The type also holds the sum of four predictions.
  associatedtype Wide: FixedWidthInteger & SignedInteger & SIMDScalar & Sendable
  /// An unsigned type for 256 times a sample: a sum with bilinear or overlap weights.
  associatedtype Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable
  /// The number of extra bits that predictions keep, so that only the last step rounds to whole code values; at most
  /// `MotionGeometry.overlapSpare`. Samples of more than eight bits need none.
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

// Eight samples at a time: `MotionGeometry.lanes`.

extension UnsafePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// The eight samples that begin at this pointer, converted to a type that holds their sums.
  @unsafe func eight<Wide: FixedWidthInteger & SIMDScalar>(as type: Wide.Type) -> SIMD8<Wide> {
    unsafe SIMD8<Wide>(truncatingIfNeeded: UnsafeRawPointer(self).loadUnaligned(as: SIMD8<Pointee>.self))
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// Stores eight samples, beginning at this pointer. The values must fit, since their high bits are dropped.
  @unsafe func setEight<Wide: FixedWidthInteger & SIMDScalar>(_ values: SIMD8<Wide>) {
    unsafe UnsafeMutableRawPointer(self).storeBytes(
      of: SIMD8<Pointee>(truncatingIfNeeded: values), as: SIMD8<Pointee>.self)
  }
}
