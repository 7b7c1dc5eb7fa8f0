import Streams

/// Reads a WAV stream up to its first sample, as files and as pipes have it.
enum WAVHeaderReader {
  /// More of them before the samples is refused, so that zeros without end are not taken for empty chunks.
  private static let mostChunks = 1000

  /// The kinds of stream that say their name in the first four bytes.
  private static let magics = ["RIFF", "RF64", "BW64"]
  private static let bigEndianMagic = "RIFX"

  /// - Parameter isDeclared: whether somebody said that this is WAV.
  static func read<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>, isDeclared: Bool
  ) throws(AudioError) -> WAVHeader {
    try readMagic(&input, isDeclared)
    var format: WAVFormatChunk?
    var longLength: UInt64?
    for _ in 0..<mostChunks {
      let chunk = try WAVChunk(&input)
      switch chunk.name {
      case "fmt ": format = try WAVFormatChunk(chunk.read(WAVFormatChunk.extensibleSize, &input), at: chunk.start)
      case "ds64": longLength = try longDataLength(chunk, &input)
      case "data":
        guard let format else { throw .malformed("the samples of the WAV come before their format", byte: chunk.start) }
        return WAVHeader(
          format: format.format, channelMask: format.channelMask,
          dataLength: dataLength(chunk.length, longLength, format.format))
      default: try chunk.skip(&input)
      }
    }
    throw .malformed("no samples in \(mostChunks) WAV chunks", byte: input.position)
  }

  private static func readMagic<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>, _ isDeclared: Bool
  ) throws(AudioError) {
    let magic = try input.next(4)
    let word = String(decoding: magic, as: UTF8.self)
    guard !magic.isEmpty else { throw .empty }
    if word == bigEndianMagic {
      throw .unsupported(
        "this is RIFX, WAV with the high byte first", byte: 0, advice: "turn it over with ffmpeg's -f wav")
    }
    guard magics.contains(word) else { throw isDeclared ? .malformed("this is not WAV", byte: 0) : .undeclared }
    // The length of the whole says nothing the chunks do not say.
    guard try input.require(8, of: "the WAV header").suffix(4).elementsEqual("WAVE".utf8) else {
      throw .malformed("this is RIFF, but not WAVE", byte: 8)
    }
  }

  private static func longDataLength<Source: ByteSource & ~Copyable>(
    _ chunk: WAVChunk, _ input: inout ByteInput<Source>
  ) throws(AudioError) -> UInt64 {
    let bytes = try chunk.read(16, &input)
    guard bytes.count == 16 else { throw .malformed("the WAV chunk 'ds64' is too short", byte: chunk.start) }
    return LittleEndianFields(bytes)[8]
  }

  /// Nil where the length is one of those that writers put down before they know it.
  private static func dataLength(_ length: UInt32, _ longLength: UInt64?, _ format: SoundFormat) -> Int? {
    if length == .max, let longLength { return longLength == 0 ? nil : Int(exactly: longLength) }
    return isPlaceholder(length, format) ? nil : Int(length)
  }

  private static func isPlaceholder(_ length: UInt32, _ format: SoundFormat) -> Bool {
    // No header fits before so many bytes: all ones, or that in whole frames.
    let impossible = UInt32.max - 36
    // What sox writes to a pipe, in whole frames.
    let unknownToSox: UInt32 = 0x7FFF_F000
    // What arecord does.
    let unknownToArecord: UInt32 = 0x7FFF_FF00
    return length == 0 || length > impossible || length == unknownToArecord
      || length == unknownToSox - unknownToSox % UInt32(format.frameBytes)
  }
}
