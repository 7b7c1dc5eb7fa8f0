/// Converts bytes that need not be UTF-8, such as file names, to a String and back without loss.
///
/// Valid UTF-8 stays unchanged. Each byte b that is not part of a valid character becomes the scalar U+10FF00 + b, in
/// the last private-use plane. If the bytes contain such a scalar, its four bytes are escaped one by one, so no two
/// inputs give the same text. (Python's "surrogateescape" does this with other scalars.)
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

  /// The byte that `scalar` stands for; nil if `scalar` is not an escape.
  package static func byte(escapedAs scalar: Unicode.Scalar) -> UInt8? {
    isEscape(scalar) ? UInt8(scalar.value - base) : nil
  }

  /// Bytes below 0x80 are always valid characters, so only scalars from `base` + 0x80 on are escapes.
  private static func isEscape(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= base + 0x80 }

  /// The first character of `bytes` and its length in bytes. If `bytes` begin with no valid character, the escape of
  /// the first byte.
  private static func character(in bytes: ArraySlice<UInt8>) -> (scalar: Unicode.Scalar, length: Int) {
    for length in 1...4 where length <= bytes.count {
      let scalars = String(validating: bytes.prefix(length), as: UTF8.self)?.unicodeScalars
      if let scalar = scalars?.first, !isEscape(scalar) { return (scalar, length) }
    }
    return (Unicode.Scalar(base + UInt32(bytes.first ?? 0)) ?? " ", 1)
  }
}
