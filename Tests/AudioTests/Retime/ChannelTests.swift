import TestSupport
import Testing
import Values

@testable import Audio

@Suite struct ChannelTests {
  /// Channels are summed in pairs, and the last one alone if their number is odd.
  @Test(arguments: Kernel.allCases) func eachChannelSoundsAsAlone(kernel: Kernel) throws {
    let map = try map("0 0 1.5\n0.4 0.37 0.7\n")
    var random = SplitMix64(seed: 3)
    let sounds = (0..<3).map { _ in (0..<4000).map { _ in random.double(-0.5, 0.5) } }
    let together = (0..<4000).flatMap { index in sounds.map { $0[index] } }
    let result = try Playing(kernel: kernel, rate: 8000, channels: 3).run(bytes64(together), map)
    let found = samples64(result.bytes)
    for (channel, sound) in sounds.enumerated() {
      let alone = try Playing(kernel: kernel, rate: 8000).play(sound, map)
      #expect(stride(from: channel, to: found.count, by: 3).map { found[$0] } == alone, "\(kernel), \(channel)")
    }
  }
}
