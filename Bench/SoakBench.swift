import Streams
import Tool
import Video
import Warp

/// Tests runs of hours with streams in which each sample and each frame holds its own number. `ramp RATE SECONDS`
/// writes a sound, and `follow MAP RATE` measures the warped ramp. `film COUNT` writes a film, and `numbers` prints the
/// numbers and timestamps of its frames.
enum SoakBench {
  static func run(_ words: [String]) throws {
    switch (words[0], words.count) {
    case ("ramp", 3): try ramp(Int(Given.number(words[1]) * Given.number(words[2])))
    case ("follow", 3): try follow(Given.map(words[1]), rate: Given.number(words[2]))
    case ("film", 2): try film(Int(Given.number(words[1])))
    case ("numbers", 1): try numbers()
    default:
      throw Failure(.usage, "there are ramp RATE SECONDS, follow MAP RATE, film COUNT and numbers")
    }
  }

  /// Writes samples whose values are their numbers, in f64le with one channel.
  private static func ramp(_ count: Int) throws {
    var sink = FileSink(.output)
    for sample in 0..<count { try sink.write(LittleEndian.bytes(Double(sample).bitPattern).span) }
    try sink.finish()
  }

  /// Prints the error of the number of samples, and the largest error of a sample. Positions after the last sample of
  /// the ramp are excluded, since the interpolation fades to silence there.
  private static func follow(_ map: TimeMap, rate: Double) throws {
    var input = ByteInput(FileSource(.input))
    var cursor = MapCursor(map)
    let last = (map.sourceRange.end ?? 0) * rate - 1
    var (count, largest) = (0, 0.0)
    while case let bytes = try input.read(8), bytes.count == 8 {
      let sample = Double(bitPattern: LittleEndian.value(bytes))
      let position = (cursor.instant(at: Double(count) / rate)?.source ?? 0) * rate
      if position < last { largest = max(largest, abs(sample - position)) }
      count += 1
    }
    print(abs(count - Int((map.warpedLength ?? 0) * rate + 0.5)))
    print(largest)
  }

  /// Writes one frame of 8 × 8 grey pixels a second. Its first four bytes are its number, in little-endian order.
  private static func film(_ count: Int) throws {
    var sink = FileSink(.output)
    try sink.write("YUV4MPEG2 W8 H8 F1:1 Ip A1:1 Cmono\n")
    let rest = [UInt8](repeating: 128, count: 60)
    for frame in 0..<count {
      try sink.write("FRAME\n")
      try sink.write((LittleEndian.bytes(UInt32(frame)) + rest).span)
    }
    try sink.finish()
  }

  private static func numbers() throws {
    let reader = try FrameReader(FileSource(.input))
    var sink = FileSink(.output)
    var frame = [UInt8](repeating: 0, count: reader.format.layout.frameBytes)
    while let head = try reader.nextFrame() {
      var room = frame.mutableSpan
      guard try reader.readPayload(into: &room) else { throw reader.truncation }
      let number: UInt32 = LittleEndian.value(frame[..<4])
      try sink.write("\(number) \(head.stamp ?? -1)\n")
    }
    try sink.finish()
  }
}
