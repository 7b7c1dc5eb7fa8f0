/// Bytes that need not be UTF-8 ⇄ a String that gives them back: names of files are any bytes.
///
/// Whatever is UTF-8 is itself. Each byte b that is no part of a character becomes the scalar U+10FF00 + b, in the last
/// of the private planes. Should such a scalar come in the input it is treated as four stray bytes, so that no two
/// inputs make the same text. (Python calls its version of this "surrogateescape".)
package enum ByteText {
  private static let base: UInt32 = 0x10FF00

  package static func text(_ bytes: some Collection<UInt8>) -> String {
    let bytes = Array(bytes)
    if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isEscape) {
      return text
    }
    var text = String.UnicodeScalarView()
    var index = 0
    while index < bytes.count {
      let (scalar, length) = character(in: bytes[index...])
      text.append(scalar)
      index += length
    }
    return String(text)
  }

  package static func bytes(_ text: some StringProtocol) -> [UInt8] {
    guard text.unicodeScalars.contains(where: isEscape) else { return Array(text.utf8) }
    return text.unicodeScalars.flatMap { scalar in
      byte(escapedAs: scalar).map { [$0] } ?? Array(String(scalar).utf8)
    }
  }

  /// The byte that a scalar stands for; nil for one that is itself.
  package static func byte(escapedAs scalar: Unicode.Scalar) -> UInt8? {
    isEscape(scalar) ? UInt8(scalar.value - base) : nil
  }

  /// Bytes below 0x80 are characters always.
  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

  /// The first character of `bytes`, or what its first byte is escaped as.
  private static func character(in bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
    for length in 1...4 where length <= bytes.count {
      let scalars = String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars
      if let scalar = scalars?.first, !isEscape(scalar) { return (scalar, length) }
    }
    return (Unicode.Scalar(base + UInt32(bytes.first ?? 0)) ?? " ", 1)
  }
}
