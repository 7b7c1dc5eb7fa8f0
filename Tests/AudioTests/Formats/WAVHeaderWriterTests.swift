import Testing

@testable import Audio

@Suite struct WAVHeaderWriterTests {
  private func header(
    _ sample: SampleFormat, _ channels: Int, mask: UInt32? = nil, frames: Int?
  ) throws -> WAVHeaderWriter {
    WAVHeaderWriter(try SoundFormat(sample, channels: channels, rate: 44100), channelMask: mask, frameCount: frames)
  }

  @Test func writesTheBasicHeaderByTheByte() throws {
    let known = try header(.s16be, 2, frames: 5)
    #expect(known.format.sample == .s16le)
    #expect(
      known.header
        == [UInt8](
          hex: """
            52494646 38000000 57415645 666d7420 10000000 0100 0200 44ac0000 10b10200 0400 1000
            64617461 14000000
            """))
    let unknown = try header(.s16le, 2, frames: nil).header
    #expect(unknown[4..<8].elementsEqual([255, 255, 255, 255]) && unknown.suffix(4) == [255, 255, 255, 255])
    #expect(unknown[8..<40] == known.header[8..<40])
  }

  @Test func writesTheExtensibleHeaderByTheByte() throws {
    #expect(
      try header(.f32le, 6, mask: 0x3F, frames: 2).header
        == [UInt8](
          hex: """
            52494646 78000000 57415645 666d7420 28000000 feff 0600 44ac0000 60261000 1800 2000 1600 2000 3f000000
            0300 00000000 1000 8000 00aa 0038 9b71 66616374 04000000 02000000 64617461 30000000
            """))
  }

  @Test(
    arguments: [
      (SampleFormat.u8, 1, nil, 44), (.s16le, 2, nil, 44), (.s16le, 3, nil, 68), (.s24le, 1, nil, 68),
      (.s32le, 2, nil, 68), (.s16le, 2, 3, 68), (.u8, 1, 0, 68), (.f32le, 1, nil, 80), (.f64be, 8, 255, 80),
    ] as [(SampleFormat, Int, UInt32?, Int)])
  func choosesBasicOrExtensibleHeader(sample: SampleFormat, channels: Int, mask: UInt32?, size: Int) throws {
    #expect(try header(sample, channels, mask: mask, frames: 4).header.count == size)
  }

  @Test(arguments: [(1, 3, 1), (1, 4, 0), (2, 3, 0), (3, 1, 1), (3, 0, 0)]) func padsToEven(
    channels: Int, frames: Int, padding: Int
  ) throws {
    let writer = try header(.u8, channels, frames: frames)
    #expect(writer.trailer == [UInt8](repeating: 0, count: padding))
    let whole = LittleEndianFields(writer.header)[4] as UInt32
    #expect(Int(whole) + 8 == writer.header.count + channels * frames + padding)
    #expect(try header(.u8, channels, frames: nil).trailer.isEmpty)
  }

  @Test(arguments: [4_294_967_167, 4_294_967_168, 5_000_000_000, .max]) func longLengthsAreUnknown(frames: Int) throws {
    let fits = frames == 4_294_967_167
    let writer = try header(.u8, 1, frames: frames)
    let length: UInt32 = LittleEndianFields(writer.header)[40]
    #expect(length == (fits ? UInt32(frames) : .max))
    #expect(writer.trailer.count == (fits ? 1 : 0))
  }

  @Test func writtenHeadersReadBack() throws {
    for sample in SampleFormat.allCases {
      for channels in [1, 2, 3, 64] {
        for mask in [nil, 0, 0x60F] as [UInt32?] {
          for frames in [nil, 1, 7] as [Int?] {
            let writer = try header(sample, channels, mask: mask, frames: frames)
            let samples = [UInt8](noise: (frames ?? 5) * writer.format.frameBytes, seed: 4)
            let read = try Sound(writer.header + samples + writer.trailer)
            #expect(read.format == writer.format && read.start == writer.header.count)
            #expect(read.bytes == samples && read.shortfall == nil && read.brokenFrame == nil)
            #expect(read.header?.dataLength == frames.map { $0 * writer.format.frameBytes })
            if let mask { #expect(read.header?.channelMask == mask) }
          }
        }
      }
    }
  }
}
