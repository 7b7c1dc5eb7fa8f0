/// A file name → the URL that names it: `file://` for a whole path, else one that is relative to the document it stands in.
package enum FileURL {
  package static func text(_ name: String) -> String {
    let path = name.utf8.map { byte in
      unreserved.contains(byte) ? String(UnicodeScalar(byte)) : "%" + hexadecimal(byte >> 4) + hexadecimal(byte & 15)
    }.joined()
    return name.utf8.first == UInt8(ascii: "/") ? "file://\(path)" : path
  }

  private static func hexadecimal(_ digit: UInt8) -> String { String(digit, radix: 16, uppercase: true) }

  /// What may stand in a path as it is.
  private static let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~/".utf8)
}
