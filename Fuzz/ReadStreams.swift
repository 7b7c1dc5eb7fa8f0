import Audio
import Streams
import Values
import Video

struct ReadFilm: Equatable {
  let format: StreamFormat
  private(set) var stamps: [Int?] = []
  /// The frames that were read or moved. Every third frame is skipped, and so are frames larger than any input.
  private(set) var frames: [[UInt8]] = []

  /// Reads a stream to its end. Payloads are skipped, read and moved in turn.
  static func outcome(of source: MemorySource) -> Result<ReadFilm, VideoError> {
    Result { () throws(VideoError) in try ReadFilm(reading: source) }
  }

  private init(reading source: MemorySource) throws(VideoError) {
    let reader = try FrameReader(source)
    format = reader.format
    while let head = try reader.nextFrame() {
      stamps.append(head.stamp)
      do throws(StreamFailure) {
        if let frame = try Self.payload(of: reader, way: stamps.count % 3) { frames.append(frame) }
      } catch {
        throw .stream(error)
      }
      guard reader.frameCount == stamps.count else { throw reader.truncation }
    }
  }

  private static func payload(of reader: FrameReader, way: Int) throws(StreamFailure) -> [UInt8]? {
    guard reader.format.layout.frameBytes <= 1 << 16, way > 0 else {
      _ = try reader.skipPayload()
      return nil
    }
    return way == 1 ? try readPayload(of: reader) : try movePayload(of: reader)
  }

  private static func readPayload(of reader: FrameReader) throws(StreamFailure) -> [UInt8] {
    var frame = [UInt8](repeating: 0, count: reader.format.layout.frameBytes)
    var room = frame.mutableSpan
    _ = try reader.readPayload(into: &room)
    return frame
  }

  private static func movePayload(of reader: FrameReader) throws(StreamFailure) -> [UInt8] {
    var frame = MemorySink()
    _ = try reader.movePayload { (head, count, source) throws(StreamFailure) in
      try frame.write(head)
      return try CopyingMover().move(count, from: source, to: &frame)
    }
    return frame.bytes
  }

  /// The film in another container, with frame numbers as timestamps. Skipped frames are black.
  func bytes(as container: Container) throws -> [UInt8] {
    var writer = try container.writer(for: format)
    var bytes = writer.header
    let black = [UInt8](repeating: 0, count: min(1 << 16, format.layout.frameBytes))
    for (index, _) in stamps.enumerated() { bytes += writer.prefix(stamp: index) + (frame(index) ?? black) }
    return bytes
  }

  private func frame(_ index: Int) -> [UInt8]? {
    let number = index + 1
    return number % 3 == 0 ? nil : frames[number - 1 - number / 3]
  }
}

struct ReadSound: Equatable {
  let format: SoundFormat
  private(set) var samples: [UInt8] = []
  private(set) var truncation: AudioError?

  static func outcome(of source: MemorySource) -> Result<ReadSound, AudioError> {
    Result { () throws(AudioError) in try ReadSound(reading: source) }
  }

  private init(reading source: MemorySource) throws(AudioError) {
    let reader = try SoundReader(source)
    format = reader.format
    var block = [UInt8](repeating: 0, count: 1000)
    var room = block.mutableSpan
    do throws(StreamFailure) {
      while case let count = try reader.read(into: &room), count > 0 {
        for index in 0..<count * format.frameBytes { samples.append(room[index]) }
      }
    } catch {
      throw .stream(error)
    }
    truncation = reader.truncation
  }

  /// The samples decoded and encoded again, or nil if some are not finite.
  var encodedAgain: [UInt8]? {
    let frames = samples.count / format.frameBytes
    var values = [Double](repeating: 0, count: frames * format.channels)
    let notFiniteCount = SampleDecoder(format).decode(
      samples.span, frames: frames, into: &values, stride: frames, at: 0)
    var encoder = SampleEncoder(format, copiesFrom: format.sample)
    var written = [UInt8](repeating: 0, count: samples.count)
    encoder.encode(values.span, stride: frames, at: 0, frames: frames, unchanged: [0..<frames], into: &written)
    return notFiniteCount > 0 ? nil : written
  }
}

/// The first samples of sound that comes in packets, and how it ended.
struct SoundPackets: Equatable {
  private var samples: [UInt8] = []
  private var frameCount = 0
  private var truncation: AudioError?

  init(_ source: MemorySource, from start: Double) throws {
    guard case .packets(let feed) = try SoundInput.open(source, declared: .nut, from: start) else { return }
    var room = [UInt8](repeating: 0, count: 1024 * feed.format.frameBytes)
    // Two timestamps may be years apart. Therefore only the first samples are read, not all of the silence between.
    while samples.count < 1 << 18 {
      var span = room.mutableSpan
      let count = try feed.read(into: &span)
      samples += room[..<(count * feed.format.frameBytes)]
      if count < 1024 { break }
    }
    try feed.skipRest()
    (frameCount, truncation) = (feed.frameCount, feed.truncation)
  }
}
