/// The first bytes of a file of the RIFF family, such as a WAV or an AVI: how many bytes long it says it is.
struct RIFFHeader {
  static let length = 28
  /// Who writes to a pipe does not know the number, and says about 2 or 4 GiB. So nothing is known of files that say as much.
  private static let unknown = 0x7fff_0000

  /// Nil if it does not know.
  let fileBytes: Int?

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length else { return nil }
    func number(_ range: Range<Int>) -> Int? {
      Int(exactly: bytes[range].reversed().reduce(0 as UInt64) { $0 << 8 | UInt64($1) })
    }
    switch String(decoding: bytes.prefix(4), as: UTF8.self) {
    // The name and the number itself are not counted, but in W64 they are.
    case "RIFF": fileBytes = number(4..<8).flatMap { $0 < Self.unknown ? $0 + 8 : nil }
    // The number of 64 bits is in the first chunk, behind the name and length of that.
    case "RF64", "BW64": fileBytes = number(20..<28).flatMap { $0 < .max - 8 ? $0 + 8 : nil }
    case "riff": fileBytes = number(16..<24)
    default: return nil
    }
  }
}
