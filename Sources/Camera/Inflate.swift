/// Decompresses data of the format DEFLATE (RFC 1951).
struct Inflate {
  private let bytes: [UInt8]
  private var index = 0
  private var bits: UInt32 = 0
  private var bitCount = 0
  private var output: [UInt8] = []

  /// Nil if the data are damaged, or become longer than `limit` bytes.
  static func data(_ bytes: [UInt8], limit: Int) -> [UInt8]? {
    var reader = Inflate(bytes)
    while true {
      guard let isLast = reader.take(1), let kind = reader.take(2) else { return nil }
      let isRead: Bool =
        switch kind {
        case 0: reader.copyBlock(limit)
        case 1: reader.block(.usualLengths, .usualDistances, limit)
        case 2: reader.codes().map { reader.block($0.lengths, $0.distances, limit) } ?? false
        default: false
        }
      guard isRead else { return nil }
      if isLast == 1 { return reader.output }
    }
  }

  private init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The next bits as a number, the first bit lowest; nil at the end.
  private mutating func take(_ count: Int) -> Int? {
    while bitCount < count {
      guard index < bytes.count else { return nil }
      bits |= UInt32(bytes[index]) << bitCount
      index += 1
      bitCount += 8
    }
    defer {
      bits >>= count
      bitCount -= count
    }
    return Int(bits & (1 << count - 1))
  }

  /// A block without compression: its length, the length inverted, and the bytes.
  private mutating func copyBlock(_ limit: Int) -> Bool {
    (bits, bitCount) = (0, 0)
    guard let length = take(16), let inverse = take(16), length ^ inverse == 0xFFFF,
      index + length <= bytes.count, output.count + length <= limit
    else { return false }
    output += bytes[index..<index + length]
    index += length
    return true
  }

  /// A block of bytes, and of references to bytes before them.
  private mutating func block(_ lengths: PrefixCode, _ distances: PrefixCode, _ limit: Int) -> Bool {
    while let symbol = symbol(of: lengths) {
      if symbol == 256 { return true }
      guard output.count < limit else { return false }
      if symbol < 256 {
        output.append(UInt8(symbol))
        continue
      }
      guard symbol <= 285, let more = take(Self.extraBits(ofLength: symbol - 257)),
        let place = self.symbol(of: distances), place < 30, let further = take(max(0, place / 2 - 1))
      else { return false }
      let length = Self.length(symbol - 257) + more
      let distance = Self.distance(place) + further
      guard distance <= output.count, output.count + length <= limit else { return false }
      for _ in 0..<length { output.append(output[output.count - distance]) }
    }
    return false
  }

  private mutating func symbol(of code: PrefixCode) -> Int? {
    var (word, first, place) = (0, 0, 0)
    for count in code.counts.dropFirst() {
      guard let bit = take(1) else { return nil }
      word |= bit
      if word - first < count { return code.symbols[place + word - first] }
      place += count
      first = (first + count) << 1
      word <<= 1
    }
    return nil
  }

  /// The codes at the start of a block. Their lengths are themselves written in a code.
  private mutating func codes() -> (lengths: PrefixCode, distances: PrefixCode)? {
    guard let lengthCount = take(5), let distanceCount = take(5), let orderCount = take(4) else { return nil }
    var inner = [Int](repeating: 0, count: 19)
    for place in Self.order.prefix(orderCount + 4) {
      guard let length = take(3) else { return nil }
      inner[place] = length
    }
    guard let code = PrefixCode(inner) else { return nil }
    let count = lengthCount + 257 + distanceCount + 1
    var lengths: [Int] = []
    while lengths.count < count {
      guard let symbol = symbol(of: code) else { return nil }
      switch symbol {
      case 16:
        guard let last = lengths.last, let more = take(2) else { return nil }
        lengths += [Int](repeating: last, count: 3 + more)
      case 17, 18:
        guard let more = take(symbol == 17 ? 3 : 7) else { return nil }
        lengths += [Int](repeating: 0, count: (symbol == 17 ? 3 : 11) + more)
      default: lengths.append(symbol)
      }
    }
    guard lengths.count == count, let first = PrefixCode(Array(lengths.prefix(lengthCount + 257))),
      let second = PrefixCode(Array(lengths.dropFirst(lengthCount + 257)))
    else { return nil }
    return (first, second)
  }

  private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

  /// Lengths grow in steps that double after each fourth symbol. The last one is an exception.
  private static func length(_ symbol: Int) -> Int {
    if symbol == 28 { return 258 }
    let extra = extraBits(ofLength: symbol)
    return extra == 0 ? symbol + 3 : 3 + (4 + symbol % 4) << extra
  }

  private static func extraBits(ofLength symbol: Int) -> Int { symbol == 28 ? 0 : max(0, symbol / 4 - 1) }

  /// Distances grow in steps that double after each second symbol.
  private static func distance(_ symbol: Int) -> Int {
    symbol < 4 ? symbol + 1 : 1 + (2 + symbol % 2) << (symbol / 2 - 1)
  }
}

/// A canonical prefix code: words of the same length are consecutive numbers, in the order of their symbols.
private struct PrefixCode {
  /// The number of words with each length, from 0.
  let counts: [Int]
  /// The symbols in the order of their words.
  let symbols: [Int]

  /// Nil if there are more words than fit. `lengths` has the length of each symbol's word, 0 for none.
  init?(_ lengths: [Int]) {
    var counts = [Int](repeating: 0, count: 16)
    for length in lengths where length > 0 { counts[length] += 1 }
    var left = 1
    for count in counts.dropFirst() {
      left = left * 2 - count
      guard left >= 0 else { return nil }
    }
    self.counts = counts
    symbols = (1...15).flatMap { length in lengths.indices.filter { lengths[$0] == length } }
  }

  static let usualLengths = PrefixCode((0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 })!
  static let usualDistances = PrefixCode([Int](repeating: 5, count: 30))!
}
