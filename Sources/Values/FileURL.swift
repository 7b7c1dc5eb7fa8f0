/// Converts a file name to a URL: `file://` for an absolute path; otherwise a URL relative to the document that
/// contains it.
package enum FileURL {
  package static func text(_ name: String) -> String {
    let path = name.utf8.map { byte in
      unreserved.contains(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte >> 4) + hexadecimal(byte & 15)
    }.joined()
    return name.utf8.first == UInt8(ascii: "/") ? "file://\(path)" : path
  }

  private static func hexadecimal(_ digit: UInt8) -> String { String(digit, radix: 16, uppercase: true) }

  /// The bytes that need no escape in a path.
  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
}
