@testable import Audio

/// One plane for each channel, in a buffer with something around them that nobody may touch.
struct SamplePlanes<Element: SoundElement>: Equatable {
  static var untouched: Element { -77 }

  let channels: Int
  let frames: Int
  let start: Int
  var values: [Element]
  var strangeCount = 0

  var stride: Int { start + frames + 3 }

  init(_ format: SoundFormat, frames: Int, start: Int = 2) {
    (channels, self.frames, self.start) = (format.channels, frames, start)
    values = []
    values = [Element](repeating: Self.untouched, count: stride * channels)
  }

  init(decoding bytes: [UInt8], _ format: SoundFormat, start: Int = 2) {
    self.init(format, frames: bytes.count / format.frameBytes, start: start)
    let (frames, stride) = (frames, stride)
    var span = values.mutableSpan
    strangeCount = SampleDecoder(format).decode(bytes.span, frames: frames, into: &span, stride: stride, at: start)
  }

  /// One channel.
  init(_ values: [Element]) {
    (channels, frames, start, self.values) = (1, values.count, 0, values + [0, 0, 0])
  }

  /// In the order of the bytes.
  var interleaved: [Element] {
    (0..<frames).flatMap { frame in (0..<channels).map { values[$0 * stride + start + frame] } }
  }

  var isUntouchedAround: Bool {
    (0..<channels).allSatisfy { channel in
      (0..<stride).allSatisfy { place in
        (start..<start + frames).contains(place) || values[channel * stride + place] == Self.untouched
      }
    }
  }

  /// Those of `range`, appended to `bytes`.
  func encode(
    _ range: Range<Int>, with encoder: inout SampleEncoder, unchanged: [Range<Int>] = [], to bytes: inout [UInt8]
  ) {
    var block = [UInt8](repeating: 0xAA, count: range.count * encoder.format.frameBytes + 5)
    var span = block.mutableSpan
    encoder.encode(
      values.span, stride: stride, at: start + range.lowerBound, frames: range.count, unchanged: unchanged, into: &span)
    precondition(block.suffix(5).allSatisfy { $0 == 0xAA }, "wrote beyond the samples")
    bytes += block.dropLast(5)
  }
}
