/// The formats of a sample, named as in ffmpeg: unsigned, signed or floating point (u, s, f), bits, and byte order.
package enum SampleFormat: String, CaseIterable, Sendable {
  case u8
  case s16le, s16be
  case s24le, s24be
  case s32le, s32be
  case f32le, f32be
  case f64le, f64be

  package var name: String { rawValue }

  package var bitDepth: Int {
    switch self {
    case .u8: 8
    case .s16le, .s16be: 16
    case .s24le, .s24be: 24
    case .s32le, .s32be, .f32le, .f32be: 32
    case .f64le, .f64be: 64
    }
  }

  package var bytesPerSample: Int { bitDepth / 8 }

  package var isFloat: Bool {
    switch self {
    case .f32le, .f32be, .f64le, .f64be: true
    default: false
    }
  }

  package var isBigEndian: Bool { self != littleEndian }

  package var littleEndian: SampleFormat {
    switch self {
    case .s16be: .s16le
    case .s24be: .s24le
    case .s32be: .s32le
    case .f32be: .f32le
    case .f64be: .f64le
    default: self
    }
  }

  /// The number of significant bits in a sample: 24 in 32-bit floating point.
  package var precision: Int {
    switch self {
    case .f32le, .f32be: Float.significandBitCount + 1
    case .f64le, .f64be: Double.significandBitCount + 1
    default: bitDepth
    }
  }

  /// Whether this format holds every sample of `other` without rounding, so that copied samples can stay unchanged.
  package func holds(_ other: SampleFormat) -> Bool {
    (isFloat || !other.isFloat) && precision >= other.precision
  }
}
