@testable import Audio

/// A buffer with a plane of samples for each channel. Nothing may write to the margins around the planes.
struct SamplePlanes<Element: SoundElement>: Equatable {
  /// The value that fills the margins around the planes.
  static var untouched: Element { -77 }

  let channels: Int
  let frames: Int
  let start: Int
  var values: [Element]
  var nonFiniteCount = 0

  var stride: Int { start + frames + 3 }

  init(_ format: SoundFormat, frames: Int, start: Int = 2) {
    (channels, self.frames, self.start) = (format.channels, frames, start)
    values = []
    values = [Element](repeating: Self.untouched, count: stride * channels)
  }

  init(decoding bytes: [UInt8], _ format: SoundFormat, start: Int = 2) {
    self.init(format, frames: bytes.count / format.frameBytes, start: start)
    let (frames, stride) = (frames, stride)
    nonFiniteCount = SampleDecoder(format).decode(bytes.span, frames: frames, into: &values, stride: stride, at: start)
  }

  /// Creates the plane of a single channel, without a margin before the samples.
  init(_ values: [Element]) {
    (channels, frames, start, self.values) = (1, values.count, 0, values + [0, 0, 0])
  }

  /// The samples with channels interleaved, as in a file.
  var interleaved: [Element] {
    (0..<frames).flatMap { frame in (0..<channels).map { values[$0 * stride + start + frame] } }
  }

  var isUntouchedAround: Bool {
    (0..<channels).allSatisfy { channel in
      (0..<stride).allSatisfy { index in
        (start..<start + frames).contains(index) || values[channel * stride + index] == Self.untouched
      }
    }
  }

  /// Encodes the samples of `range` and appends their bytes to `bytes`.
  func encode(
    _ range: Range<Int>, with encoder: inout SampleEncoder, unchanged: [Range<Int>] = [], to bytes: inout [UInt8]
  ) {
    var block = [UInt8](repeating: 0xAA, count: range.count * encoder.format.frameBytes + 5)
    encoder.encode(
      values.span, stride: stride, at: start + range.lowerBound, frames: range.count, unchanged: unchanged, into: &block
    )
    precondition(block.suffix(5).allSatisfy { $0 == 0xAA }, "wrote beyond the samples")
    bytes += block.dropLast(5)
  }
}

/// A slow and simple decoder, with which tests compare `SampleDecoder`.
enum SampleReference {
  static func values(_ bytes: [UInt8], _ format: SampleFormat) -> [Double] {
    stride(from: 0, to: bytes.count, by: format.bytesPerSample).map { start in
      let sample = bytes[start..<start + format.bytesPerSample]
      return value(format.isBigEndian ? Array(sample) : sample.reversed(), format)
    }
  }

  /// - Parameter bytes: one sample, the most significant byte first.
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
