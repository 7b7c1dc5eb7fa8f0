/// What sound is computed in. Full scale is -1 to 1.
package protocol SoundElement: BinaryFloatingPoint, SIMDScalar, Codable, Sendable {
  var asDouble: Double { get }

  /// Eight samples, as kernels take them.
  static func lanes(_ place: UnsafePointer<Self>) -> SIMD8<Float>
}

extension Float: SoundElement {
  package var asDouble: Double { Double(self) }

  @inline(__always)
  package static func lanes(_ place: UnsafePointer<Float>) -> SIMD8<Float> {
    unsafe UnsafeRawPointer(place).loadUnaligned(as: SIMD8<Float>.self)
  }
}

extension Double: SoundElement {
  package var asDouble: Double { self }

  @inline(__always)
  package static func lanes(_ place: UnsafePointer<Double>) -> SIMD8<Float> {
    unsafe SIMD8<Float>(UnsafeRawPointer(place).loadUnaligned(as: SIMD8<Double>.self))
  }
}
