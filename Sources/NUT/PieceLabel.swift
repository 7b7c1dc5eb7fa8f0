import Streams

/// The label at the end of a piece of a result, which identifies the piece. It is an info packet of NUT, which players
/// skip. Because the label comes last, a file that has one is complete.
package enum PieceLabel {
  private static let name = "warp-piece"
  /// The largest length in bytes. Packets of more than 64 KiB are not read.
  package static let longest = 60_000
  /// The number of bytes at the end of a file that can contain a label.
  package static let searched = 64 * 1024

  /// The bytes to append to a NUT stream.
  ///
  /// - Parameter text: at most `longest` bytes.
  package static func bytes(_ text: String) -> [UInt8] {
    precondition(text.utf8.count <= longest, "the label of a piece is too long")
    return NUTPacket.bytes(.info, NUTInfo.payload(name, text, about: .file))
  }

  /// The label that ends with the file; nil if there is none.
  ///
  /// - Parameter tail: the last `searched` bytes of the file, or all of a shorter file.
  package static func text(endOf tail: [UInt8]) -> String? {
    let code = (0..<8).map { UInt8(truncatingIfNeeded: NUTPacket.Kind.info.rawValue >> (56 - 8 * $0)) }
    var index = tail.count - code.count
    while index >= 0 {
      if tail[index] == code[0], tail[index..<index + code.count].elementsEqual(code),
        let text = try? text(in: Array(tail[index...]))
      {
        return text
      }
      index -= 1
    }
    return nil
  }

  /// Returns nil unless `bytes` are exactly one packet with a label.
  private static func text(in bytes: [UInt8]) throws(NUTError) -> String? {
    var input = ByteInput(MemorySource(bytes))
    let packet = try NUTPacket(&input)
    guard packet.kind == .info, try input.peekedByte() == nil else { return nil }
    var fields = packet.fields
    return try NUTInfo.text(named: name, in: &fields)
  }
}
