import Streams

/// The facts that the header of a WAV stream states.
package struct WAVHeader: Equatable, Sendable {
  package let format: SoundFormat
  /// The loudspeakers of the channels, as a bit mask; nil if the header has no such field.
  package let channelMask: UInt32?
  /// The number of bytes of samples; nil if they continue to the end of the stream.
  package let dataLength: Int?
}

/// Reads the header of a WAV stream, up to the first sample, from a file or a pipe.
enum WAVHeaderReader {
  /// The largest number of chunks before the samples. More are an error, so that a stream of empty chunks is not read
  /// forever.
  private static let mostChunks = 1000

  /// The first four bytes of the supported kinds of WAV.
  private static let magics = ["RIFF", "RF64", "BW64"]
  private static let bigEndianMagic = "RIFX"

  /// - Parameter isDeclared: whether the user declared the input as WAV. Selects the error if the input is not WAV.
  static func read(_ input: inout ByteInput, isDeclared: Bool) throws(AudioError) -> WAVHeader {
    var whole = UInt64(try checkHead(&input, isDeclared))
    var format: WAVFormatChunk?
    var longLength: UInt64?
    for _ in 0..<mostChunks {
      let chunk = try WAVChunk(&input)
      switch chunk.name {
      case "fmt ": format = try WAVFormatChunk(chunk.read(WAVFormatChunk.extensibleSize, &input), at: chunk.start)
      case "ds64":
        let lengths = try longLengths(chunk, &input)
        (whole, longLength) = (lengths.whole, lengths.data)
      case "data":
        guard let format else {
          throw .malformed("the samples of the WAV come before its format chunk", byte: chunk.start)
        }
        let length = dataLength(chunk.length, longLength, format.format)
        return WAVHeader(
          format: format.format, channelMask: format.channelMask,
          dataLength: length == 0 && !goesOn(whole, after: chunk.start, format.format) ? nil : length)
      default: try chunk.skip(&input)
      }
    }
    throw .malformed("the first \(mostChunks) chunks of the WAV have no samples", byte: input.position)
  }

  /// Reads the first 12 bytes of the stream. Throws unless they begin a supported WAV.
  ///
  /// - Returns: the stated length of everything after the first eight bytes.
  private static func checkHead(_ input: inout ByteInput, _ isDeclared: Bool) throws(AudioError) -> UInt32 {
    let magic = try input.next(4)
    let word = String(decoding: magic, as: UTF8.self)
    guard !magic.isEmpty else { throw .empty }
    if word == bigEndianMagic {
      throw .unsupported(
        "the input is RIFX, which is big-endian WAV", byte: 0, advice: "convert it with ffmpeg -f wav")
    }
    guard magics.contains(word) else { throw isDeclared ? .malformed("the input is not WAV", byte: 0) : .undeclared }
    let rest = try input.require(8, of: "the WAV header")
    guard rest.suffix(4).elementsEqual("WAVE".utf8) else {
      throw .malformed("the input is RIFF, but not WAVE", byte: 8)
    }
    return LittleEndianFields(rest)[0]
  }

  /// The 64-bit lengths of the stream and of the samples, from the chunk `ds64` of RF64 and BW64.
  private static func longLengths(
    _ chunk: WAVChunk, _ input: inout ByteInput
  ) throws(AudioError) -> (whole: UInt64, data: UInt64) {
    let bytes = try chunk.read(16, &input)
    guard bytes.count == 16 else { throw .malformed("the WAV chunk 'ds64' is too short", byte: chunk.start) }
    let fields = LittleEndianFields(bytes)
    return (fields[0], fields[8])
  }

  /// Whether the stream's stated length reaches beyond `start`, where the samples begin. If so, a stated data length of
  /// 0 is correct. If not, the length was unknown when the header was written.
  private static func goesOn(_ whole: UInt64, after start: Int, _ format: SoundFormat) -> Bool {
    // The stated length does not count the first eight bytes of the stream.
    let isKnown = whole < .max && !(whole <= UInt32.max && isPlaceholder(UInt32(whole), format))
    return isKnown && whole > UInt64(start - 8)
  }

  /// More bytes than any stream has, and few enough that computations with a length cannot overflow.
  private static let mostBytes: UInt64 = 1 << 53

  /// The length of the samples; nil if it is a placeholder that programs write before they know the length, or more
  /// than `mostBytes`. 0 may be a placeholder as well.
  private static func dataLength(_ length: UInt32, _ longLength: UInt64?, _ format: SoundFormat) -> Int? {
    if length == .max, let longLength { return longLength <= mostBytes ? Int(longLength) : nil }
    return isPlaceholder(length, format) ? nil : Int(length)
  }

  private static func isPlaceholder(_ length: UInt32, _ format: SoundFormat) -> Bool {
    // Larger lengths are placeholders, because a header of 36 bytes must fit into 2³² bytes as well. Some programs
    // write all ones, or all ones rounded down to whole sample frames (of at most 36 bytes).
    let impossible = UInt32.max - 36
    // sox writes this length to a pipe, rounded down to whole sample frames.
    let unknownToSox: UInt32 = 0x7FFF_F000
    // arecord writes this placeholder.
    let unknownToArecord: UInt32 = 0x7FFF_FF00
    return length > impossible || length == unknownToArecord
      || length == unknownToSox - unknownToSox % UInt32(format.frameBytes)
  }
}
