import Values

/// Reads a JSON value. It also reads JSON5: comments, single quotes, names without quotes, trailing commas, hexadecimal
/// numbers, and a point or sign at the start of a number.
package struct JSONReader {
  private var scanner: ByteScanner

  package static func value(_ bytes: [UInt8]) throws(NotationError) -> JSONValue {
    var reader = JSONReader(scanner: ByteScanner(bytes))
    let value = try reader.value(depth: 1)
    try reader.skipSpace()
    guard reader.scanner.isAtEnd else { throw reader.scanner.error("there is something after the end of the JSON") }
    return value
  }

  /// Reads values that follow one another, with or without line endings between them.
  package static func values(_ bytes: [UInt8]) throws(NotationError) -> [JSONValue] {
    var reader = JSONReader(scanner: ByteScanner(bytes))
    var values: [JSONValue] = []
    repeat {
      values.append(try reader.value(depth: 1))
      try reader.skipSpace()
    } while !reader.scanner.isAtEnd
    return values
  }

  private mutating func value(depth: Int) throws(NotationError) -> JSONValue {
    try skipSpace()
    try scanner.countOne(at: depth)
    let start = scanner.index
    let content = try content(depth: depth)
    return JSONValue(content: content, range: start..<scanner.index)
  }

  private mutating func content(depth: Int) throws(NotationError) -> JSONValue.Content {
    switch scanner.next {
    case UInt8(ascii: "{"): return .object(try members(depth: depth))
    case UInt8(ascii: "["): return .array(try values(depth: depth))
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case nil: throw scanner.error("the JSON is cut off")
    default: return try word()
    }
  }

  private mutating func values(depth: Int) throws(NotationError) -> [JSONValue] {
    _ = scanner.pop()
    var values: [JSONValue] = []
    while true {
      try skipSpace()
      if scanner.take("]") { return values }
      values.append(try value(depth: depth + 1))
      try skipSpace()
      if scanner.take(",") { continue }
      guard scanner.next == UInt8(ascii: "]") else { throw scanner.error("a comma or ] is missing") }
    }
  }

  private mutating func members(depth: Int) throws(NotationError) -> [JSONValue.Member] {
    _ = scanner.pop()
    var members: [JSONValue.Member] = []
    while true {
      try skipSpace()
      if scanner.take("}") { return members }
      let key = try key()
      try skipSpace()
      guard scanner.take(":") else { throw scanner.error("a colon is missing") }
      members.append(.init(key: key, value: try value(depth: depth + 1)))
      try skipSpace()
      if scanner.take(",") { continue }
      guard scanner.next == UInt8(ascii: "}") else { throw scanner.error("a comma or } is missing") }
    }
  }

  private mutating func key() throws(NotationError) -> String {
    if scanner.next == UInt8(ascii: "\"") || scanner.next == UInt8(ascii: "'") { return try string() }
    let start = scanner.index
    scanner.skip { $0.isNamePart }
    guard scanner.index > start else { throw scanner.error("a name is missing") }
    return String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self)
  }

  /// Reads a number or a word.
  private mutating func word() throws(NotationError) -> JSONValue.Content {
    let start = scanner.index
    scanner.skip { $0.isNamePart || "+-.".utf8.contains($0) }
    let word = String(decoding: scanner.bytes[start..<scanner.index], as: UTF8.self)
    switch word {
    case "null": return .null
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "NaN", "+NaN", "-NaN": return .number(.nan)
    case "Infinity", "+Infinity": return .number(.infinity)
    case "-Infinity": return .number(-.infinity)
    default: break
    }
    if let number = NumberSyntax.parse(word) ?? Self.hexadecimal(word) { return .number(number) }
    throw scanner.error(word.isEmpty ? "a value is missing" : "this is no value of JSON", at: start)
  }

  private static func hexadecimal(_ word: String) -> Double? {
    let digits = word.drop { $0 == "-" || $0 == "+" }
    guard word.utf8.count - digits.utf8.count <= 1, digits.hasPrefix("0x") || digits.hasPrefix("0X"),
      let number = UInt64(digits.dropFirst(2), radix: 16), !digits.dropFirst(2).hasPrefix("+")
    else { return nil }
    return word.hasPrefix("-") ? -Double(number) : Double(number)
  }

  private mutating func string() throws(NotationError) -> String {
    let start = scanner.index
    let quote = scanner.pop()
    var bytes: [UInt8] = []
    while let byte = scanner.pop() {
      if byte == quote { return String(decoding: bytes, as: UTF8.self) }
      guard byte != UInt8(ascii: "\n") else { break }
      if byte == UInt8(ascii: "\\") { bytes += try escaped() } else { bytes.append(byte) }
    }
    throw scanner.error("a quotation mark is not closed", at: start)
  }

  /// Reads the escape sequence after a backslash.
  private mutating func escaped() throws(NotationError) -> [UInt8] {
    guard let byte = scanner.pop() else { throw scanner.error("the JSON is cut off") }
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "v"): return [0x0B]
    case UInt8(ascii: "0"): return [0x00]
    case UInt8(ascii: "x"): return Array(String(Unicode.Scalar(UInt8(truncatingIfNeeded: try digits(2)))).utf8)
    case UInt8(ascii: "u"): return Array(String(try scalar()).utf8)
    // A backslash before a line ending continues the string on the next line.
    case 0x0A: return []
    case 0x0D:
      _ = scanner.take("\n")
      return []
    default: return [byte]
    }
  }

  private mutating func scalar() throws(NotationError) -> Unicode.Scalar {
    let first = try digits(4)
    // Characters beyond the first 65,536 are a pair of surrogates.
    if (0xD800..<0xDC00).contains(first), scanner.take("\\u") {
      let second = try digits(4)
      guard (0xDC00..<0xE000).contains(second) else { return "\u{FFFD}" }
      return Unicode.Scalar(0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00)) ?? "\u{FFFD}"
    }
    return Unicode.Scalar(first) ?? "\u{FFFD}"
  }

  private mutating func digits(_ count: Int) throws(NotationError) -> UInt32 {
    var number: UInt32 = 0
    for _ in 0..<count {
      guard let digit = scanner.pop()?.hexadecimalDigit else { throw scanner.error("an escape has too few digits") }
      number = number << 4 | digit
    }
    return number
  }

  /// Skips white space and comments.
  private mutating func skipSpace() throws(NotationError) {
    while true {
      scanner.skip { $0.isSpace || $0 == 0x0B || $0 == 0x0C }
      if scanner.take("//") {
        scanner.skip { $0 != UInt8(ascii: "\n") }
      } else if scanner.starts(with: "/*") {
        let start = scanner.index
        _ = scanner.take("/*")
        guard scanner.bytes(upTo: "*/") != nil else { throw scanner.error("a comment is not closed", at: start) }
      } else {
        return
      }
    }
  }
}

extension UInt8 {
  /// Whether a name without quotes may contain this byte. All bytes outside ASCII are allowed.
  fileprivate var isNamePart: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
      true
    default: false
    }
  }
}
