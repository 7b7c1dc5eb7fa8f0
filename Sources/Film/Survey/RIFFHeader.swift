/// The first bytes of a RIFF file, such as a WAV or AVI, which state the file's length.
struct RIFFHeader {
  static let length = 28
  /// Programs that write to a pipe do not know the length, and write about 2 or 4 GiB. Such lengths are treated as
  /// unknown.
  private static let unknown = 0x7fff_0000

  /// The length that the header states; nil if it is unknown.
  let fileBytes: Int?

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      Int(exactly: bytes[range].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    switch String(decoding: bytes.prefix(4), as: UTF8.self) {
    // The number excludes the name and itself, except in W64.
    case "RIFF": fileBytes = number(4..<8).flatMap { $0 < Self.unknown ? $0 + 8 : nil }
    // The 64-bit length is in the first chunk, after the chunk's name and length.
    case "RF64", "BW64": fileBytes = number(20..<28).flatMap { $0 < .max - 8 ? $0 + 8 : nil }
    case "riff": fileBytes = number(16..<24)
    default: return nil
    }
  }
}
