import Streams
import Tool

/// The sound of the benchmarks: f32le with two channels. The right channel is the left one times -0.8, so that swapped
/// channels are noticed.
enum Stereo {
  static func frame(_ value: Double) -> [UInt8] {
    LittleEndian.bytes(Float(value).bitPattern) + LittleEndian.bytes((Float(value) * -0.8).bitPattern)
  }

  static func leftChannel() throws -> [Double] { try Samples.firstChannel(of: FileSource(.input), among: 2) }
}

/// Raw samples in f32le.
enum Samples {
  static func firstChannel(of source: consuming FileSource, among channels: Int) throws -> [Double] {
    var input = ByteInput(source)
    var samples: [Double] = []
    while case let frame = try input.read(4 * channels), frame.count == 4 * channels {
      samples.append(Double(Float(bitPattern: LittleEndian.value(frame[..<4]))))
    }
    return samples
  }
}

enum LittleEndian {
  static func bytes<Bits: FixedWidthInteger>(_ bits: Bits) -> [UInt8] {
    (0..<Bits.bitWidth / 8).map { UInt8(truncatingIfNeeded: bits >> (8 * $0)) }
  }

  static func value<Bits: FixedWidthInteger>(_ bytes: some BidirectionalCollection<UInt8>) -> Bits {
    bytes.reversed().reduce(0) { $0 << 8 | Bits($1) }
  }
}
