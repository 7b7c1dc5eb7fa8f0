import Streams

/// Messages on standard error, each on one line: `warp-map: error: what (where); what to do`.
package struct Diagnostics: Sendable {
  /// The beginning of each message.
  package let tool: String

  package init(tool: String) { self.tool = VisibleText.escape(tool) }

  /// Prints why the tool stops. The caller ends the tool.
  package func error(_ failure: Failure) {
    show("error", failure.message)
  }

  package func warning(_ message: String) {
    show("warning", message)
  }

  /// Prints a message that has no label, because it is neither an error nor a warning.
  package func note(_ message: String) {
    show(nil, message)
  }

  private func show(_ kind: String?, _ message: String) {
    // A failure to write here is ignored, because no other stream is left to report it on.
    try? Linux.write(line(kind, message).utf8.span, to: StandardStream.error.rawValue)
  }

  /// Passes on messages of another program.
  package static func passOn(_ bytes: [UInt8]) {
    if !bytes.isEmpty { try? Linux.write(bytes.span, to: StandardStream.error.rawValue) }
  }

  func line(_ kind: String?, _ message: String) -> String {
    "\(tool): \(kind.map { "\($0): " } ?? "")\(VisibleText.escape(message))\n"
  }
}

/// Escapes characters that would break a line, move the cursor or reorder the text. Messages quote names and values
/// from outside, which may contain such characters.
enum VisibleText {
  static func escape(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { escaped, scalar in
      escaped += isHarmless(scalar) ? String(scalar) : escape(scalar)
    }
  }

  private static func isHarmless(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    // Control characters: C0 with DEL, and C1.
    case 0x00..<0x20, 0x7F..<0xA0: false
    // Characters that change the writing direction, and line and paragraph separators.
    case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: false
    // Bytes that are not UTF-8, as `ByteText` represents them.
    case 0x10FF80...: false
    default: true
    }
  }

  private static func escape(_ scalar: Unicode.Scalar) -> String {
    switch scalar {
    case "\n": "\\n"
    case "\r": "\\r"
    case "\t": "\\t"
    case _ where ByteText.byte(escapedAs: scalar) != nil:
      "\\x\(String(scalar.value & 0xFF, radix: 16, uppercase: true))"
    default: "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
    }
  }
}
