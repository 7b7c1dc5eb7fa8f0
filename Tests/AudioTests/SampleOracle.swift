@testable import Audio

/// What bytes mean, one sample at a time.
enum SampleOracle {
  static func values(_ bytes: [UInt8], _ format: SampleFormat) -> [Double] {
    stride(from: 0, to: bytes.count, by: format.bytesPerSample).map { start in
      let sample = bytes[start..<start + format.bytesPerSample]
      return value(format.isBigEndian ? Array(sample) : sample.reversed(), format)
    }
  }

  /// - Parameter bytes: high byte first.
  private static func value(_ bytes: [UInt8], _ format: SampleFormat) -> Double {
    let word = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if format == .u8 { return (Double(word) - 128) / 128 }
    if format.isFloat {
      return format.bitDepth == 32 ? Double(Float(bitPattern: UInt32(word))) : Double(bitPattern: word)
    }
    let full = Int64(1) << format.bitDepth
    let signed = Int64(word) < full / 2 ? Int64(word) : Int64(word) - full
    return Double(signed) / Double(full / 2)
  }
}
