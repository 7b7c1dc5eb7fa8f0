import TestSupport

/// Makes inputs from seeds. Each is a seed with up to six changes of bytes, words, digits or pieces of other seeds.
struct Mutator {
  private static let longest = 4096

  private let seeds: [[UInt8]]
  private let words: [[UInt8]]

  /// - Parameter words: pieces that are inserted whole.
  init(seeds: [[UInt8]], words: [String]) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
  }

  /// The input of one execution. It depends only on the number and the seed, so that it can be made again.
  func input(_ number: UInt64, seed: UInt64) -> [UInt8] {
    var randomness = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D ^ number)
    var bytes = seeds.randomElement(using: &randomness) ?? []
    for _ in 0..<Int.random(in: 0...6, using: &randomness) { mutate(&bytes, &randomness) }
    return Array(bytes.prefix(Self.longest))
  }

  private func mutate(_ bytes: inout [UInt8], _ randomness: inout SplitMix64) {
    let offset = Int.random(in: 0...bytes.count, using: &randomness)
    let end = min(bytes.count, offset + Int.random(in: 0...8, using: &randomness))
    switch Int.random(in: 0..<9, using: &randomness) {
    case 0: bytes.insert(contentsOf: words.randomElement(using: &randomness) ?? [], at: offset)
    case 1: bytes.removeSubrange(offset..<end)
    case 2: bytes.insert(contentsOf: bytes[offset..<end], at: Int.random(in: 0...bytes.count, using: &randomness))
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &randomness), at: offset)
    case 4: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &randomness), at: offset)
    case 5 where offset < bytes.count: bytes[offset] ^= 1 << UInt8.random(in: 0..<8, using: &randomness)
    case 6: changeDigit(&bytes, behind: offset, &randomness)
    case 7: bytes.replaceSubrange(offset..<end, with: words.randomElement(using: &randomness) ?? [])
    default:
      let other = seeds.randomElement(using: &randomness) ?? []
      bytes.replaceSubrange(offset..<end, with: other.suffix(Int.random(in: 0...16, using: &randomness)))
    }
  }

  /// Replaces the first digit at or after `offset`. The number stays valid, so that the input is likely to be accepted.
  private func changeDigit(_ bytes: inout [UInt8], behind offset: Int, _ randomness: inout SplitMix64) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let index = bytes[offset...].firstIndex(where: digits.contains) else { return }
    bytes[index] = UInt8.random(in: digits, using: &randomness)
  }
}
