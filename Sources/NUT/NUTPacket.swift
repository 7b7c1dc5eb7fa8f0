import Streams

/// A part of a NUT stream that is not a frame: start code, length, payload and checksum.
struct NUTPacket {
  enum Kind: UInt64 {
    case main = 0x4E4D_7A56_1F5F_04AD
    case stream = 0x4E53_1140_5BF2_F9DB
    case sync = 0x4E4B_E4AD_EECA_4569
    case info = 0x4E49_AB68_B596_BA78
  }

  /// The first byte of every start code. No frame begins with it.
  static let firstByte = UInt8(ascii: "N")

  /// The header of a longer packet has a checksum of its own.
  private static let longestUnchecked = 4096
  /// No packet that is needed is longer. Longer ones are skipped, so that a wrong length cannot ask for much memory.
  private static let longestRead = 64 * 1024

  /// Nil if the packet is skipped or of another kind.
  let kind: Kind?
  let fields: NUTFields

  /// Reads a packet and verifies its checksums, except that of a payload that is skipped for its length.
  init(_ input: inout ByteInput) throws(NUTError) {
    let start = input.position
    var head = try input.require(8, of: "a NUT packet")
    let kind = Kind(rawValue: head.reduce(0) { $0 << 8 | UInt64($1) })
    let length = try NUTInteger.decode { () throws(NUTError) in
      head.append(try input.requireByte(of: "a NUT packet"))
      return head.last!
    }
    guard let length, length >= 4 else { throw .malformed("a NUT packet has an invalid length", byte: start) }
    if length > Self.longestUnchecked { try Self.check(head + input.require(4, of: "a NUT packet"), at: start) }

    let payloadStart = input.position
    guard length <= Self.longestRead else {
      try input.requireSkip(length, of: "a NUT packet")
      self.kind = nil
      fields = NUTFields([], at: payloadStart)
      return
    }
    let payload = try input.require(length, of: "a NUT packet")
    try Self.check(payload, at: start)
    self.kind = kind
    fields = NUTFields(payload.dropLast(4), at: payloadStart)
  }

  private static func check(_ bytes: [UInt8], at start: Int) throws(NUTError) {
    guard NUTChecksum(of: bytes).value == 0 else {
      throw .malformed("the checksum of a NUT packet is wrong", byte: start)
    }
  }

  /// The packet in NUT's encoding.
  static func bytes(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    let code = (0..<8).map { UInt8(truncatingIfNeeded: kind.rawValue >> (56 - 8 * $0)) }
    let length = payload.count + 4
    let head = code + NUTInteger.encode(length)
    return head + (length > longestUnchecked ? NUTChecksum(of: head).bytes : []) + payload
      + NUTChecksum(of: payload).bytes
  }
}

/// The checksum of NUT packets: CRC-32 with the polynomial 04C11DB7, highest bit first, starting from 0, not inverted
/// at the end. Over bytes followed by their own checksum it is 0.
struct NUTChecksum {
  /// For each value of the highest byte, the change to the other bytes after it is shifted out.
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

  /// The checksum as it is written, highest byte first.
  var bytes: [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }
}
