import Streams
import Tool

/// The sound of the benchmarks: two channels of f32le. The right channel is the left one times -0.8, so that a result
/// with swapped channels differs.
enum Stereo {
  static func frame(_ value: Double) -> [UInt8] {
    LittleEndian.bytes(Float(value).bitPattern) + LittleEndian.bytes((Float(value) * -0.8).bitPattern)
  }

  /// The left channel of standard input.
  static func leftChannel() throws -> [Double] {
    var input = ByteInput(FileSource(.input))
    var samples: [Double] = []
    while case let frame = try input.read(8), frame.count == 8 {
      samples.append(Double(Float(bitPattern: LittleEndian.value(frame[..<4]))))
    }
    return samples
  }
}

/// Numbers as bytes, the lowest byte first.
enum LittleEndian {
  static func bytes<Bits: FixedWidthInteger>(_ bits: Bits) -> [UInt8] {
    (0..<Bits.bitWidth / 8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  static func value<Bits: FixedWidthInteger>(_ bytes: some BidirectionalCollection<UInt8>) -> Bits {
    bytes.reversed().reduce(0) { $0 << 8 | Bits($1) }
  }
}
