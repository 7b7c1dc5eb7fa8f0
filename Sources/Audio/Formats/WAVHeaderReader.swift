import Streams

/// What the header of a WAV stream says.
package struct WAVHeader: Equatable, Sendable {
  package let format: SoundFormat
  /// Which loudspeakers the channels are for, as a bit mask; nil if the header has no field for it.
  package let channelMask: UInt32?
  /// How many bytes of samples follow; nil if they go on to the end of the stream.
  package let dataLength: Int?
}

/// Reads the header of a WAV stream, up to the first sample, from a file or a pipe.
enum WAVHeaderReader {
  /// More chunks before the samples are refused, so that a stream of empty chunks without end is not read forever.
  private static let mostChunks = 1000

  /// The first four bytes of the kinds of WAV that are read.
  private static let magics = ["RIFF", "RF64", "BW64"]
  private static let bigEndianMagic = "RIFX"

  /// - Parameter isDeclared: whether the user said that this is WAV, which decides the error if it is not.
  static func read<Source: ByteSource & ~Copyable>(
    _ input: inout ByteInput<Source>, isDeclared: Bool
  ) throws(AudioError) -> WAVHeader {
    try checkHead(&input, isDeclared)
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

  /// Takes the first 12 bytes of the stream, and refuses it unless they begin a WAV that is read here.
  private static func checkHead<Source: ByteSource & ~Copyable>(
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
    // The four bytes before "WAVE" are the length of the whole stream. It is ignored: the chunks have their own.
    guard try input.require(8, of: "the WAV header").suffix(4).elementsEqual("WAVE".utf8) else {
      throw .malformed("this is RIFF, but not WAVE", byte: 8)
    }
  }

  /// The 64 bit length of the samples in the chunk `ds64` of RF64 and BW64.
  private static func longDataLength<Source: ByteSource & ~Copyable>(
    _ chunk: WAVChunk, _ input: inout ByteInput<Source>
  ) throws(AudioError) -> UInt64 {
    let bytes = try chunk.read(16, &input)
    guard bytes.count == 16 else { throw .malformed("the WAV chunk 'ds64' is too short", byte: chunk.start) }
    return LittleEndianFields(bytes)[8]
  }

  /// The length of the samples; nil if it is one of the placeholders that programs write before they know the length.
  private static func dataLength(_ length: UInt32, _ longLength: UInt64?, _ format: SoundFormat) -> Int? {
    if length == .max, let longLength { return longLength == 0 ? nil : Int(exactly: longLength) }
    return isPlaceholder(length, format) ? nil : Int(length)
  }

  private static func isPlaceholder(_ length: UInt32, _ format: SoundFormat) -> Bool {
    // Lengths that leave no room for a header of 36 bytes below 2³²: all ones, and all ones rounded down to whole
    // sample frames of at most 36 bytes.
    let impossible = UInt32.max - 36
    // sox writes this to a pipe, rounded down to whole frames.
    let unknownToSox: UInt32 = 0x7FFF_F000
    // arecord writes this.
    let unknownToArecord: UInt32 = 0x7FFF_FF00
    return length == 0 || length > impossible || length == unknownToArecord
      || length == unknownToSox - unknownToSox % UInt32(format.frameBytes)
  }
}
