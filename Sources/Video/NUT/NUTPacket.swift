import Streams

/// A start code, a length, a payload and its checksum: everything in a NUT stream that is not a frame.
struct NUTPacket {
  enum Kind: UInt64 {
    case main = 0x4E4D_7A56_1F5F_04AD
    case stream = 0x4E53_1140_5BF2_F9DB
    case sync = 0x4E4B_E4AD_EECA_4569
    case info = 0x4E49_AB68_B596_BA78
  }

  /// What every start code begins with, and no frame does.
  static let firstByte = UInt8(ascii: "N")

  /// A length above this has a checksum of its own.
  private static let longestUnchecked = 4096
  /// Nothing we need is longer: longer packets are passed over, so that no length can ask for much memory.
  private static let longestRead = 64 * 1024

  /// Nil for a packet of a kind that is passed over.
  let kind: Kind?
  let fields: NUTFields

  /// Checksums are compared in every packet that is read.
  init<Source: ByteSource & ~Copyable>(_ input: inout ByteInput<Source>) throws(VideoError) {
    let start = input.position
    var head = try input.require(8, of: "a NUT packet")
    let kind = Kind(rawValue: head.reduce(0) { $0 << 8 | UInt64($1) })
    let length = try NUTInteger.decode { () throws(VideoError) in
      head.append(try input.requireByte(of: "a NUT packet"))
      return head.last!
    }
    guard let length, length >= 4 else { throw .malformed("a NUT packet has no possible length", byte: start) }
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

  private static func check(_ bytes: [UInt8], at start: Int) throws(VideoError) {
    guard NUTChecksum(of: bytes).value == 0 else {
      throw .malformed("the checksum of a NUT packet is wrong", byte: start)
    }
  }

  /// The bytes of a packet.
  ///
  /// - Parameter payload: short enough for a length without a checksum.
  static func bytes(_ kind: Kind, _ payload: [UInt8]) -> [UInt8] {
    precondition(payload.count + 4 <= longestUnchecked)
    let code = (0..<8).map { UInt8(truncatingIfNeeded: kind.rawValue >> (56 - 8 * $0)) }
    return code + NUTInteger.encode(payload.count + 4) + payload + NUTChecksum(of: payload).bytes
  }
}
