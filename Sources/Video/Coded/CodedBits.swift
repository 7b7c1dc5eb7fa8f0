/// The payload of a NAL unit, bit by bit. Reading beyond its end gives zeros and sets `isOver`.
struct CodedBits {
  private let bytes: [UInt8]
  private(set) var position = 0
  private(set) var isOver = false

  /// - Parameter bytes: a payload without the bytes that prevent start codes.
  init(_ bytes: [UInt8]) { self.bytes = bytes }

  mutating func bit() -> Int {
    guard position < 8 * bytes.count else {
      isOver = true
      return 0
    }
    defer { position += 1 }
    return Int(bytes[position >> 3] >> UInt8(7 - position & 7)) & 1
  }

  /// An unsigned number of fixed length.
  mutating func u(_ count: Int) -> Int { (0..<count).reduce(0) { value, _ in value << 1 | bit() } }

  mutating func skip(_ count: Int) { for _ in 0..<count { _ = bit() } }

  /// An unsigned number in Exp-Golomb code.
  mutating func ue() -> Int {
    var zeros = 0
    while bit() == 0 {
      zeros += 1
      guard zeros < 32, !isOver else {
        isOver = true
        return 0
      }
    }
    return 1 << zeros - 1 + u(zeros)
  }

  /// The bits from here to the last one that is set, which only ends the payload.
  mutating func rest() -> [Bool] {
    var bits: [Bool] = []
    while position < 8 * bytes.count { bits.append(bit() == 1) }
    while let last = bits.popLast(), !last {}
    return bits
  }
}

/// Builds a payload bit by bit.
struct CodedBitWriter {
  private(set) var bits: [Bool] = []

  mutating func add(_ more: [Bool]) { bits += more }
  mutating func add(_ value: Int, count: Int) {
    for shift in (0..<count).reversed() { bits.append(value >> shift & 1 == 1) }
  }

  mutating func addUE(_ value: Int) {
    let length = Int.bitWidth - (value + 1).leadingZeroBitCount
    add(value + 1, count: 2 * length - 1)
  }

  /// The bytes, with the bit that ends a payload.
  var payload: [UInt8] {
    let whole = bits + [true] + [Bool](repeating: false, count: 7 - bits.count % 8)
    return stride(from: 0, to: whole.count, by: 8).map { start in
      whole[start..<start + 8].reduce(0) { $0 << 1 | ($1 ? 1 : 0) }
    }
  }
}
