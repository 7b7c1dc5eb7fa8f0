/// The first bytes of a RIFF file, such as a WAV: its name and the number of bytes that follow.
struct RIFFHeader {
  static let length = 8
  /// Who writes to a pipe does not know the number, and says one that is larger than any file may be.
  private static let unknown = 0x7fff_0000

  /// How many bytes long the file says it is; nil if it does not know.
  let fileBytes: Int?

  init?(_ bytes: [UInt8]) {
    guard bytes.count == Self.length, bytes.starts(with: "RIFF".utf8) else { return nil }
    let following = bytes.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
    fileBytes = following < Self.unknown ? Self.length + following : nil
  }
}
