import TestSupport
import Testing

@testable import Audio

@Suite struct WAVHeaderReaderTests {
  private func sound(_ sample: SampleFormat, _ channels: Int = 2, _ rate: Int = 48000) throws -> SoundFormat {
    try SoundFormat(sample, channels: channels, rate: rate)
  }

  /// WAV headers that ffmpeg and sox wrote to pipes, up to the first sample.
  @Test(arguments: [
    (  // ffmpeg -f wav -
      """
      52494646 ffffffff 57415645 666d7420 10000000 0100 0100 44ac0000 88580100 0200 1000
      4c495354 1a000000 494e464f 49534654 0e000000 4c61766635392e32372e31303000 64617461 ffffffff
      """, SampleFormat.s16le, 1, 44100, nil as UInt32?
    ),
    (  // ffmpeg -ac 6 -f wav -
      """
      52494646 ffffffff 57415645 666d7420 28000000 feff 0600 44ac0000 30130800 0c00 1000 1600 1000 3f000000
      01000000 0000 1000 800000aa00389b71
      4c495354 1a000000 494e464f 49534654 0e000000 4c61766635392e32372e31303000 64617461 ffffffff
      """, .s16le, 6, 44100, 0x3F
    ),
    (  // ffmpeg -c:a pcm_f32le -f wav -
      """
      52494646 ffffffff 57415645 666d7420 28000000 feff 0100 44ac0000 10b10200 0400 2000 1600 2000 04000000
      03000000 0000 1000 800000aa00389b71 64617461 ffffffff
      """, .f32le, 1, 44100, 4
    ),
    (  // sox -b 24 -t wav -, which writes a placeholder as the length
      """
      52494646 44f0ff7f 57415645 666d7420 28000000 feff 0200 401f0000 80bb0000 0600 1800 1600 1800 03000000
      01000000 0000 1000 800000aa00389b71 66616374 04000000 aa525515 64617461 fcefff7f
      """, .s24le, 2, 8000, 3
    ),
    (  // sox -e float -b 32 -t wav -
      """
      52494646 32f0ff7f 57415645 666d7420 12000000 0300 0200 401f0000 00fa0000 0800 2000 0000
      66616374 04000000 00feff0f 64617461 00f0ff7f
      """, .f32le, 2, 8000, nil
    ),
  ])
  func readsHeadersThatToolsWriteToPipes(
    hex: String, sample: SampleFormat, channels: Int, rate: Int, mask: UInt32?
  ) throws {
    let head = [UInt8](hex: hex)
    let samples = [UInt8](noise: 48, seed: 1)
    let read = try Sound(head + samples)
    #expect(read.container == .wav && read.start == head.count)
    #expect(read.format == (try sound(sample, channels, rate)))
    #expect(read.header?.channelMask == mask && read.header?.dataLength == nil)
    #expect(read.bytes == samples && read.brokenFrame == nil && read.shortfall == nil)
  }

  @Test(arguments: [
    (WAV.fmt(bits: 8), SampleFormat.u8), (WAV.fmt(bits: 12), .s16le), (WAV.fmt(), .s16le), (WAV.fmt(bits: 20), .s24le),
    (WAV.fmt(bits: 24), .s24le), (WAV.fmt(bits: 32), .s32le), (WAV.fmt(tag: 3, bits: 32), .f32le),
    (WAV.fmt(tag: 3, bits: 64), .f64le), (WAV.fmt() + [0, 0], .s16le), (WAV.fmt() + [9], .s16le),
    (WAV.fmt() + [UInt8](repeating: 7, count: 1001), .s16le), (WAV.extensible(), .s16le),
    (WAV.extensible(bits: 24, valid: 20), .s24le), (WAV.extensible(bits: 32, valid: 24), .s32le),
    (WAV.extensible(bits: 32, valid: 0), .s32le), (WAV.extensible(tag: 3, bits: 32), .f32le),
    (WAV.extensible(tag: 3, bits: 64), .f64le), (WAV.extensible() + [1, 2, 3], .s16le),
  ])
  func readsFormats(fmt: [UInt8], sample: SampleFormat) throws {
    let read = try Sound(WAV.stream(WAV.chunk("fmt ", fmt), WAV.chunk("data", [])))
    #expect(read.format == (try sound(sample)))
  }

  @Test func skipsOtherChunksAndTheirPadding() throws {
    let other =
      WAV.chunk("LIST", [1, 2, 3]) + WAV.chunk("junk", []) + WAV.chunk("bext", [UInt8](noise: 70_001, seed: 2))
    let bytes = WAV.stream(other, WAV.chunk("fmt ", WAV.fmt(bits: 8)), other, WAV.chunk("data", [1, 2, 3, 4]), other)
    let read = try Sound(bytes)
    #expect(read.bytes == [1, 2, 3, 4] && read.shortfall == nil && read.brokenFrame == nil)
    #expect(read.header?.dataLength == 4)
  }

  @Test(
    arguments: [
      (0, nil), (0xFFFF_FFFF, nil), (0xFFFF_FFFC, nil), (0xFFFF_FFDC, nil), (0xFFFF_FFDB, 0xFFFF_FFDB),
      (0x7FFF_F000, nil), (0x7FFF_FF00, nil), (0x7FFF_EFFC, 0x7FFF_EFFC), (0x8000_0000, 0x8000_0000), (8, 8),
    ] as [(Int, Int?)])
  func tellsPlaceholdersFromLengths(length: Int, known: Int?) throws {
    let bytes = WAV.stream(WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("data", [UInt8](noise: 12, seed: 3), length: length))
    let read = try Sound(bytes)
    #expect(read.header?.dataLength == known)
    #expect(read.bytes.count == (length == 8 ? 8 : 12))
    #expect((read.shortfall == nil) == (known == nil || known == 8))
  }

  /// A `data` chunk of length 0 is empty only if the length in the RIFF header includes bytes after the chunk.
  @Test(
    arguments: [
      (0, nil), (0xFFFF_FFFF, nil), (0x7FFF_F000, nil), (36, nil), (48, 0),
    ] as [(Int, Int?)])
  func tellsZeroSamplesFromAnUnknownLength(whole: Int, known: Int?) throws {
    let end = WAV.chunk("LIST", [1, 2, 3, 4])
    var bytes = WAV.stream(WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("data", []), end)
    bytes.replaceSubrange(4..<8, with: WAV.little(whole, 4))
    #expect(try Sound(bytes).header?.dataLength == known)
    #expect(try Sound(bytes).bytes.count == (known ?? end.count))
    let sizes = WAV.chunk("ds64", WAV.little(whole == 0xFFFF_FFFF ? -1 : whole + 36, 8) + WAV.little(0, 20))
    bytes = WAV.stream(magic: "RF64", sizes, WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("data", [], length: -1), end)
    #expect(try Sound(bytes).header?.dataLength == (whole == 0x7FFF_F000 ? 0 : known))
  }

  @Test(
    arguments: [
      (0xFFFF_FFFF, 8, 8), (0xFFFF_FFFF, 0, nil), (0xFFFF_FFFF, -1, nil), (12, 8, 12),
      (0xFFFF_FFFF, 5_000_000_000, 5_000_000_000), (0xFFFF_FFFF, .max, nil), (0xFFFF_FFFF, 1 << 53, 1 << 53),
    ] as [(Int, Int, Int?)])
  func readsLongLengths(short: Int, long: Int, known: Int?) throws {
    for magic in ["RF64", "BW64"] {
      let sizes = WAV.chunk("ds64", WAV.little(-1, 8) + WAV.little(long, 8) + WAV.little(3, 12))
      let bytes = WAV.stream(
        magic: magic, sizes, WAV.chunk("fmt ", WAV.fmt()), WAV.chunk("data", [UInt8](noise: 12, seed: 3), length: short)
      )
      #expect(try Sound(bytes).header?.dataLength == known)
    }
  }

  @Test(
    arguments: [
      (WAV.fmt(channels: 0), 20), (WAV.fmt(channels: 65), 20), (WAV.fmt(rate: 0), 20), (WAV.fmt(rate: 768_001), 20),
      (WAV.fmt(block: 3), 32), (WAV.fmt(block: 0), 32), (WAV.fmt(block: 8, bits: 24), 32), (WAV.fmt(bits: 0), 34),
      (WAV.fmt(bits: 33), 34), (WAV.fmt(bits: 64), 34), (WAV.fmt(tag: 3), 34), (WAV.fmt(tag: 3, bits: 24), 34),
      (WAV.fmt().dropLast(), 20), ([], 20), (WAV.extensible().dropLast(), 20), (WAV.extensible(valid: 17), 38),
      (WAV.extensible(bits: 12, valid: 16), 38),
    ] as [([UInt8], Int)])
  func refusesContradictoryFormats(fmt: [UInt8], byte: Int) {
    let bytes = WAV.stream(WAV.chunk("fmt ", fmt), WAV.chunk("data", [1, 2, 3, 4]))
    #expect(complaint { try Sound(bytes) }.contains(" (byte \(byte) of the input); make the input with"))
  }

  @Test(arguments: [
    (WAV.fmt(tag: 6, bits: 8), "A-law"), (WAV.fmt(tag: 7, bits: 8), "mu-law"), (WAV.fmt(tag: 2, bits: 4), "ADPCM"),
    (WAV.fmt(tag: 0x55, bits: 0), "MP3"), (WAV.fmt(tag: 0x1234), "0x1234"), (WAV.extensible(tag: 6, bits: 8), "A-law"),
    (WAV.extensible(guidEnd: "0000 2107 d311 8644 c8c1 ca00 0000"), "vendor format"),
  ])
  func refusesCompressedSamples(fmt: [UInt8], name: String) {
    let error = complaint { try Sound(WAV.stream(WAV.chunk("fmt ", fmt))) }
    #expect(error.contains(name) && error.contains("pcm_f32le"))
  }

  @Test func errorsNameTheByte() throws {
    let fmt = WAV.chunk("fmt ", WAV.fmt())
    let table: [([UInt8], AudioError)] = [
      ([], .empty), ([1], .undeclared), (Array("RIF".utf8), .undeclared), (Array("fLaC____________".utf8), .undeclared),
      (Array("RIFF".utf8), .truncated("the WAV header", byte: 4)),
      (Array("RIFF____WAV".utf8), .truncated("the WAV header", byte: 11)),
      (Array("RIFF____AVI ".utf8), .malformed("the input is RIFF, but not WAVE", byte: 8)),
      (WAV.stream(), .malformed("the WAV has no samples", byte: 12)),
      (WAV.stream(fmt), .malformed("the WAV has no samples", byte: 36)),
      (WAV.stream(fmt, [100, 97]), .truncated("the header of a WAV chunk", byte: 38)),
      (WAV.stream(fmt, WAV.chunk("LIST", [1, 2], length: 3)), .truncated("the WAV chunk 'LIST'", byte: 46)),
      (WAV.stream(fmt, WAV.chunk("LIST", [1], length: 0xFFFF_FFFF)), .truncated("the WAV chunk 'LIST'", byte: 46)),
      (WAV.stream(WAV.chunk("fmt ", WAV.fmt(), length: 18)), .truncated("the WAV chunk 'fmt '", byte: 36)),
      (WAV.stream(WAV.chunk("data", [1])), .malformed("the samples of the WAV come before its format chunk", byte: 20)),
      (WAV.stream([0, 1, 2, 3, 0, 0, 0, 0]), .malformed("the name of a WAV chunk is invalid", byte: 12)),
      (
        WAV.stream(magic: "RF64", WAV.chunk("ds64", [1, 2])), .malformed("the WAV chunk 'ds64' is too short", byte: 20)
      ),
      (
        WAV.stream() + (0..<1000).flatMap { _ in WAV.chunk("junk", []) } + fmt,
        .malformed("the first 1000 chunks of the WAV have no samples", byte: 8012)
      ),
    ]
    for (bytes, error) in table { #expect(throws: error) { try Sound(bytes) } }
    #expect(throws: AudioError.malformed("the input is not WAV", byte: 0)) { try Sound([1, 2, 3, 4], declared: .wav) }
    let turned = complaint { try Sound(WAV.stream(magic: "RIFX", fmt)) }
    #expect(turned.contains("big-endian WAV (byte 0 of the input); convert it"))
  }
}
