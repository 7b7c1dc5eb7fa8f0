import Audio
import TestSupport

/// Good WAV streams, short enough to be changed everywhere.
enum SoundSeeds {
  @Sendable static func all() throws -> [[UInt8]] {
    try [
      stream(.u8, channels: 1, frames: 7), stream(.s16le, channels: 2, frames: 6), stream(.s16le, channels: 2),
      stream(.s24le, channels: 6, mask: 0x3F, frames: 4), stream(.s32le, channels: 3),
      stream(.f32le, channels: 2, frames: 5), stream(.f64le, channels: 1, mask: 4),
      stream(.s16le, channels: 2, frames: 0), long,
    ]
  }

  /// - Parameter frames: what the header says; nil for a header that says nothing of it.
  private static func stream(
    _ sample: SampleFormat, channels: Int, mask: UInt32? = nil, frames: Int? = nil
  ) throws -> [UInt8] {
    let format = try SoundFormat(sample, channels: channels, rate: 48000)
    let writer = WAVHeaderWriter(format, channelMask: mask, frameCount: frames)
    var random = SplitMix64(seed: UInt64(channels))
    let samples = (0..<(frames ?? 5) * format.frameBytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return writer.header + samples + writer.trailer
  }

  /// The kind that is too long for a header of 32 bits: its length stands in a chunk of its own.
  private static let long: [UInt8] = {
    let all: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
    let lengths: [UInt8] = all + all + [4, 0, 0, 0, 0, 0, 0, 0] + [2, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
    let format: [UInt8] = [1, 0, 1, 0, 0x40, 0x1F, 0, 0, 0x80, 0x3E, 0, 0, 2, 0, 16, 0]
    let parts: [[UInt8]] = [
      Array("RF64".utf8), all, Array("WAVEds64".utf8), [28, 0, 0, 0], lengths, Array("fmt ".utf8), [16, 0, 0, 0],
      format,
      Array("data".utf8), all, [1, 2, 3, 4],
    ]
    return Array(parts.joined())
  }()
}
