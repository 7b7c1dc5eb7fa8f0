import Streams
import TestSupport
import Testing
import Warp

@testable import Audio

/// Retimes sounds with `PitchKeeper`, and makes test sounds.
struct PitchKeptStage {
  let rate: Int
  let channels: Int

  init(rate: Int = 8000, channels: Int = 1) {
    self.rate = rate
    self.channels = channels
  }

  /// Returns white noise between −1 and 1.
  static func noise(_ count: Int, seed: UInt64) -> [Float] {
    var random = SplitMix64(seed: seed)
    return (0..<count).map { _ in Float(random.double(-1, 1)) }
  }

  static func map(_ table: String) throws -> TimeMap {
    var reader = TableReader(name: "map.tsv")
    try reader.read(Array(table.utf8).span)
    return try reader.finish()
  }

  func plan(_ table: String) throws -> SoundPlan { SoundPlan(try Self.map(table), rate: rate) }

  /// Creates a supply from which all samples of `sound` may be requested, or only the samples in `needs`.
  ///
  /// - Parameter sound: the samples of each channel.
  func supply(_ sound: [[Float]], needs: SoundNeeds? = nil) throws -> SoundSupply {
    var bytes: [UInt8] = []
    for index in sound[0].indices {
      for channel in sound {
        let bits = channel[index].bitPattern
        bytes += [UInt8(truncatingIfNeeded: bits), UInt8(truncatingIfNeeded: bits >> 8)]
        bytes += [UInt8(truncatingIfNeeded: bits >> 16), UInt8(truncatingIfNeeded: bits >> 24)]
      }
    }
    let format = try SoundFormat(SampleFormatSyntax.parse("f32le").sample, channels: channels, rate: rate)
    let reader = try SoundReader(MemorySource(bytes), declared: .raw(format))
    let needs = try needs ?? plan("0 0\ninf inf 1\n").needs(within: 10_000)
    let unitSize = format.frameBytes * SoundSupply.unitLength
    return SoundSupply(
      ReaderFeed(reader), keeping: UnitStore(unitSize: unitSize, memory: 1 << 24, spill: MemorySpill()), needs: needs)
  }

  /// Returns the retimed samples of each channel, rendered in blocks of `blockLength` samples.
  func retime(_ sound: [[Float]], _ table: String, blockLength: Int = 1000) throws -> [[Float]] {
    let plan = try plan(table)
    var keeper = PitchKeeper<Float>(plan, channels: channels)
    var supply = try supply(sound, needs: keeper.needs)
    var block = SoundBlock<Float>(channels: channels)
    var result = [[Float]](repeating: [], count: channels)
    let count = plan.outputCount(fromInput: sound[0].count)
    while result[0].count < count {
      let start = result[0].count
      let outputs = start..<min(count, start + blockLength)
      block.begin(outputs.count)
      try keeper.render(outputs, from: &supply, into: &block)
      for channel in 0..<channels {
        let plane = channel * block.planes.capacity
        result[channel] += block.planes.samples[plane..<plane + outputs.count]
      }
      supply.release(before: keeper.horizon(at: start + outputs.count))
    }
    return result
  }

  func retime(_ sound: [Float], _ table: String, blockLength: Int = 1000) throws -> [Float] {
    try retime([sound], table, blockLength: blockLength)[0]
  }

  /// A sum of tones of equal strength.
  func tones(_ frequencies: [Double], seconds: Double, amplitude: Double = 0.5) -> [Float] {
    (0..<Int(seconds * Double(rate))).map { index in
      let time = Double(index) / Double(rate)
      let sum = frequencies.enumerated().reduce(0) { sum, tone in
        sum + Angle.sine(2 * .pi * tone.element * time + Double(tone.offset))
      }
      return Float(amplitude * sum / Double(frequencies.count).squareRoot())
    }
  }

  /// Returns silence with clicks that last one sample each.
  func clicks(at samples: [Int], count: Int) -> [Float] {
    var sound = [Float](repeating: 0, count: count)
    for sample in samples { sound[sample] = 0.5 }
    return sound
  }
}

extension SoundContainer {
  fileprivate var sample: SampleFormat {
    guard case .raw(let sample) = self else { preconditionFailure("f32le is raw") }
    return sample
  }
}
