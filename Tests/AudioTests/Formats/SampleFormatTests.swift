import TestSupport
import Testing
import Values

@testable import Audio

@Suite struct SampleFormatTests {
  @Test(arguments: [
    (SampleFormat.u8, "u8", 1, false, false, 8), (.s16le, "s16le", 2, false, false, 16),
    (.s16be, "s16be", 2, false, true, 16), (.s24le, "s24le", 3, false, false, 24),
    (.s24be, "s24be", 3, false, true, 24), (.s32le, "s32le", 4, false, false, 32),
    (.s32be, "s32be", 4, false, true, 32), (.f32le, "f32le", 4, true, false, 24), (.f32be, "f32be", 4, true, true, 24),
    (.f64le, "f64le", 8, true, false, 53), (.f64be, "f64be", 8, true, true, 53),
  ])
  func hasNameSizeAndPrecision(
    format: SampleFormat, name: String, bytes: Int, isFloat: Bool, isBig: Bool, precision: Int
  ) throws {
    #expect(format.name == name)
    #expect(format.bytesPerSample == bytes)
    #expect(format.isFloat == isFloat)
    #expect(format.isBigEndian == isBig)
    #expect(format.precision == precision)
    #expect(format.littleEndian.name == name.replacing("be", with: "le"))
    #expect(try SampleFormatSyntax.parse(name) == .raw(format))
    #expect(SampleFormatSyntax.name(of: .raw(format)) == name)
  }

  @Test(arguments: [
    ("wav", SoundContainer.wav), ("u8", .raw(.u8)), ("s16", .raw(.s16le)), ("s32", .raw(.s32le)), ("flt", .raw(.f32le)),
    ("dbl", .raw(.f64le)),
  ])
  func readsWAVAndLibavutilNames(name: String, container: SoundContainer) throws {
    #expect(try SampleFormatSyntax.parse(name) == container)
  }

  @Test(arguments: ["", "s24", "S16LE", "wave", "s16le ", "mulaw", "s\0", "s16l", "none"])
  func unknownFormatIsRefusedWithAListOfFormats(name: String) {
    let advice = "write u8, s16le, s16be, s24le, s24be, s32le, s32be, f32le, f32be, f64le, f64be, wav or nut"
    #expect(throws: Refusal.usage("'\(name)' is not a sample format", advice: advice)) {
      try SampleFormatSyntax.parse(name)
    }
  }

  @Test(arguments: ["u8p", "s16p", "s32p", "s64p", "fltp", "dblp"]) func refusesPlanarNames(name: String) {
    #expect(complaint { try SampleFormatSyntax.parse(name) }.contains("is planar"))
  }

  @Test func refusesFormatsThatOnlyLibavutilSupports() {
    #expect(complaint { try SampleFormatSyntax.parse("s64") }.hasPrefix("the sample format 's64' is not supported"))
  }

  @Test func holdsTellsWhichFormatKeepsAllSamples() {
    let rising: [SampleFormat] = [.u8, .s16be, .s24le, .s32le, .f64be]
    for (index, large) in rising.enumerated() {
      for (other, small) in rising.enumerated() { #expect(large.holds(small) == (index >= other)) }
    }
    #expect(SampleFormat.f32le.holds(.s24be) && SampleFormat.f32be.holds(.f32le) && SampleFormat.f64le.holds(.f32be))
    #expect(!SampleFormat.f32le.holds(.s32le) && !SampleFormat.f32le.holds(.f64le) && !SampleFormat.s32le.holds(.f32le))
  }

  @Test func refusesInvalidChannelCountsAndRates() throws {
    #expect(try SoundFormat(.s24be, channels: 64, rate: 768_000).frameBytes == 192)
    #expect(try SoundFormat(.f64le, channels: 1, rate: 1).frameBytes == 8)
    for channels in [0, 65, -1, .max] {
      #expect(throws: Refusal.usage("\(channels) channels, but only 1 to 64 are supported")) {
        try SoundFormat(.u8, channels: channels, rate: 1)
      }
    }
    for rate in [0, 768_001, .min] {
      #expect(throws: Refusal.usage("\(rate) samples per second, but only 1 to 768000 are supported")) {
        try SoundFormat(.u8, channels: 1, rate: rate)
      }
    }
  }
}
