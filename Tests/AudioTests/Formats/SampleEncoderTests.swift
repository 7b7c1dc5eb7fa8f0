import TestSupport
import Testing

@testable import Audio

@Suite struct SampleEncoderTests {
  private func encoder(
    _ sample: SampleFormat, channels: Int = 1, from input: SampleFormat? = nil, dithers: Bool = false
  ) throws -> SampleEncoder {
    SampleEncoder(
      try SoundFormat(sample, channels: channels, rate: 8000), copiesFrom: input ?? sample, dithers: dithers)
  }

  /// Decodes samples to integers, in quantization steps of their format.
  private func steps(_ bytes: [UInt8], _ sample: SampleFormat) -> [Int] {
    SampleReference.values(bytes, sample).map { Int($0 * Double(1 << (sample.bitDepth - 1))) }
  }

  private static let integers = SampleFormat.allCases.filter { !$0.isFloat }

  private func roundTrip<Element: SoundElement>(_ sample: SampleFormat, as _: Element.Type) throws {
    for channels in [1, 2, 5] {
      var encoder = try encoder(sample, channels: channels, dithers: false)
      let bytes = [UInt8](noise: 301 * encoder.format.frameBytes, seed: UInt64(channels))
        .map { sample.isFloat ? $0 & 0xBF : $0 }
      let planes = SamplePlanes<Element>(decoding: bytes, encoder.format)
      var written: [UInt8] = []
      planes.encode(0..<301, with: &encoder, to: &written)
      #expect(written == bytes && encoder.tally.clippedCount == 0, "\(sample) \(channels)")
    }
  }

  @Test(arguments: SampleFormat.allCases) func everySampleComesBackInADouble(sample: SampleFormat) throws {
    try roundTrip(sample, as: Double.self)
  }

  @Test(arguments: SampleFormat.allCases.filter { $0.precision <= 24 })
  func everySampleOf24BitsComesBackInAFloat(sample: SampleFormat) throws {
    try roundTrip(sample, as: Float.self)
  }

  @Test func unchangedSamplesOf16BitsGetNoDither() throws {
    let bytes = (0..<65536).flatMap { WAV.little($0, 2) }
    var encoder = try encoder(.s16le, dithers: true)
    let planes = SamplePlanes<Float>(decoding: bytes, encoder.format)
    var written: [UInt8] = []
    planes.encode(0..<65536, with: &encoder, unchanged: [0..<65536], to: &written)
    #expect(written == bytes && encoder.tally == SampleTally())
  }

  @Test func aZeroKeepsItsSign() throws {
    for sample in [SampleFormat.f32le, .f64be] {
      var encoder = try encoder(sample)
      var written: [UInt8] = []
      SamplePlanes<Float>([-0.0, 0]).encode(0..<2, with: &encoder, to: &written)
      #expect(SampleReference.values(written, sample).map(\.sign) == [.minus, .plus])
    }
  }

  /// Rows of `table` have the value to encode, the value written (in quantization steps) and the clipped count.
  @Test(arguments: integers) func roundsTiesToEvenAndClips(sample: SampleFormat) throws {
    let scale = Double(1 << (sample.bitDepth - 1))
    let high = Int(scale) - 1
    let table: [(Double, Int, Int)] = [
      (0.5, 0, 0), (1.5, 2, 0), (2.5, 2, 0), (-0.5, 0, 0), (-1.5, -2, 0), (-2.5, -2, 0), (0.75, 1, 0), (-0.75, -1, 0),
      (scale - 1, high, 0), (scale - 0.75, high, 0), (scale - 0.5, high, 1), (scale, high, 1), (1e30, high, 1),
      (.infinity, high, 1), (-scale, -high - 1, 0), (-scale - 0.5, -high - 1, 0), (-scale - 0.75, -high - 1, 1),
      (-1e30, -high - 1, 1), (-.infinity, -high - 1, 1), (.nan, 0, 0), (0, 0, 0), (-0.0, 0, 0),
    ]
    for (value, step, clipped) in table {
      var encoder = try encoder(sample)
      var written: [UInt8] = []
      SamplePlanes<Double>([value / scale]).encode(0..<1, with: &encoder, to: &written)
      #expect(steps(written, sample) == [step], "\(value)")
      #expect(encoder.tally.clippedCount == clipped, "\(value)")
    }
  }

  @Test func floatsAreNotDithered() throws {
    let values: [Double] = [3, -1e20, 0.1, 1e300]
    for dithers in [false, true] {
      var encoder = try encoder(.f64le, dithers: dithers)
      var written: [UInt8] = []
      SamplePlanes(values).encode(0..<4, with: &encoder, to: &written)
      #expect(SampleReference.values(written, .f64le) == values)
      #expect(encoder.tally.clippedCount == 0 && encoder.tally.peak == 1e300)
    }
  }

  /// Neither infinity nor NaN is written, and the reported peak is finite.
  @Test func floatsAreLimitedToTheLargestFiniteValue() throws {
    let values: [Double] = [3, -1e39, 1e39, .infinity, -.infinity, .nan, -0.5]
    let largest = [SampleFormat.f32be: Double(Float.greatestFiniteMagnitude), .f64le: Double.greatestFiniteMagnitude]
    for (sample, largest) in largest {
      let large = min(1e39, largest)
      var wide = try encoder(sample)
      var written: [UInt8] = []
      SamplePlanes(values).encode(0..<7, with: &wide, to: &written)
      #expect(SampleReference.values(written, sample) == [3, -large, large, largest, -largest, 0, -0.5])
      #expect(wide.tally.clippedCount == (sample == .f32be ? 5 : 3) && wide.tally.peak == .greatestFiniteMagnitude)
    }
    var narrow = try encoder(.f64le)
    var written: [UInt8] = []
    SamplePlanes<Float>([.infinity, 2]).encode(0..<2, with: &narrow, to: &written)
    #expect(SampleReference.values(written, .f64le) == [Double(Float.greatestFiniteMagnitude), 2])
    #expect(narrow.tally.clippedCount == 1)
  }

  /// Tests blocks of one to nine sample frames, with the peak at each index.
  @Test func peakIgnoresUnchangedSamples() throws {
    for frames in 1...9 {
      for index in 0..<frames {
        var values = [Float](repeating: 0.25, count: frames)
        values[index] = -1.5
        var encoder = try encoder(.f32le)
        var written: [UInt8] = []
        SamplePlanes(values).encode(0..<frames, with: &encoder, to: &written)
        #expect(encoder.tally.peak == 1.5)
        SamplePlanes([Float](repeating: 9, count: frames)).encode(
          0..<frames, with: &encoder, unchanged: [0..<frames], to: &written)
        #expect(encoder.tally.peak == 1.5)
      }
    }
  }

  @Test func copiesAreExactOnlyIfTheOutputHoldsThem() throws {
    let quarterSteps = (1...400).map { Float($0) * 0.25 / 32768 }
    var exact = try encoder(.s16le, from: .u8, dithers: true)
    var dithered = try encoder(.s16le, from: .f32le, dithers: true)
    var written: ([UInt8], [UInt8]) = ([], [])
    SamplePlanes(quarterSteps).encode(0..<400, with: &exact, unchanged: [0..<400], to: &written.0)
    SamplePlanes(quarterSteps).encode(0..<400, with: &dithered, unchanged: [0..<400], to: &written.1)
    #expect(steps(written.0, .s16le) == quarterSteps.map { Int(($0 * 32768).rounded(.toNearestOrEven)) })
    #expect(written.1 != written.0)
  }

  @Test(arguments: [SampleFormat.u8, .s16be]) func cuttingIntoBlocksChangesNothing(sample: SampleFormat) throws {
    var random = SplitMix64(seed: 8)
    let source = [UInt8](noise: 3000, seed: 9)
    let planes = SamplePlanes<Float>(decoding: source, try SoundFormat(.s24le, channels: 2, rate: 8000))
    let unchanged = [10..<20, 77..<78, 200..<333]
    var whole = try encoder(sample, channels: 2, dithers: true)
    var expected: [UInt8] = []
    planes.encode(0..<500, with: &whole, unchanged: unchanged, to: &expected)
    for _ in 0..<50 {
      var parts = try encoder(sample, channels: 2, dithers: true)
      var written: [UInt8] = []
      var start = 0
      while start < 500 {
        let end = min(500, start + random.whole(below: 90))
        // Some ranges of unchanged samples are partly or wholly outside the block.
        let inside = unchanged.map { $0.lowerBound - start..<$0.upperBound - start }
        planes.encode(start..<end, with: &parts, unchanged: inside, to: &written)
        start = end
      }
      #expect(written == expected && parts.tally == whole.tally)
    }
  }

  @Test func ditherIsTriangularWithMeanZero() throws {
    let count = 100_000
    let noise = (0..<count).map(Dither.noise)
    let mean = noise.reduce(0, +) / Double(count)
    let power = noise.reduce(0) { $0 + $1 * $1 } / Double(count)
    // The standard deviation of the mean of 100,000 values is 0.0013. The variance of a triangular distribution over ±1
    // is 1/6.
    #expect(abs(mean) < 0.006)
    #expect(abs(power - 1.0 / 6) < 0.004)
    #expect(noise.allSatisfy { abs($0) < 1 })
    #expect((noise.max() ?? 0) > 0.99 && (noise.min() ?? 0) < -0.99)
    let neighbours = zip(noise, noise.dropFirst()).reduce(0) { $0 + $1.0 * $1.1 } / Double(count)
    #expect(abs(neighbours) < 0.003)
  }

  @Test func ditherKeepsLevelsBelowOneStep() throws {
    var encoder = try encoder(.s16le, dithers: true)
    var written: [UInt8] = []
    SamplePlanes([Float](repeating: 0.1 / 32768, count: 50_000)).encode(0..<50_000, with: &encoder, to: &written)
    let written16 = steps(written, .s16le)
    #expect(abs(Double(written16.reduce(0, +)) / 50_000 - 0.1) < 0.012)
    #expect(Set(written16) == [-1, 0, 1])
  }

  @Test func silenceStaysSilentAndFullScaleIsNotClippedByDither() throws {
    for dithers in [false, true] {
      var encoder = try encoder(.s16le, dithers: dithers)
      var written: [UInt8] = []
      SamplePlanes([Float](repeating: 0, count: 500)).encode(0..<500, with: &encoder, to: &written)
      #expect(written.allSatisfy { $0 == 0 })
      SamplePlanes([Float](repeating: 32767.0 / 32768, count: 500)).encode(0..<500, with: &encoder, to: &written)
      SamplePlanes([Float](repeating: -1, count: 500)).encode(0..<500, with: &encoder, to: &written)
      #expect(encoder.tally.clippedCount == 0)
      #expect(steps(written, .s16le)[500..<1000].allSatisfy { $0 >= 32765 })
      #expect(steps(written, .s16le)[1000...].allSatisfy { $0 <= -32766 })
    }
  }

  @Test func onlyUpTo16BitsAreDithered() throws {
    for sample in Self.integers {
      var (undithered, dithered) = (try encoder(sample), try encoder(sample, dithers: true))
      var written: ([UInt8], [UInt8]) = ([], [])
      let planes = SamplePlanes([Float](repeating: 0.123, count: 100))
      planes.encode(0..<100, with: &undithered, to: &written.0)
      planes.encode(0..<100, with: &dithered, to: &written.1)
      #expect((written.0 != written.1) == (sample.bitDepth <= 16))
    }
  }

  @Test(
    arguments: [
      (0, 0.9, 0, nil), (12, 1.1614, 0, "12 samples clipped, peak +1.3 dB"),
      (1, 1, 0, "1 sample clipped, peak +0.0 dB"),
      (3, .greatestFiniteMagnitude, 0, "3 samples clipped, peak +6165.1 dB"),
      (0, 2, 1, "1 sample of the input not finite, replaced by 0"),
      (2, 10, 3, "2 samples clipped, peak +20.0 dB; 3 samples of the input not finite, replaced by 0"),
    ] as [(Int, Double, Int, String?)])
  func warnsAboutClippedAndNonFiniteSamples(clipped: Int, peak: Double, strange: Int, clause: String?) {
    var tally = SampleTally()
    (tally.clippedCount, tally.peak, tally.nonFiniteCount) = (clipped, peak, strange)
    #expect(tally.clause == clause)
  }
}
