import TestSupport

/// Makes inputs nobody would type out of inputs somebody might.
struct Mutator {
  private static let longest = 4096

  private let seeds: [[UInt8]]
  private let words: [[UInt8]]

  /// `words` are pieces worth inserting whole.
  init(seeds: [[UInt8]], words: [String]) {
    self.seeds = seeds
    self.words = words.map { Array($0.utf8) }
  }

  /// The input of one execution: depends on its number alone, so that any one can be had again.
  func input(_ number: UInt64, seed: UInt64) -> [UInt8] {
    var randomness = SplitMix64(seed: seed &* 0x2545_F491_4F6C_DD1D ^ number)
    var bytes = seeds.randomElement(using: &randomness) ?? []
    for _ in 0..<Int.random(in: 0...6, using: &randomness) { mutate(&bytes, &randomness) }
    return Array(bytes.prefix(Self.longest))
  }

  private func mutate(_ bytes: inout [UInt8], _ randomness: inout SplitMix64) {
    let place = Int.random(in: 0...bytes.count, using: &randomness)
    let end = min(bytes.count, place + Int.random(in: 0...8, using: &randomness))
    switch Int.random(in: 0..<9, using: &randomness) {
    case 0: bytes.insert(contentsOf: words.randomElement(using: &randomness) ?? [], at: place)
    case 1: bytes.removeSubrange(place..<end)
    case 2: bytes.insert(contentsOf: bytes[place..<end], at: Int.random(in: 0...bytes.count, using: &randomness))
    case 3: bytes.insert(UInt8.random(in: 0...255, using: &randomness), at: place)
    case 4: bytes.insert(UInt8.random(in: 0x20...0x7E, using: &randomness), at: place)
    case 5 where place < bytes.count: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &randomness)
    case 6: changeDigit(&bytes, near: place, &randomness)
    case 7: bytes.replaceSubrange(place..<end, with: words.randomElement(using: &randomness) ?? [])
    default:
      let other = seeds.randomElement(using: &randomness) ?? []
      bytes.replaceSubrange(place..<end, with: other.suffix(Int.random(in: 0...16, using: &randomness)))
    }
  }

  /// A number stays one, and what is made of it may be accepted.
  private func changeDigit(_ bytes: inout [UInt8], near place: Int, _ randomness: inout SplitMix64) {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard let index = bytes[place...].firstIndex(where: digits.contains) else { return }
    bytes[index] = UInt8.random(in: digits, using: &randomness)
  }
}
