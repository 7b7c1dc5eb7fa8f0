/// A sample as it lies in a plane, and the types in which it is reckoned with.
protocol MotionSample: FixedWidthInteger, UnsignedInteger, SIMDScalar, BitwiseCopyable, Codable, Sendable {
  /// Holds 64 samples weighted with a curve that goes below nothing and above one, and a sample times `1 << shareBits`.
  associatedtype Wide: FixedWidthInteger & SignedInteger & SIMDScalar & Sendable
  /// Holds 256 samples.
  associatedtype Sum: FixedWidthInteger & UnsignedInteger & SIMDScalar & Sendable
  /// How finely two samples are mixed.
  static var shareBits: Int { get }
}

extension UInt8: MotionSample {
  typealias Wide = Int16
  typealias Sum = UInt16
  static var shareBits: Int { 7 }
}

extension UInt16: MotionSample {
  typealias Wide = Int32
  typealias Sum = UInt32
  static var shareBits: Int { 14 }
}
