/// Reads the payload of a NUT packet field by field. Bytes left over at the end belong to later versions of the format
/// and are ignored. The NUT specification uses the names `v`, `s` and `vb` for these types of fields.
struct NUTFields {
  private let bytes: ArraySlice<UInt8>
  private var next: Int
  /// The offset in the stream of the first of `bytes`.
  private let start: Int

  init(_ bytes: ArraySlice<UInt8>, at start: Int) {
    self.bytes = bytes
    self.start = start
    next = bytes.startIndex
  }

  /// The offset in the stream of the next field.
  var position: Int { start + next - bytes.startIndex }

  var isAtEnd: Bool { next == bytes.endIndex }

  mutating func byte() throws(NUTError) -> UInt8 {
    guard !isAtEnd else { throw .malformed("a NUT packet is too short for its fields", byte: position) }
    defer { next += 1 }
    return bytes[next]
  }

  /// Reads a number that is not negative.
  mutating func v() throws(NUTError) -> Int {
    let start = position
    guard let value = try NUTInteger.decode({ () throws(NUTError) in try byte() }) else {
      throw .malformed("a number in a NUT packet is too large", byte: start)
    }
    return value
  }

  /// Reads a time. ffmpeg writes a negative time as 64 bits in two's complement.
  mutating func time() throws(NUTError) -> Int {
    let start = position
    var value: UInt64 = 0
    for _ in 0..<10 {
      let byte = try byte()
      value = value << 7 | UInt64(byte & 0x7F)
      if byte < 0x80 { return Int(truncatingIfNeeded: value) }
    }
    throw .malformed("a number in a NUT packet is too large", byte: start)
  }

  /// Reads a number that may be negative.
  mutating func s() throws(NUTError) -> Int { NUTInteger.signed(try v()) }

  /// Reads a byte count and that many bytes.
  mutating func vb() throws(NUTError) -> ArraySlice<UInt8> {
    let count = try v()
    guard count <= bytes.endIndex - next else {
      throw .malformed("a NUT packet is too short for its fields", byte: position)
    }
    defer { next += count }
    return bytes[next..<next + count]
  }
}

/// Builds the payload of a NUT packet field by field, in the format that `NUTFields` reads.
struct NUTPayload {
  private(set) var bytes: [UInt8] = []

  /// Appends numbers that are not negative.
  mutating func v(_ values: Int...) {
    for value in values { bytes += NUTInteger.encode(value) }
  }

  /// Appends a number that may be negative.
  mutating func s(_ value: Int) { v(NUTInteger.unsigned(value)) }

  /// Appends a byte count and the bytes.
  mutating func vb(_ value: some Collection<UInt8>) {
    v(value.count)
    bytes += value
  }
}
