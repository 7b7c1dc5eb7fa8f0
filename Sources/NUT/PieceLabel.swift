import Streams

/// What stands at the end of a piece of a result: a text that says of what it is a piece. It is an info packet of NUT, which
/// players pass over. Since it comes last, a file that has it is whole.
package enum PieceLabel {
  private static let name = "warp-piece"
  /// In bytes. No packet that is read may be longer than 64 KiB.
  package static let longest = 60_000
  /// How much of the end of a file is enough to find a label in.
  package static let searched = 64 * 1024

  /// The bytes to be put behind a NUT stream.
  ///
  /// - Parameter text: of at most `longest` bytes.
  package static func bytes(_ text: String) -> [UInt8] {
    precondition(text.utf8.count <= longest, "the label of a piece is too long")
    return NUTPacket.bytes(.info, NUTInfo.payload(name, text, about: .file))
  }

  /// The label that ends with the file; nil where there is none.
  ///
  /// - Parameter tail: the last bytes of the file, `searched` of them, or all if it has fewer.
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

  /// Nil unless `bytes` are one packet with a label, and nothing else.
  private static func text(in bytes: [UInt8]) throws(NUTError) -> String? {
    var input = ByteInput(MemorySource(bytes))
    let packet = try NUTPacket(&input)
    guard packet.kind == .info, try input.peekedByte() == nil else { return nil }
    var fields = packet.fields
    return try NUTInfo.text(named: name, in: &fields)
  }
}
