import Audio
import Streams
import TestSupport
import Tool
import Values
import Video

enum SeedFile {
  /// The inputs of a file of seeds, separated by blank lines. An input of one line loses its line end, as it is an
  /// argument of a command. An input of several lines keeps them.
  static func inputs(_ path: String) throws -> [[UInt8]] {
    var lines = LineReader(try FileSource(path: path))
    var inputs: [[UInt8]] = [[]]
    while let line = try lines.next() {
      if line.isEmpty { inputs.append([]) } else { inputs[inputs.count - 1] += line + [UInt8(ascii: "\n")] }
    }
    return inputs.map { $0.firstIndex(of: UInt8(ascii: "\n")) == $0.count - 1 ? $0.dropLast() : $0 }
  }

  static func bytes(_ path: String) throws -> [UInt8] {
    let source = try FileSource(path: path)
    var bytes: [UInt8] = []
    var block = [UInt8](repeating: 0, count: 4096)
    while case let count = try source.read(into: &block), count > 0 { bytes += block[..<count] }
    return bytes
  }
}

/// Valid streams of frames, so short that mutations reach every part of them.
enum FrameSeeds {
  @Sendable static func nut() throws -> [[UInt8]] {
    try [
      stream(.nut, "W4 H2 F25:1 A1:1", stamps: [0, 1, 2, 3]),
      stream(.nut, "W3 H1 F25:1 Cmono", stamps: [5, 7, 300]),
      stream(.nut, "W2 H2 F30000:1001 Cmono10", stamps: [0, 1]),
      stream(.nut, "W1 H1 F1:1 C444alpha", stamps: [0, 40_000, 40_001]),
      stream(.nut, "W3 H3 F24:1 A4:3 C422p16", stamps: [0]),
    ]
  }

  /// A stream with one frame for each timestamp. The parameter `header` is the format as a y4m header has it.
  static func stream(_ container: Container, _ header: String, stamps: [Int]) throws -> [UInt8] {
    let format = try FrameReader(MemorySource(Array("YUV4MPEG2 \(header)\n".utf8))).format
    var writer = try container.writer(for: format)
    return stamps.reduce(writer.header) { bytes, stamp in
      bytes + writer.prefix(stamp: stamp)
        + (0..<format.layout.frameBytes).map { UInt8(truncatingIfNeeded: $0 * 7 + stamp * 9) }
    }
  }
}

/// Valid WAV streams, so short that mutations reach every part of them.
enum SoundSeeds {
  /// Packets with timestamps that leave gaps, overlap and step back.
  static func packets() throws -> [[UInt8]] {
    try [SampleFormat.s16le, .f32le, .u8].map { sample in
      let format = try SoundFormat(sample, channels: 1, rate: 1000)
      let output = SoundOutput(format, .nut, header: nil, as: nil, count: nil)
      var writer = output.packets
      return [0, 20, 45, 300, 250, 251, 1000].reduce(output.header) { bytes, stamp in
        let size = 20 * format.frameBytes
        return bytes + (writer?.prefix(stamp: stamp, size: size) ?? [])
          + (0..<size).map { UInt8(truncatingIfNeeded: $0) }
      }
    }
  }

  @Sendable static func all() throws -> [[UInt8]] {
    try [
      stream(.u8, channels: 1, frames: 7), stream(.s16le, channels: 2, frames: 6), stream(.s16le, channels: 2),
      stream(.s24le, channels: 6, mask: 0x3F, frames: 4), stream(.s32le, channels: 3),
      stream(.f32le, channels: 2, frames: 5), stream(.f64le, channels: 1, mask: 4),
      stream(.s16le, channels: 2, frames: 0), long,
    ]
  }

  /// - Parameter frames: the number of sample frames in the header, or nil for a header without it.
  private static func stream(
    _ sample: SampleFormat, channels: Int, mask: UInt32? = nil, frames: Int? = nil
  ) throws -> [UInt8] {
    let format = try SoundFormat(sample, channels: channels, rate: 48000)
    let writer = WAVHeaderWriter(format, channelMask: mask, frameCount: frames)
    var random = SplitMix64(seed: UInt64(channels))
    let samples = (0..<(frames ?? 5) * format.frameBytes).map { _ in UInt8(truncatingIfNeeded: random.next()) }
    return writer.header + samples + writer.trailer
  }

  /// An RF64 stream. RF64 has the 64-bit lengths of long streams in a chunk of its own, `ds64`.
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
