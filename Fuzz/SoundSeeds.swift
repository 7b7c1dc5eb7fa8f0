import Audio
import TestSupport

/// Good WAV streams, short enough to be changed everywhere.
enum SoundSeeds {
  static let all: [[UInt8]] = [
    stream(.u8, channels: 1, frames: 7), stream(.s16le, channels: 2, frames: 6), stream(.s16le, channels: 2),
    stream(.s24le, channels: 6, mask: 0x3F, frames: 4), stream(.s32le, channels: 3),
    stream(.f32le, channels: 2, frames: 5),
    stream(.f64le, channels: 1, mask: 4), stream(.s16le, channels: 2, frames: 0),
  ]

  /// - Parameter frames: what the header says; nil for a header that says nothing of it.
  private static func stream(_ sample: SampleFormat, channels: Int, mask: UInt32? = nil, frames: Int? = nil) -> [UInt8]
  {
    guard let format = try? SoundFormat(sample, channels: channels, rate: 48000) else { return [] }
    let writer = WAVHeaderWriter(format, channelMask: mask, frameCount: frames)
    var random = SplitMix64(seed: UInt64(channels))
    let samples = (0..<(frames ?? 5) * format.frameBytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return writer.header + samples + writer.trailer
  }
}
