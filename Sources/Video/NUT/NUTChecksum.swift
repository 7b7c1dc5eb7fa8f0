/// The checksum of NUT packets: polynomial 04C11DB7, the highest bit first, from 0, and not turned over at the end. What
/// has its checksum behind it comes to 0.
struct NUTChecksum {
  private static let steps: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { value, _ in value << 1 ^ (value >> 31 == 0 ? 0 : 0x04C1_1DB7) }
  }

  private(set) var value: UInt32 = 0

  init() {}

  init(of bytes: [UInt8]) {
    for byte in bytes { add(byte) }
  }

  mutating func add(_ byte: UInt8) {
    value = value << 8 ^ Self.steps[Int(value >> 24 ^ UInt32(byte))]
  }

  /// As it is written.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
}
