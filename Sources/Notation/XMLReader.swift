/// Reads the root element of a text in UTF-8. A document type may be named, also by addresses, but nothing is read from
/// there. It may not declare anything: entities are refused, because with them a short text could become a long one.
package struct XMLReader {
  private var scanner: ByteScanner

  package static func element(_ bytes: [UInt8]) throws(NotationError) -> XMLElement {
    var reader = XMLReader(scanner: ByteScanner(bytes))
    try reader.skipProlog()
    let element = try reader.element(depth: 1)
    try reader.skipProlog()
    guard reader.scanner.isAtEnd else { throw reader.scanner.error("there is something after the last tag") }
    return element
  }

  /// Skips what may stand before and after the root element.
  private mutating func skipProlog() throws(NotationError) {
    while true {
      scanner.skip { $0.isSpace }
      let start = scanner.index
      if scanner.take("<?") {
        guard scanner.bytes(upTo: "?>") != nil else { throw scanner.error("<? is not closed", at: start) }
      } else if scanner.take("<!--") {
        guard scanner.bytes(upTo: "-->") != nil else { throw scanner.error("a comment is not closed", at: start) }
      } else if scanner.take("<!DOCTYPE") {
        scanner.skip { $0.isSpace }
        scanner.skip { $0.isXMLNamePart }
        scanner.skip { $0.isSpace }
        try skipAddresses()
        guard scanner.take(">") else { throw scanner.error("a document type may only be named", at: start) }
      } else {
        return
      }
    }
  }

  /// Skips `PUBLIC "…" "…"` or `SYSTEM "…"`.
  private mutating func skipAddresses() throws(NotationError) {
    guard scanner.take("PUBLIC") || scanner.take("SYSTEM") else { return }
    scanner.skip { $0.isSpace }
    while let quote = scanner.next, quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      _ = try quoted()
      scanner.skip { $0.isSpace }
    }
  }

  private mutating func element(depth: Int) throws(NotationError) -> XMLElement {
    try scanner.countOne(at: depth)
    let start = scanner.index
    guard scanner.take("<") else { throw scanner.error("a tag is missing") }
    let name = try name()
    let attributes = try attributes(depth: depth)
    if scanner.take("/>") {
      let end = scanner.index
      return XMLElement(
        name: name, attributes: attributes, children: [], text: "", range: start..<end, contentRange: end..<end)
    }
    guard scanner.take(">") else { throw scanner.error("the tag <\(name)> is not closed", at: start) }
    let contentStart = scanner.index
    let (children, text) = try content(depth: depth, of: name)
    let contentEnd = scanner.index
    _ = scanner.take("</")
    guard try self.name() == name else { throw scanner.error("the tag </\(name)> is missing", at: contentEnd) }
    scanner.skip { $0.isSpace }
    guard scanner.take(">") else { throw scanner.error("the tag </\(name)> is not closed") }
    return XMLElement(
      name: name, attributes: attributes, children: children, text: text, range: start..<scanner.index,
      contentRange: contentStart..<contentEnd)
  }

  /// Reads up to the end tag, but not the end tag itself.
  private mutating func content(depth: Int, of name: String) throws(NotationError) -> ([XMLElement], String) {
    var (children, text): ([XMLElement], [UInt8]) = ([], [])
    while let byte = scanner.next {
      guard byte == UInt8(ascii: "<") else {
        try takeCharacter(into: &text)
        continue
      }
      let start = scanner.index
      if scanner.starts(with: "</") {
        return (children, String(decoding: text, as: UTF8.self))
      } else if scanner.take("<!--") {
        guard scanner.bytes(upTo: "-->") != nil else { throw scanner.error("a comment is not closed", at: start) }
      } else if scanner.take("<![CDATA[") {
        guard let range = scanner.bytes(upTo: "]]>") else { throw scanner.error("CDATA is not closed", at: start) }
        text += scanner.bytes[range]
      } else if scanner.take("<?") {
        guard scanner.bytes(upTo: "?>") != nil else { throw scanner.error("<? is not closed", at: start) }
      } else {
        children.append(try element(depth: depth + 1))
      }
    }
    throw scanner.error("the tag </\(name)> is missing")
  }

  private mutating func attributes(depth: Int) throws(NotationError) -> [String: String] {
    var attributes: [String: String] = [:]
    while true {
      scanner.skip { $0.isSpace }
      guard let next = scanner.next, next.isXMLNamePart else { return attributes }
      try scanner.countOne(at: depth)
      let name = try name()
      scanner.skip { $0.isSpace }
      guard scanner.take("=") else { throw scanner.error("the attribute \(name) has no value") }
      scanner.skip { $0.isSpace }
      guard attributes.updateValue(try quoted(), forKey: name) == nil else {
        throw scanner.error("the attribute \(name) stands twice")
      }
    }
  }

  private mutating func quoted() throws(NotationError) -> String {
    let start = scanner.index
    guard let quote = scanner.pop(), quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
      throw scanner.error("an attribute has no quotation marks", at: start)
    }
    var value: [UInt8] = []
    while let byte = scanner.next, byte != UInt8(ascii: "<") {
      if byte == quote {
        _ = scanner.pop()
        return String(decoding: value, as: UTF8.self)
      }
      try takeCharacter(into: &value)
    }
    throw scanner.error("a quotation mark is not closed", at: start)
  }

  /// Reads a byte of text, or the character that a reference means.
  private mutating func takeCharacter(into text: inout [UInt8]) throws(NotationError) {
    let start = scanner.index
    guard let byte = scanner.pop() else { return }
    guard byte == UInt8(ascii: "&") else { return text.append(byte) }
    scanner.skip { $0 != UInt8(ascii: ";") && $0.isReferencePart }
    let reference = String(decoding: scanner.bytes[start + 1..<scanner.index], as: UTF8.self)
    guard reference.utf8.count <= 10, scanner.take(";"), let scalar = Self.scalar(reference) else {
      throw scanner.error("this entity is not known", at: start)
    }
    text += Array(String(scalar).utf8)
  }

  private static func scalar(_ reference: String) -> Unicode.Scalar? {
    switch reference {
    case "amp": return "&"
    case "lt": return "<"
    case "gt": return ">"
    case "quot": return "\""
    case "apos": return "'"
    default: break
    }
    guard reference.hasPrefix("#") else { return nil }
    let digits = reference.dropFirst()
    let number = digits.hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap(Unicode.Scalar.init)
  }

  private mutating func name() throws(NotationError) -> String {
    let start = scanner.index
    scanner.skip { $0.isXMLNamePart }
    guard scanner.index > start else { throw scanner.error("a name is missing") }
    return String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self)
  }
}

extension UInt8 {
  fileprivate var isXMLNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."), 0x80...0xFF:
      true
    default: false
    }
  }

  fileprivate var isReferencePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"):
      true
    default: false
    }
  }
}
