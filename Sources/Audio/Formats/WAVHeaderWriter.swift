/// Writes what stands around the samples of a WAV stream.
package struct WAVHeaderWriter: Equatable, Sendable {
  /// What the samples have to be: WAV has the low byte first.
  package let format: SoundFormat
  /// Goes before the samples.
  package let header: [UInt8]
  /// Goes behind them: nothing, or what makes their number of bytes even.
  package let trailer: [UInt8]

  /// - Parameter frameCount: how many sample frames come, which has to be true; nil where nobody knows. The header then
  ///   says so as ffmpeg does in pipes, and also for more bytes than a header can tell.
  package init(_ format: SoundFormat, channelMask: UInt32? = nil, frameCount: Int?) {
    self.format = format.with(format.sample.littleEndian)
    let dataLength = Self.dataLength(self.format, frameCount)
    // Without a length the samples go on to the end of the stream, and padding would be one of them.
    trailer = [UInt8](repeating: 0, count: (dataLength ?? 0) % 2)
    let before =
      Self.chunk("fmt ", WAVFormatChunk(format: self.format, channelMask: channelMask).bytes)
      + (self.format.sample.isFloat ? Self.fact(dataLength.map { $0 / format.frameBytes }) : [])
    let length = dataLength.map { 4 + before.count + 8 + $0 + $0 % 2 }
    header =
      Self.head("RIFF", length.map(UInt32.init)) + "WAVE".utf8 + before + Self.head("data", dataLength.map(UInt32.init))
  }

  /// More than that, with all that can stand before and behind it, is more than 32 bits can say.
  private static let longestData = Int(UInt32.max) - 128

  private static func dataLength(_ format: SoundFormat, _ frameCount: Int?) -> Int? {
    guard let frameCount, frameCount <= longestData / format.frameBytes else { return nil }
    return frameCount * format.frameBytes
  }

  private static func head(_ name: String, _ length: UInt32?) -> [UInt8] {
    var bytes = Array(name.utf8)
    bytes.append(littleEndian: length ?? .max)
    return bytes
  }

  private static func chunk(_ name: String, _ content: [UInt8]) -> [UInt8] {
    head(name, UInt32(content.count)) + content
  }

  /// The number of sample frames, which the standard asks for where samples are not integers.
  private static func fact(_ frameCount: Int?) -> [UInt8] {
    guard let frameCount else { return [] }
    var content: [UInt8] = []
    content.append(littleEndian: UInt32(frameCount))
    return chunk("fact", content)
  }
}
