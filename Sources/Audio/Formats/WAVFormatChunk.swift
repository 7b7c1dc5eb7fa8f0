import Values

/// The chunk `fmt `, which states the format of the samples. A basic chunk has a tag for integers or floating point. An
/// extensible chunk has the tag in a GUID, and a channel mask.
struct WAVFormatChunk: Equatable {
  let format: SoundFormat
  let channelMask: UInt32?

  private enum Tag {
    static let integer: UInt16 = 1
    static let float: UInt16 = 3
    static let extensible: UInt16 = 0xFFFE
    static let others: [UInt16: String] = [
      2: "Microsoft ADPCM", 6: "A-law", 7: "mu-law", 0x11: "IMA ADPCM", 0x31: "GSM 6.10", 0x50: "MPEG", 0x55: "MP3",
      0xFF: "AAC",
    ]
  }

  /// The bytes that follow the tag in an extensible chunk and complete the GUID.
  private static let guidEnd: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
  private static let basicSize = 16
  static let extensibleSize = 40

  init(format: SoundFormat, channelMask: UInt32?) {
    self.format = format
    self.channelMask = channelMask
  }

  /// - Parameters:
  ///   - bytes: the content of the chunk, at most `extensibleSize` bytes.
  ///   - start: the offset of the content in the stream.
  init(_ bytes: [UInt8], at start: Int) throws(AudioError) {
    guard bytes.count >= Self.basicSize else {
      throw .malformed("the format chunk of the WAV has \(bytes.count) bytes instead of at least 16", byte: start)
    }
    let fields = LittleEndianFields(bytes)
    var tag: UInt16 = fields[0]
    let bits = Int(fields[14] as UInt16)
    if tag == Tag.extensible {
      tag = try Self.subformat(bytes, bits, at: start)
      channelMask = fields[20]
    } else {
      channelMask = nil
    }
    let sample = try Self.sample(tag, bits, at: start)
    do throws(Refusal) {
      format = try SoundFormat(sample, channels: Int(fields[2] as UInt16), rate: Int(fields[4] as UInt32))
    } catch {
      throw .malformed("the WAV header is wrong: \(error.problem)", byte: start)
    }
    // The bytes per second, at offset 8, are ignored: they follow from the other fields and are often wrong.
    let block = Int(fields[12] as UInt16)
    guard block == format.frameBytes else {
      throw .malformed(
        "the WAV header is wrong: \(format.channels) channels × \(bits) bits do not make frames of \(block) bytes",
        byte: start + 12)
    }
  }

  /// Returns the format tag from the GUID of an extensible chunk.
  private static func subformat(_ bytes: [UInt8], _ bits: Int, at start: Int) throws(AudioError) -> UInt16 {
    guard bytes.count >= extensibleSize else {
      throw .malformed("the extensible format chunk of the WAV has \(bytes.count) bytes instead of 40", byte: start)
    }
    let fields = LittleEndianFields(bytes)
    let validBits = Int(fields[18] as UInt16)
    guard validBits <= bits else {
      throw .malformed("the WAV header is wrong: \(validBits) valid bits in samples of \(bits) bits", byte: start + 18)
    }
    guard bytes[26...].elementsEqual(guidEnd) else { throw unknown("in a vendor format", at: start + 24) }
    return fields[24]
  }

  /// Samples of sizes such as 12 or 20 bits fill the upper bits of 2 or 3 bytes, and are read as 16 or 24 bits.
  private static func sample(_ tag: UInt16, _ bits: Int, at start: Int) throws(AudioError) -> SampleFormat {
    switch (tag, bits) {
    case (Tag.integer, 1...8): return .u8
    case (Tag.integer, 9...16): return .s16le
    case (Tag.integer, 17...24): return .s24le
    case (Tag.integer, 25...32): return .s32le
    case (Tag.float, 32): return .f32le
    case (Tag.float, 64): return .f64le
    case (Tag.integer, _), (Tag.float, _):
      throw .malformed("the WAV header is wrong: samples of \(bits) bits", byte: start + 14)
    default: throw unknown(Tag.others[tag] ?? "format 0x" + String(tag, radix: 16), at: start)
    }
  }

  private static func unknown(_ encoding: String, at byte: Int) -> AudioError {
    .unsupported(
      "the samples of the WAV are \(encoding)", byte: byte, advice: "decode the sound with ffmpeg -c:a pcm_f32le")
  }

  /// The chunk's content as bytes, without the chunk's name and length.
  var bytes: [UInt8] {
    let sample = format.sample
    let tag = sample.isFloat ? Tag.float : Tag.integer
    var bytes: [UInt8] = []
    bytes.append(littleEndian: isExtensible ? Tag.extensible : tag)
    bytes.append(littleEndian: UInt16(format.channels))
    bytes.append(littleEndian: UInt32(format.rate))
    bytes.append(littleEndian: UInt32(format.rate * format.frameBytes))
    bytes.append(littleEndian: UInt16(format.frameBytes))
    bytes.append(littleEndian: UInt16(sample.bitDepth))
    guard isExtensible else { return bytes }
    bytes.append(littleEndian: UInt16(Self.extensibleSize - Self.basicSize - 2))
    bytes.append(littleEndian: UInt16(sample.bitDepth))
    bytes.append(littleEndian: channelMask ?? Self.usualMask(format.channels))
    bytes.append(littleEndian: tag)
    return bytes + Self.guidEnd
  }

  private var isExtensible: Bool { channelMask != nil || format.channels > 2 || format.sample.bitDepth > 16 }

  /// The channel mask that ffmpeg and sox assume; for more than two channels 0, which assigns no loudspeakers.
  private static func usualMask(_ channels: Int) -> UInt32 {
    switch channels {
    case 1: 0x4
    case 2: 0x3
    default: 0
    }
  }
}
