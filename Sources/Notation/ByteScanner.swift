/// Reads a text byte by byte and knows the line number.
struct ByteScanner {
  let bytes: [UInt8]
  private(set) var index = 0
  private var count = 0

  /// Skips a byte order mark at the start.
  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
  }

  var isAtEnd: Bool { index >= bytes.count }
  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func starts(with text: String) -> Bool { index < bytes.count && bytes[index...].starts(with: text.utf8) }

  mutating func pop() -> UInt8? {
    guard index < bytes.count else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  mutating func take(_ text: String) -> Bool {
    guard starts(with: text) else { return false }
    index += text.utf8.count
    return true
  }

  mutating func skip(while isPart: (UInt8) -> Bool) {
    while index < bytes.count, isPart(bytes[index]) { index += 1 }
  }

  /// The bytes before a text, which is also skipped; nil if the text does not follow.
  mutating func bytes(upTo text: String) -> Range<Int>? {
    let start = index
    while index < bytes.count {
      if starts(with: text) {
        index += text.utf8.count
        return start..<index - text.utf8.count
      }
      index += 1
    }
    return nil
  }

  func error(_ problem: String) -> NotationError { error(problem, at: index) }

  func error(_ problem: String, at offset: Int) -> NotationError {
    NotationError(
      problem, line: bytes[..<min(offset, bytes.count)].reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 })
  }

  /// Counts an element, attribute or value. Throws if there are too many.
  mutating func countOne(at depth: Int) throws(NotationError) {
    guard depth <= NotationLimits.depth else { throw error("there are more than \(NotationLimits.depth) levels") }
    count += 1
    guard count <= NotationLimits.count else { throw error("there are more than \(NotationLimits.count) parts") }
  }
}

extension UInt8 {
  /// White space in XML and JSON.
  var isSpace: Bool { self == 0x20 || self == 0x09 || self == 0x0A || self == 0x0D }

  var hexadecimalDigit: UInt32? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(self - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt32(self - UInt8(ascii: "a")) + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(self - UInt8(ascii: "A")) + 10
    default: nil
    }
  }
}
