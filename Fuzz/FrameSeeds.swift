import Streams
import Video

/// Good streams of frames, short enough to be changed everywhere.
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

  /// A frame for each stamp; the format in the words of a y4m header.
  static func stream(_ container: Container, _ header: String, stamps: [Int]) throws -> [UInt8] {
    let format = try FrameReader(MemorySource(Array("YUV4MPEG2 \(header)\n".utf8))).format
    var writer = try container.writer(for: format)
    return stamps.reduce(writer.header) { bytes, stamp in
      bytes + writer.prefix(stamp: stamp)
        + (0..<format.layout.frameBytes).map { UInt8(truncatingIfNeeded: $0 * 7 + stamp * 9) }
    }
  }
}
