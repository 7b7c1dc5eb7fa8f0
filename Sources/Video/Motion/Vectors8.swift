/// Eight samples at a time.
extension UnsafePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// The eight samples from here on, in a type in which sums of them fit.
  @unsafe func eight<Wide: FixedWidthInteger & SIMDScalar>(as type: Wide.Type) -> SIMD8<Wide> {
    unsafe SIMD8<Wide>(truncatingIfNeeded: UnsafeRawPointer(self).loadUnaligned(as: SIMD8<Pointee>.self))
  }
}

extension UnsafeMutablePointer where Pointee: FixedWidthInteger & SIMDScalar {
  /// Sets the eight samples from here on; values have to fit.
  @unsafe func setEight<Wide: FixedWidthInteger & SIMDScalar>(_ values: SIMD8<Wide>) {
    unsafe UnsafeMutableRawPointer(self).storeBytes(
      of: SIMD8<Pointee>(truncatingIfNeeded: values), as: SIMD8<Pointee>.self)
  }
}
