import Streams
import Video

/// Everything that is read of a stream of frames.
struct Film: Equatable {
  let format: StreamFormat
  private(set) var stamps: [Int?] = []
  /// Empty where a frame is longer than any input here: it was passed over, and turned out to be cut.
  private(set) var frames: [[UInt8]] = []

  /// What comes of a stream. Frames are taken in the three ways there are, one after the other.
  static func outcome(of source: MemorySource) -> Result<Film, VideoError> {
    Result { () throws(VideoError) in try Film(reading: source) }
  }

  private init(reading source: MemorySource) throws(VideoError) {
    var reader = try FrameReader(source)
    format = reader.format
    while let head = try reader.nextFrame() {
      stamps.append(head.stamp)
      do throws(StreamFailure) {
        if let frame = try Self.payload(of: &reader, way: stamps.count % 3) { frames.append(frame) }
      } catch {
        throw .stream(error)
      }
      guard reader.frameCount == stamps.count else { throw reader.truncation }
    }
  }

  private static func payload(
    of reader: inout FrameReader<MemorySource>, way: Int
  ) throws(StreamFailure) -> [UInt8]? {
    guard reader.format.layout.frameBytes <= 1 << 16, way > 0 else {
      _ = try reader.skipPayload()
      return nil
    }
    return way == 1 ? try readPayload(of: &reader) : try movePayload(of: &reader)
  }

  private static func readPayload(of reader: inout FrameReader<MemorySource>) throws(StreamFailure) -> [UInt8] {
    var frame = [UInt8](repeating: 0, count: reader.format.layout.frameBytes)
    var room = frame.mutableSpan
    _ = try reader.readPayload(into: &room)
    return frame
  }

  private static func movePayload(of reader: inout FrameReader<MemorySource>) throws(StreamFailure) -> [UInt8] {
    let frame = MemorySink()
    _ = try reader.movePayload { (head, count, source) throws(StreamFailure) in
      try frame.write(head)
      return try move(count, from: &source, to: frame)
    }
    return frame.bytes
  }

  private static func move(
    _ count: Int, from source: inout MemorySource, to frame: MemorySink
  ) throws(StreamFailure) -> Int {
    var mover = CopyingMover()
    var frame = frame
    return try mover.move(count, from: &source, to: &frame)
  }

  /// The film as another stream, its frames counted.
  func bytes(as container: Container) throws -> [UInt8] {
    var writer = try container.writer(for: format)
    var bytes = writer.header
    let blank = [UInt8](repeating: 0, count: min(1 << 16, format.layout.frameBytes))
    for (index, _) in stamps.enumerated() { bytes += writer.prefix(stamp: index) + (frame(index) ?? blank) }
    return bytes
  }

  /// Every third was passed over.
  private func frame(_ index: Int) -> [UInt8]? {
    let number = index + 1
    return number % 3 == 0 ? nil : frames[number - 1 - number / 3]
  }
}
