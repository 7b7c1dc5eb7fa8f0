import Pixels
import Streams
import TestFrames
import TestSupport
import Testing
import Values

@testable import Video

/// All frames of a stream, read through `FrameReader`.
struct Stream: Equatable {
  var container: Container
  var format: StreamFormat
  var stamps: [Int?] = []
  var offsets: [Int?] = []
  var frames: [[UInt8]] = []

  init(_ bytes: [UInt8], chopping longestRead: Int? = nil) throws {
    let reader = try FrameReader(MemorySource(bytes, chopping: longestRead))
    container = reader.container
    format = reader.format
    while let head = try reader.nextFrame() {
      var frame = [UInt8](repeating: 0, count: format.layout.frameBytes)
      var room = frame.mutableSpan
      guard try reader.readPayload(into: &room) else { throw reader.truncation }
      stamps.append(head.stamp)
      offsets.append(head.offset)
      frames.append(frame)
    }
    #expect(reader.frameCount == frames.count)
  }

  static func bytes(
    _ container: Container, _ format: StreamFormat, _ frames: [[UInt8]], stamps: [Int]? = nil
  ) throws -> [UInt8] {
    var writer = try container.writer(for: format)
    var bytes = writer.header
    for (index, frame) in frames.enumerated() { bytes += writer.prefix(stamp: stamps?[index] ?? index) + frame }
    return bytes
  }
}

extension StreamFormat {
  static func sample(_ pixelFormat: String = "yuv420p", width: Int = 17, height: Int = 13) -> StreamFormat {
    StreamFormat(
      layout: PixelLayout(pixelFormat, width: width, height: height)!,
      rate: FrameRate(Rational(30000, 1001)!), aspect: Rational(1))
  }

  func noise(_ count: Int, seed: UInt64) -> [[UInt8]] { layout.noise(count, seed: seed) }
}

extension Container {
  /// libavutil's names of the pixel formats that the container can carry.
  var formats: [String] {
    switch self {
    case .y4m: Set(Y4MChroma.words.map(\.format)).sorted()
    case .nut: NUTFourCC.codes.map(\.format).filter { PixelDescriptor($0) != nil }.sorted()
    }
  }
}
