import Foundation
import Streams
import TestSupport
import Testing
import Values
import Warp

@testable import Audio

@Suite struct VarispeedTests {
  private static let maps = [
    "0 0\n1 1\n", "0 0\n1 3\n", "0 0 1\n1 1.6 2.5\n", "1 0\n0 1\n", "0 0\n0.5 0.5\n0 1\n",
    "0 0\n0.4 0.4\n0.4 0.6\n1 1.2\n",
    "0 0\n0.3 0.3\n0.8 0.3\n1 0.7\n", "0 0\n0.3 0.3\n0.8 0.3\n1 0.5\n", "0 0\n1 0.13\n", "0 0\n1 0.011\n",
    "0 0 1\n0.5 0.35 0.25\n1 0.5 0.3\n",
    "0.7 0\n0.1 0.21\n0.9 0.22\n0.9 0.225\n0.2 0.9\n", "0 0\n0.2 0.5\ninf inf 0.45\n",
  ]

  /// The lowest quality allowed for each interpolation kernel, in dB. The measured quality is slightly higher.
  ///
  /// - reference: the signal-to-noise ratio, compared with the slow and exact `ReferenceReader`.
  /// - tone: the signal-to-noise ratio of a retimed tone, compared with its formula.
  /// - stopBand: the attenuation of frequencies that are too high for the output.
  private static let floors: [(kernel: Kernel, reference: Double, tone: Double, stopBand: Double)] = [
    (.fast, 95, 100, 78), (.high, 105, 113, 93), (.best, 160, 160, 150),
  ]

  @Test func everyBandLimitedKernelIsMeasured() {
    #expect(Self.floors.map(\.kernel) == Kernel.allCases.filter { $0.shape != nil })
  }

  private func noise(_ count: Int, seed: UInt64 = 3) -> [Double] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in random.double(-0.5, 0.5) }
  }

  private func tone(_ frequency: Double, _ count: Int, rate: Double = 48000) -> [Double] {
    (0..<count).map { 0.5 * sin(2 * .pi * frequency * Double($0) / rate) }
  }

  /// Input sample n has the value n, so that each linearly interpolated output shows where it was read.
  @Test func positionsAreThoseOfTheMap() throws {
    for rows in Self.maps {
      let map = try map(rows)
      let found = try Playing(kernel: .linear).play(ramp(48001), map)
      let plan = SoundPlan(map, rate: 48000)
      let outputs = stride(from: 0, to: found.count, by: 7)
      var compared = 0
      for output in outputs {
        guard plan.layers(in: output..<output + 1).map({ $0.isUnfaded(over: output..<output + 1) }) == [true] else {
          continue
        }
        let instant = try #require(map.instant(at: Double(output) / 48000))
        let position = instant.source * 48000 - (instant.direction == .backward ? 1 : 0)
        guard position >= 0, position <= 48000 else { continue }
        compared += 1
        guard abs(found[output] - position) < 1e-6 else {
          Issue.record("\(rows): output \(output) is read at \(found[output]) and not at \(position)")
          break
        }
      }
      // Freezes, fades, and positions outside the input are not compared. They must be less than half of the outputs.
      #expect(2 * compared > found.count / 7, "\(rows): only \(compared) outputs were compared")
    }
  }

  @Test func lengthsAreExact() throws {
    for rows in Self.maps.dropLast() {
      for rate in [8000, 22050, 44100, 48000, 96000] {
        let map = try map(rows)
        let found = try Playing(kernel: .fast, rate: rate).play(noise(rate), map)
        #expect(
          found.count == Int((map.warpedLength! * Double(rate) + 0.5 + 1e-6).rounded(.down)), "\(rows) at \(rate)")
      }
    }
  }

  /// In every format, forward and backward, the samples come out as they went in.
  @Test func identityAndFullReverseAreBitExact() throws {
    for sample in SampleFormat.allCases {
      for kernel in Kernel.allCases where kernel != .linear || sample == .s16le {
        var playing = Playing(kernel: kernel, rate: 8000, channels: 3, sample: sample)
        let format = try playing.format()
        var bytes = [UInt8](noise: 5000 * format.frameBytes, seed: 9)
        if sample.isFloat {
          // Clears one bit of the exponent, so that all samples are finite.
          for index in bytes.indices
          where index % sample.bytesPerSample == (sample.isBigEndian ? 0 : sample.bytesPerSample - 1) {
            bytes[index] &= 0xBF
          }
        }
        let frames = stride(from: 0, to: bytes.count, by: format.frameBytes).map { bytes[$0..<$0 + format.frameBytes] }
        #expect(try playing.run(bytes, map("0 0\n0.625 0.625\n")).bytes == bytes, "\(kernel) \(sample)")
        #expect(try playing.run(bytes, map("0 0\ninf inf 1\n")).bytes == bytes, "\(kernel) \(sample), open")
        playing.memory = 0
        let reversed = try playing.run(bytes, map("0.625 0\n0 0.625\n"))
        #expect(reversed.bytes == Array(frames.reversed().joined()), "\(kernel) \(sample) backward")
      }
    }
  }

  /// The sizes of blocks, of reads and of memory must not change the output.
  @Test func outputDependsOnlyOnMapAndInput() throws {
    for rows in Self.maps {
      for kernel in [Kernel.linear, .high] {
        var playing = Playing(kernel: kernel, rate: 16000, channels: 2, sample: .s16le)
        let bytes = [UInt8](noise: 64000, seed: 5)
        let map = try map(rows)
        let whole = try playing.run(bytes, map).bytes
        for block in [1, 100, 4096] {
          playing.block = block
          #expect(try playing.run(bytes, map).bytes == whole, "\(rows) by \(block)")
        }
        playing.chopping = 613
        playing.memory = 0
        #expect(try playing.run(bytes, map).bytes == whole, "\(rows), chopped")
      }
    }
  }

  @Test func tablesMatchTheReferenceReader() throws {
    let input = tone(997, 48000)
    for rows in ["0 0\n0.4 1.1\n", "0 0 1.5\n0.4 0.37 0.7\n", "0 0\n1 0.19\n", "0 0\n1 0.061\n"] {
      let map = try map(rows)
      for (kernel, floor, _, _) in Self.floors {
        let found = try Playing(kernel: kernel).play(input, map)
        let reference = try reference(input, map, kernel)
        #expect(found.count == reference.count)
        let inner = found.count / 8..<found.count * 7 / 8
        #expect(distance(found[inner], from: reference[inner]) > floor, "\(kernel) on \(rows)")
      }
    }
  }

  private func reference(_ samples: [Double], _ map: TimeMap, _ kernel: Kernel) throws -> [Double] {
    let format = try SoundFormat(.f64le, channels: 1, rate: 48000)
    let plan = SoundPlan(map, rate: 48000)
    let reader = try SoundReader(MemorySource(bytes64(samples)), declared: .raw(format))
    let store = UnitStore(unitSize: 8 * SoundSupply.unitLength, memory: 1 << 20, spill: MemorySpill())
    var renderer = Varispeed(plan, by: ReferenceReader(kernel.shape!, channels: 1), channels: 1)
    var supply = SoundSupply(ReaderFeed(reader), keeping: store, needs: renderer.needs)
    var block = SoundBlock<Double>(channels: 1)
    let count = plan.outputCount!
    block.begin(count)
    try renderer.render(0..<count, from: &supply, into: &block)
    return Array(block.planes.samples[..<count])
  }

  /// Compares a retimed tone with the same tone computed from its formula.
  @Test func tonesStayClean() throws {
    let map = try map("0 0 1.3333333333333333\n1 2 3\n1.5 2.9 0.75\n")
    for (kernel, _, floor, _) in Self.floors {
      for frequency in [440.0, 5000, 10000, 14000] {
        let input = tone(frequency, 72000)
        let found = try Playing(kernel: kernel).play(input, map)
        let exact = (0..<found.count).map { output in
          0.5 * sin(2 * .pi * frequency * (map.instant(at: Double(output) / 48000)?.source ?? 0))
        }
        let inner = 2400..<found.count - 2400
        #expect(distance(found[inner], from: exact[inner]) > floor, "\(kernel) at \(frequency) Hz")
      }
    }
  }

  /// Rounding to 32-bit floats alone puts the error 150.7 dB below a tone of amplitude 0.5. The kernel `best` must add
  /// hardly any error.
  @Test func bestKernelIsBelowTheRoundingOfFloats() throws {
    let map = try map("0 0 3.75\n0.6 1.5 2\n1.5 2.9 0.75\n")
    for frequency in [1000.0, 5000, 10000, 18000] {
      let input = tone(frequency, 66150, rate: 44100)
      let found = try Playing(kernel: .best, rate: 44100, sample: .f32le).play(input, map)
      var (sound, exact): ([Double], [Double]) = ([], [])
      for output in 2205..<found.count - 2205 {
        let instant = try #require(map.instant(at: Double(output) / 44100))
        guard frequency / (instant.scale ?? 1) < 0.4 * 44100 else { continue }
        sound.append(found[output])
        exact.append(0.5 * sin(2 * .pi * frequency * instant.source))
      }
      #expect(distance(sound[...], from: exact[...]) > 150, "\(frequency) Hz")
    }
  }

  @Test func frequenciesBeyondTheBandAreRemoved() throws {
    for (kernel, _, _, floor) in Self.floors {
      for speed in [1.35, 2, 3.7, 17, 130] {
        // The speed raises the tone to 0.6 times the sample rate, but the output only holds up to 0.5 times the rate.
        let input = tone(0.6 * 48000 / speed, 96000)
        let found = try Playing(kernel: kernel).play(input, map("0 0\n2 \(2 / speed)\n"))
        let inner = found[min(found.count / 2, 200)...].dropLast(min(found.count / 2, 200))
        let peak = inner.map(abs).max() ?? 0
        #expect(20 * log10(0.5 / max(peak, 1e-12)) > floor, "\(kernel) at \(speed)x")
      }
    }
  }

  /// Returns the largest second difference of the samples. A click makes it large.
  private func roughness(_ sound: ArraySlice<Double>) -> Double {
    let samples = Array(sound)
    let slopes = zip(samples.dropFirst(), samples).map { $0 - $1 }
    return zip(slopes.dropFirst(), slopes).map { abs($0 - $1) }.max() ?? 0
  }

  @Test func cutsFreezesAndKinksDoNotClick() throws {
    let input = tone(300, 96000)
    let smooth = roughness(try Playing().play(input, map("0 0\n2 2\n"))[1000..<90000])
    for (rows, range) in [
      ("0 0\n0.5 0.5\n1.7013 0.5\n2 0.7987\n", 20000..<30000),  // a cut
      ("0 0\n0.5004 0.5\n0.5004 0.8\n2 2.3\n", 20000..<45000),  // a freeze
      ("0 0\n0.5004 0.5\n0.5004 0.503\n2 2.003\n", 20000..<30000),  // a freeze shorter than its fades
      // The speed jumps at peaks of the tone, where the waveform is level and thus gets no kink.
      ("0 0\n0.5008333333 0.5008333333\n1.5008333333 0.9008333333\n2 1.4\n", 20000..<50000),
      ("1.8003 0\n1.2 0.6\n0.3 0.6\n1 1.3\n", 25000..<32000),  // from backward to forward
    ] {
      let found = try Playing().play(input, map(rows))
      // At 2.5 times the speed, the tone's own second difference is 6.25 times as large.
      let allowed = rows.contains("1.5008") ? 7.5 : 2
      #expect(roughness(found[range]) < allowed * smooth, "\(rows)")
    }
  }

  @Test func freezeIsSilentExceptForItsFades() throws {
    let input = tone(300, 96000)
    let found = try Playing().play(input, map("0 0\n1 1\n1 1.5\n2 2.5\n"))
    #expect(found[48480..<71520].allSatisfy { $0 == 0 })
    #expect(found[47000..<48000].elementsEqual(input[47000..<48000]), "both fades lie inside")
    #expect(found[72000..<73000].elementsEqual(input[48000..<49000]))
    #expect(found[48000..<48200].contains { abs($0) > 0.1 } && found[71800..<72000].contains { abs($0) > 0.1 })
  }

  @Test func samplesOutsideTheInputAreSilent() throws {
    let found = try Playing(kernel: .linear, rate: 1000).play([Double](repeating: 0.5, count: 950), map("0 0\n1 1\n"))
    #expect(found.count == 1000 && found[..<950].allSatisfy { $0 == 0.5 } && found[950...].allSatisfy { $0 == 0 })
    let short = try Playing(kernel: .linear, rate: 1000).play([Double](repeating: 0.5, count: 500), map("0 0\n1 2\n"))
    #expect(short.count == 1000, "what there is")
    #expect(try Playing(rate: 1000).play([], map("1 0\n0 1\n")).isEmpty)
    let hardlyAny = try Playing(rate: 1000).play([0.5], map("1 0\n0 1\n"))
    #expect(hardlyAny.count == 1000 && hardlyAny[..<900].allSatisfy { $0 == 0 })
  }

  /// A map that never returns to earlier source needs little memory. A map that plays backward uses the temporary file.
  @Test func memoryIsBounded() throws {
    var playing = Playing(rate: 48000, channels: 2, sample: .s16le)
    playing.memory = 64 * 1024
    let bytes = [UInt8](noise: 4 * 480_000, seed: 1)
    #expect(try playing.run(bytes, map("0 0\n10 17\n")).spillCalls == 0)
    #expect(try playing.run(bytes, map("0 0\n2 2\n5 2\n10 4\n")).spillCalls == 0)
    #expect(try playing.run(bytes, map("10 0\n0 10\n")).spillCalls > 0)
  }

  /// At extreme speeds, one block can span days after the end of the input. Filtering this silence would take too long.
  @Test(.timeLimit(.minutes(1)), arguments: Kernel.allCases, ["1e-4", "0.51e-9", "1e-300"])
  func extremelyFastMapsEndAtOnce(kernel: Kernel, scale: String) throws {
    #expect(try Playing(kernel: kernel).play(ramp(800), map("0.01 0 2\ninf inf \(scale)\n")).count <= 1)
  }

  /// Sums that overflow in Float are computed in Double, so that huge samples sound like small ones, only louder.
  @Test(arguments: Kernel.allCases) func hugeSamplesSoundLikeSmallOnes(kernel: Kernel) throws {
    for (scale, speeds) in [(0x1p130, ["2"]), (0x1p900, ["2", "0.55"])] as [(Double, [String])] {
      for speed in speeds where kernel == .best || speed == "2" {
        let small = (0..<200).map { (90..<110).contains($0) ? sin(Double($0)) : 0 }
        let map = try map("0 0 \(speed)\ninf inf \(speed)\n")
        let expected = try Playing(kernel: kernel, rate: 8000).play(small, map)
        let found = try Playing(kernel: kernel, rate: 8000).play(small.map { $0 * scale }, map)
        #expect(zip(found, expected).allSatisfy { abs($0 / scale - $1) < 2e-6 }, "\(kernel) \(scale) \(speed)")
      }
    }
  }

  /// The output is finite even if the input has the largest finite samples. Limited samples are counted.
  @Test(arguments: Kernel.allCases, [SampleFormat.f32le, .f64le])
  func nothingInfiniteIsWritten(kernel: Kernel, sample: SampleFormat) throws {
    let largest = sample == .f32le ? Double(Float.greatestFiniteMagnitude) : .greatestFiniteMagnitude
    let samples = (0..<400).map { (180..<220).contains($0) ? ($0 / 3 % 2 == 0 ? largest : -largest) : 0 }
    for speed in ["2", "0.7", "0.51", "0.2"] {
      let playing = Playing(kernel: kernel, rate: 8000, sample: sample)
      let bytes = sample == .f32le ? bytes32(samples) : bytes64(samples)
      let result = try playing.run(bytes, map("0 0 \(speed)\ninf inf \(speed)\n"))
      let found = sample == .f32le ? samples32(result.bytes) : samples64(result.bytes)
      #expect(found.allSatisfy(\.isFinite) && found.contains { $0 != 0 }, "\(kernel) \(speed)")
      // Beside the largest samples, a band-limited kernel overshoots, so that some outputs are clipped.
      #expect(result.clippedCount > 0 || kernel == .linear || speed != "2", "\(kernel)")
    }
  }

  @Test func peaksBeyondFullScaleAreClippedAndCounted() throws {
    // A square wave at full scale overshoots between its samples.
    let samples = (0..<2000).map { $0 / 2 % 2 == 0 ? Int16.max : .min }
    let bytes = samples.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let result = try Playing(rate: 8000, sample: .s16le).run(bytes, map("0.00006 0\n0.25 0.5\n"))
    #expect(result.clippedCount > 100)
  }
}
