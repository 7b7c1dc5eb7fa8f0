/// Makes the bytes before and after the samples of a WAV stream.
package struct WAVHeaderWriter: Equatable, Sendable {
  /// The format in which the samples must be written. It is little-endian.
  package let format: SoundFormat
  package let header: [UInt8]
  /// The bytes after the samples: none, or one byte of padding if the number of sample bytes is odd.
  package let trailer: [UInt8]

  /// - Parameter frameCount: the exact number of sample frames that will be written; nil if unknown. If nil or too
  ///   large for 32 bits, the lengths in the header are all ones, as ffmpeg writes to pipes.
  package init(_ format: SoundFormat, channelMask: UInt32? = nil, frameCount: Int?) {
    self.format = format.with(format.sample.littleEndian)
    let dataLength = Self.dataLength(self.format, frameCount)
    // Without a stated length, a reader takes all bytes up to the end of the stream as samples, so nothing is padded.
    trailer = [UInt8](repeating: 0, count: (dataLength ?? 0) % 2)
    let before =
      Self.chunk("fmt ", WAVFormatChunk(format: self.format, channelMask: channelMask).bytes)
      + (self.format.sample.isFloat ? Self.fact(dataLength.map { $0 / format.frameBytes }) : [])
    let length = dataLength.map { 4 + before.count + 8 + $0 + $0 % 2 }
    header =
      Self.head("RIFF", length.map(UInt32.init)) + "WAVE".utf8 + before + Self.head("data", dataLength.map(UInt32.init))
  }

  /// The largest number of bytes for which header, samples and padding surely fit into 32 bits.
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

  /// The chunk `fact` with the number of sample frames. The standard requires it for samples that are not integers.
  private static func fact(_ frameCount: Int?) -> [UInt8] {
    guard let frameCount else { return [] }
    var content: [UInt8] = []
    content.append(littleEndian: UInt32(frameCount))
    return chunk("fact", content)
  }
}
