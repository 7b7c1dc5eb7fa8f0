import Video

/// Builds a NUT stream from the contents of its packets. Lengths and checksums are computed after the mutation, so that
/// a changed packet is not refused for its checksum.
///
/// The input is a series of parts that begin with a mark and a letter. `m`, `s`, `y`, `i` or `x` is a packet of that
/// kind. `c` is bytes to which a checksum is appended, and `r` is bytes that are copied.
enum NUTParts {
  private static let mark: UInt8 = 0xFE
  private static let startCodes: [UInt8: UInt64] = [
    UInt8(ascii: "m"): 0x4E4D_7A56_1F5F_04AD, UInt8(ascii: "s"): 0x4E53_1140_5BF2_F9DB,
    UInt8(ascii: "y"): 0x4E4B_E4AD_EECA_4569, UInt8(ascii: "i"): 0x4E49_AB68_B596_BA78,
    UInt8(ascii: "x"): 0x4E58_DD67_2F23_E64E,
  ]

  /// The words for the mutator. They cannot contain the mark, which is not valid UTF-8.
  static let words = ["Y800", "\u{0}\u{0}", "\u{20}\u{6}"]

  static func stream(_ parts: [UInt8]) -> [UInt8] {
    parts.split(separator: mark).reduce(Array("nut/multimedia container\0".utf8)) { $0 + bytes(of: $1) }
  }

  private static func bytes(of part: ArraySlice<UInt8>) -> [UInt8] {
    let content = Array(part.dropFirst())
    guard let letter = part.first, letter != UInt8(ascii: "r") else { return content }
    guard let code = startCodes[letter] else { return content + checksum(of: content) }
    let head = bigEndian(code) + number(content.count + 4)
    return head + (content.count + 4 > 4096 ? checksum(of: head) : []) + content + checksum(of: content)
  }

  private static func number(_ value: Int) -> [UInt8] {
    value < 128 ? [UInt8(value)] : number(value >> 7).map { $0 | 0x80 } + [UInt8(value & 0x7F)]
  }

  private static func bigEndian(_ value: some FixedWidthInteger) -> [UInt8] {
    stride(from: value.bitWidth - 8, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// Computes NUT's CRC-32 bit by bit from its specification, independently of `NUTChecksum`.
  private static func checksum(of bytes: [UInt8]) -> [UInt8] {
    let remainder = bytes.reduce(UInt32(0)) { value, byte in
      (0..<8).reduce(value ^ UInt32(byte) << 24) { value, _ in value << 1 ^ (value >> 31 == 0 ? 0 : 0x04C1_1DB7) }
    }
    return bigEndian(remainder)
  }

  /// A stream of six-byte frames that uses every coding of a frame header: full and low-bit timestamps, sizes as
  /// products, checksums and elision.
  static let sample = sample("Y800")

  /// The same stream, with a header that declares encoded frames.
  static let encodedSample = sample("H264")

  private static func sample(_ codec: String) -> [UInt8] {
    func part(_ letter: Character, _ values: [Int]) -> [UInt8] {
      [mark] + String(letter).utf8 + values.flatMap(number)
    }
    func letters(_ text: String) -> [Int] { [text.utf8.count] + text.utf8.map(Int.init) }
    let codes: [[Int]] = [
      [8192, 6, 0, 1, 0, 0, 0, 1], [4096, 0], [1, 8, 1, 1, 0, 6, 0, 1, 0, 1], [40, 8, 1, 3, 0, 0, 2, 40, 0, 0],
      [33, 2, 1, 15], [8192, 6, 0, 1, 0, 0, 0, 197],
    ]
    let main: [Int] = [3, 1, 65536, 2, 1, 25, 1, 50] + codes.joined() + [2, 2, 9, 9, 1, 1]
    let stream: [Int] = [0, 0] + letters(codec) + [0, 4, 10, 0, 0, 0, 3, 2, 4, 3, 0]
    let info: [Int] = [1, 0, 0, 0, 1] + letters("r_frame_rate") + [2] + letters("25/1")
    let parts = [
      part("m", main), part("s", stream), part("i", info), part("y", [4, 0]), part("c", [1, 4096 + 64 + 41, 3, 6]),
      part("r", [1, 2, 3, 4, 5, 6]), part("r", [2, 3, 4, 5, 6]), part("y", [51, 2]),
      part("r", [3, 31, 2, 0, 0, 1, 2, 3, 4, 5, 6]),
    ]
    return Array(parts.joined())
  }
}
