/// A sample as it lies in a plane, and the types in which sums of samples fit.
protocol MotionSample: FixedWidthInteger, UnsignedInteger, SIMDScalar, BitwiseCopyable, Codable, Sendable {
  /// Signed. Holds what six rows of six samples add up to with the weights of `SixTaps`: they are 64 together, but some are
  /// negative, so the sum may be up to 1.6 × 64 times the largest sample. Also holds the sum of four predictions.
  associatedtype Wide: FixedWidthInteger & SignedInteger & SIMDScalar & Sendable
  /// Holds 256 times a sample: a sum with bilinear or overlap weights.
  associatedtype Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable
  /// Predictions have so many bits more than a sample, so that from there on only the last step rounds to whole codes: at
  /// most `MotionGeometry.overlapSpare`. Samples of more than eight bits have bits enough.
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
  /// The eight samples that begin at this pointer, in a type in which sums of them fit.
  @unsafe func eight<Wide: FixedWidthInteger & SIMDScalar>(as type: Wide.Type) -> SIMD8<Wide> {
    unsafe SIMD8<Wide>(truncatingIfNeeded: UnsafeRawPointer(self).loadUnaligned(as: SIMD8<Pointee>.self))
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// Sets the eight samples that begin at this pointer. The values have to fit: their high bits are dropped.
  @unsafe func setEight<Wide: FixedWidthInteger & SIMDScalar>(_ values: SIMD8<Wide>) {
    unsafe UnsafeMutableRawPointer(self).storeBytes(
      of: SIMD8<Pointee>(truncatingIfNeeded: values), as: SIMD8<Pointee>.self)
  }
}
