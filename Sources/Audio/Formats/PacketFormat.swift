import NUT
import Values

/// PCM in NUT: the four-byte codec tag of each sample format, such as `PSD` and a byte of value 16 for s16le.
/// Big-endian formats have these bytes in reverse order.
enum PacketFormat {
  private static func fourCC(of format: SampleFormat) -> [UInt8]? {
    let kind: Character? =
      switch format {
      case .u8: "U"
      case .s16le, .s16be, .s24le, .s24be, .s32le, .s32be: "S"
      case .f32le, .f32be, .f64le, .f64be: "F"
      }
    guard let letter = kind?.asciiValue else { return nil }
    let bytes = [UInt8(ascii: "P"), letter, UInt8(ascii: "D"), UInt8(format.bitDepth)]
    return format.isBigEndian ? bytes.reversed() : bytes
  }

  static func stream(of format: SoundFormat) -> NUTStream? {
    fourCC(of: format.sample).flatMap { fourCC in
      Rational(Int64(format.rate)).map { NUTStream(fourCC: fourCC, .sound(rate: $0, channels: format.channels)) }
    }
  }

  /// Throws if the stream is not sound, or if its samples are not supported.
  static func format(of header: NUTStreamHeader) throws(AudioError) -> SoundFormat {
    guard case .sound(let rate, let channels) = header.stream.medium else {
      throw .unsupported(
        "the NUT stream is \(header.stream.medium.name), not sound", byte: header.position,
        advice: "choose the sound with ffmpeg -map 0:a:0")
    }
    guard let sample = SampleFormat.allCases.first(where: { fourCC(of: $0) == header.stream.fourCC }) else {
      throw .unsupported(
        "the sample format '\(header.stream.codecName)' is not supported", byte: header.position,
        advice: "decode the sound with ffmpeg -c:a pcm_f32le")
    }
    guard rate.denominator == 1 else {
      throw .malformed("the sample rate is not a whole number", byte: header.position)
    }
    do throws(Refusal) {
      return try SoundFormat(sample, channels: channels, rate: Int(rate.numerator))
    } catch { throw .malformed(error.description, byte: header.position) }
  }
}

extension AudioError {
  init(_ error: NUTError) {
    self =
      switch error {
      case .malformed(let problem, let byte): .malformed(problem, byte: byte)
      case .unsupported(let problem, let byte, let advice): .unsupported(problem, byte: byte, advice: advice)
      case .truncated(let part, let byte): .truncated(part, byte: byte)
      case .stream(let failure): .stream(failure)
      }
  }
}
