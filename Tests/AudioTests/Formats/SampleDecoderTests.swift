import TestSupport
import Testing

@testable import Audio

@Suite struct SampleDecoderTests {
  /// Bytes in hexadecimal, and the sample values they encode, in quantization steps. For floating point, a step is 1.
  private static let table: [(sample: SampleFormat, hex: String, steps: [Double])] = [
    (.u8, "00 80 ff 7f", [-128, 0, 127, -1]),
    (.s16le, "0080 0000 ff7f ffff", [-32768, 0, 32767, -1]),
    (.s16be, "8000 0000 7fff 0001", [-32768, 0, 32767, 1]),
    (.s24le, "000080 ffff7f ffffff 010203", [-8_388_608, 8_388_607, -1, 0x030201]),
    (.s24be, "800000 7fffff ffffff 010203", [-8_388_608, 8_388_607, -1, 0x010203]),
    (.s32le, "00000080 00000040 ffffffff", [-0x8000_0000, 0x4000_0000, -1]),
    (.s32be, "80000000 40000000 00000001", [-0x8000_0000, 0x4000_0000, 1]),
    (.f32le, "0000803f 000020c1 00000000", [1, -10, 0]),
    (.f32be, "3f800000 c1200000 00000001", [1, -10, 0x1p-149]),
    (.f64le, "000000000000f03f 00000000000024c0", [1, -10]),
    (.f64be, "3ff0000000000000 c024000000000000", [1, -10]),
  ]

  @Test func decodesKnownBytes() throws {
    for (sample, hex, steps) in Self.table {
      let format = try SoundFormat(sample, channels: 1, rate: 8000)
      let scale = sample.isFloat ? 1 : Double(1 << (sample.bitDepth - 1))
      let values = steps.map { $0 / scale }
      let doubles = SamplePlanes<Double>(decoding: [UInt8](hex: hex), format)
      #expect(doubles.interleaved == values && doubles.nonFiniteCount == 0)
      let floats = SamplePlanes<Float>(decoding: [UInt8](hex: hex), format)
      #expect(floats.interleaved == values.map { Float($0) })
    }
  }

  @Test func everyChannelGoesToItsPlane() throws {
    for sample in SampleFormat.allCases {
      for channels in [1, 2, 3, 6, 64] {
        for frames in [0, 1, 2, 7, 33] {
          let format = try SoundFormat(sample, channels: channels, rate: 8000)
          // The mask 0x6F prevents floating-point exponents of all ones, so that every sample is finite.
          let bytes = [UInt8](noise: frames * format.frameBytes, seed: UInt64(channels + frames)).map { $0 & 0x6F }
          let planes = SamplePlanes<Double>(decoding: bytes, format)
          #expect(planes.isUntouchedAround)
          #expect(planes.interleaved == SampleReference.values(bytes, sample))
        }
      }
    }
  }

  @Test func nonFiniteSamplesBecomeZeroAndAreCounted() throws {
    let format = try SoundFormat(.f32le, channels: 2, rate: 8000)
    let values: [Float] = [1, .nan, .infinity, -0.0, -.infinity, .signalingNaN, .greatestFiniteMagnitude, 0.5]
    let bytes = values.flatMap { WAV.little(Int($0.bitPattern), 4) }
    let planes = SamplePlanes<Float>(decoding: bytes, format)
    #expect(planes.interleaved == [1, 0, 0, 0, 0, 0, .greatestFiniteMagnitude, 0.5])
    #expect(planes.nonFiniteCount == 4)
    #expect(planes.interleaved[3].sign == .minus)
  }

  @Test func samplesTooLargeForAFloatAreLimited() throws {
    let format = try SoundFormat(.f64le, channels: 1, rate: 8000)
    let bytes = bytes64([1e300, -0.25, -1e39, -.infinity])
    let largest = Float.greatestFiniteMagnitude
    #expect(SamplePlanes<Float>(decoding: bytes, format).interleaved == [largest, -0.25, -largest, 0])
    #expect(SamplePlanes<Float>(decoding: bytes, format).nonFiniteCount == 1)
    #expect(SamplePlanes<Double>(decoding: bytes, format).interleaved == [1e300, -0.25, -1e39, 0])
  }

  /// Covers 32-bit and 64-bit floating point in both byte orders.
  @Test(arguments: SampleFormat.allCases.filter(\.isFloat)) func limitedSamplesAreCounted(sample: SampleFormat) throws {
    let format = try SoundFormat(sample, channels: 1, rate: 8000)
    let values = [1.5, .nan, -1e12, 1e13, -2e13, .infinity, 1e12]
    let little = sample.bytesPerSample == 4 ? bytes32(values) : bytes64(values)
    let size = sample.bytesPerSample
    let bytes = sample.isBigEndian ? little.indices.map { little[$0 / size * size + size - 1 - $0 % size] } : little
    func tally(_ limit: Double) -> (clipped: Int, nonFinite: Int, peak: Double) {
      let tally = SampleDecoder(format).tally(bytes.span, frames: values.count, limit: limit)
      return (tally.clippedCount, tally.nonFiniteCount, tally.peak)
    }
    #expect(tally(.infinity) == (0, 2, 0))
    let areLoud = [1, values.count].map { SampleDecoder(format).areLoud(bytes.span, frames: $0) }
    #expect(areLoud == [false, true])
    let found = tally(1.1e12)
    #expect(found.clipped == 2 && found.nonFinite == 2 && abs(found.peak / 2e13 - 1) < 1e-7)
  }
}
